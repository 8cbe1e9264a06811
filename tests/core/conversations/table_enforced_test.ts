import { expect, test } from "bun:test";
import type { Change, CommandCall } from "../../../src/core/access/context.ts";
import { newPayment } from "../../../src/core/conversations/acts/drafts/commit_submit.ts";
import { move } from "../../../src/core/conversations/acts/store/change.ts";
import { save } from "../../../src/core/conversations/acts/store/save.ts";
import { actAs } from "../../../src/core/conversations/model/acting.ts";
import type { Conversation } from "../../../src/core/conversations/model/model.ts";
import type {
  Mover,
  PaymentEffect,
  State,
  Transition,
} from "../../../src/core/conversations/model/states.ts";
import type { Verb } from "../../../src/core/conversations/model/transitions.ts";
import { TRANSITIONS } from "../../../src/core/conversations/model/transitions.ts";
import type { PaymentStatus } from "../../../src/core/payments/model.ts";
import type { TestCore } from "../core_harness.ts";
import { START, startCore, thrown } from "../core_harness.ts";
import { conversationOf } from "./values.ts";

const ROWS = Object.entries(TRANSITIONS) as [Verb, Transition][];
const MOVERS: readonly Mover[] = [
  "sender",
  "recipient",
  "copy",
  "person",
  "system",
];
const REVIEW = {
  reviewId: "rev_1",
  outcome: "deny",
  rules: [],
  actionDigest: "",
} as const;

/** A call that keeps what it is given and commits nothing. */
function callOf({ services }: TestCore) {
  const changes: Change[] = [];
  const call: Partial<CommandCall> = {
    db: services.db,
    settings: services.settings,
    newId: services.newId,
    randomBytes: services.randomBytes,
    now: START,
    member: { kind: "person", accountId: "acc_0", scopes: null },
    record: (change) => void changes.push(change),
    write: () => {},
    cover: () => {},
    changed: () => {},
    tellDevices: () => {},
    wake: () => {},
    committed: () => {},
  };
  return { call: call as CommandCall, changes };
}

/** A conversation where the verb begins, with a price that stands somewhere. */
function startOf(
  call: CommandCall,
  [from]: Transition["from"],
  status: PaymentStatus | "none",
): Conversation {
  const state: State = from === undefined || from === "new" ? "draft" : from;
  const bare = conversationOf(["sender", "to"], { state, price: 0 });
  if (status === "none") return bare;
  const priced = { ...bare, price: 5 };
  const payment = { ...newPayment(call, priced), status };
  return { ...priced, payment };
}

test("each verb is refused to everybody who is not in its row", async () => {
  await using core = await startCore();
  for (const [verb, { from, by }] of ROWS) {
    const [start = "new"] = from;
    for (const mover of MOVERS) {
      const { call, changes } = callOf(core);
      const acting = actAs(call, mover);
      const conversation = startOf(call, from, "none");
      const doIt = () => move(acting, conversation, start, verb);
      if (by.includes(mover)) {
        doIt();
        continue;
      }
      expect(`${verb} by ${mover}: ${thrown(doIt).code}`).toMatch(
        /: (forbidden|not_addressed|sender_cannot_sign|conversation_not_found)$/,
      );
      expect(changes).toEqual([]);
    }
  }
});

test("what a review moves needs a review that did not allow it", async () => {
  await using core = await startCore();
  for (const [verb, { from, by }] of ROWS) {
    const [start = "new"] = from;
    const { call } = callOf(core);
    const conversation = startOf(call, from, "none");
    const by_ = (outcome: "allow" | "deny") => () =>
      move(call, conversation, start, verb, {
        review: { ...REVIEW, outcome },
      });
    expect(thrown(by_("allow")).message).toStartWith("Cannot ");
    if (by.includes("review")) by_("deny")();
    else expect(thrown(by_("deny")).message).toStartWith("Cannot ");
  }
});

test("outside of an act nothing moves", async () => {
  await using core = await startCore();
  const { call, changes } = callOf(core);
  for (const [verb, { from }] of ROWS) {
    const [start = "new"] = from;
    const conversation = startOf(call, from, "held");
    expect(
      thrown(() => move(call, conversation, start, verb)).message,
    ).toStartWith("Cannot ");
  }
  expect(changes).toEqual([]);
});

const STANDINGS = [
  "none",
  "requires_payment",
  "held",
  "released",
  "voided",
  "refunded",
] as const;
type Standing = (typeof STANDINGS)[number];

/** The column *Price* of docs/states.md, written down a second time. */
const RIGHT: Readonly<Record<PaymentEffect, readonly string[]>> = {
  none: [],
  keep: [],
  require: ["none requires_payment"],
  hold: ["none held", "requires_payment held"],
  release: ["held released"],
  release_part: [],
  split: ["held released"],
  void: ["requires_payment voided", "held voided"],
};

function isRight(effect: PaymentEffect, before: Standing, after: Standing) {
  if (RIGHT[effect].includes(`${before} ${after}`)) return true;
  const isMoved = RIGHT[effect].some((it) => it.startsWith(`${before} `));
  if (before === after) return !isMoved;
  // A refund is no verb of the table: it moves no state.
  const last = RIGHT[effect].find((it) => it.startsWith(`${before} `));
  const reached = last?.split(" ")[1] ?? before;
  return reached === "released" && after === "refunded";
}

test("money that a verb's row does not move is not saved", async () => {
  await using core = await startCore();
  for (const [verb, { from, payment }] of ROWS) {
    const [start = "new"] = from;
    for (const was of STANDINGS) {
      for (const is of STANDINGS) {
        const { call } = callOf(core);
        const { by } = TRANSITIONS[verb] as Transition;
        const acting = actAs(call, ...by);
        const before = startOf(call, from, was);
        const review = by.includes("review") ? { review: REVIEW } : {};
        const moved = move(acting, before, start, verb, review);
        const { payment: priced } = startOf(call, from, is);
        const after = { ...moved, price: 5, payment: priced };
        const found = errorOf(() => save(acting, before, after));
        const wanted = isRight(payment, was, is) ? "saved" : "RangeError";
        const pair = `${verb} from ${was} to ${is}: `;
        expect(pair + found).toBe(pair + wanted);
      }
    }
  }
});

test("without a verb no price changes, but for what is given back", async () => {
  await using core = await startCore();
  for (const was of STANDINGS) {
    for (const is of STANDINGS) {
      const { call } = callOf(core);
      const before = startOf(call, ["working"], was);
      const { payment } = startOf(call, ["working"], is);
      const acting = actAs(call, "sender", "recipient", "person", "system");
      const isRefund = was === "released" && is === "refunded";
      const found = errorOf(() => save(acting, before, { ...before, payment }));
      const pair = `from ${was} to ${is}: `;
      expect(pair + found).toBe(
        pair + (was === is || isRefund ? "saved" : "RangeError"),
      );
    }
  }
});

test("a price is raised by what holds it and by nothing else", async () => {
  await using core = await startCore();
  for (const verb of ["raise_funded", "raise_dropped"] as const) {
    const { call } = callOf(core);
    const acting = actAs(call, "sender");
    const before = startOf(call, ["auth-required"], "held");
    const moved = move(acting, before, "auth-required", verb);
    const payment = before.payment && { ...before.payment, price: 8 };
    const found = errorOf(() => save(acting, before, { ...moved, payment }));
    expect(found).toBe(verb === "raise_funded" ? "saved" : "RangeError");
  }
});

/** The outcome of a call: done, or the kind of the error. */
function errorOf(run: () => void): string {
  try {
    run();
    return "saved";
  } catch (error) {
    return error instanceof Error ? error.constructor.name : String(error);
  }
}
