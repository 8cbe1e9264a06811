import type {
  PaymentEffect,
  Transition,
} from "../../src/core/conversations/model/states.ts";
import { TRANSITIONS } from "../../src/core/conversations/model/transitions.ts";
import { claim } from "./claim.ts";
import type { Facts } from "./facts.ts";

/** The parts of a record about a change of state or of money. */
export interface Moved {
  readonly type: string;
  readonly stateFrom?: string;
  readonly stateTo?: string;
  readonly paymentStatus?: string;
  readonly actor: { readonly kind?: string; readonly accountId?: string };
  readonly refs?: { readonly outcome?: string };
}

/** The effects on a price, by where it stood. */
const EFFECTS: Readonly<Record<PaymentEffect, readonly string[]>> = {
  none: [],
  keep: [],
  require: ["none requires_payment"],
  hold: ["none held", "requires_payment held", "held held"],
  release: ["held released"],
  release_part: ["held held"],
  split: ["held released"],
  void: ["held voided", "held released", "requires_payment voided"],
};

const ROWS: readonly Transition[] = Object.values(TRANSITIONS);

/**
 * Holds one call's records against the table of transitions: each change of state is
 * one of its rows, made by who may, with what the row does to the price.
 * @returns Where the price stands after them.
 */
export function checkTable(
  facts: Facts,
  records: readonly Moved[],
  standing: string,
): string {
  let was = standing;
  let is = standing;
  for (const record of records) {
    const { stateTo, paymentStatus } = record;
    is = paymentStatus ?? is;
    if (stateTo === undefined) continue;
    const movers = moversOf(facts, records, record);
    const { stateFrom = "new" } = record;
    const row = ROWS.find(
      ({ from, to, by, payment }) =>
        from.some((it) => it === stateFrom) &&
        (to === stateTo || to === "previous") &&
        by.some((it) => movers.includes(it)) &&
        isEffect(payment, was, is),
    );
    claim(
      row !== undefined,
      `a row leads ${movers} from ${stateFrom} to ${stateTo} with a price from ${was} to ${is}`,
    );
    was = is;
  }
  // A row that leads where it came from changes no state, which is then not recorded.
  const isKept = ROWS.some(
    ({ from, to, payment }) =>
      from.some((it) => it === to) && isEffect(payment, was, is),
  );
  const isRefund = was === "released" && is === "refunded";
  claim(
    was === is || isKept || isRefund,
    `by no row a price goes from ${was} to ${is}`,
  );
  return is;
}

function isEffect(effect: PaymentEffect, was: string, is: string): boolean {
  const leads = EFFECTS[effect];
  if (leads.includes(`${was} ${is}`)) return true;
  const isMoved = leads.some((it) => it.startsWith(`${was} `));
  // A free request has nothing to hold.
  const isFree = effect === "hold" && was === "none";
  return was === is && (!isMoved || isFree);
}

/** The makers of a change, as the table names them. */
function moversOf(
  { participants }: Facts,
  records: readonly Moved[],
  { actor, stateFrom }: Moved,
): readonly string[] {
  // The maker is its sender, also where the service writes to the caller.
  if (stateFrom === undefined) return ["sender", ...reviewIn(records)];
  // A draft is sent at its time as its sender would send it.
  if (actor.kind === "system" && stateFrom === "draft") {
    return ["sender", ...reviewIn(records)];
  }
  if (actor.kind === "system") return ["system"];
  const role = participants.find(
    (it) => it.accountId === actor.accountId,
  )?.role;
  const isDecided = records.some(
    ({ type }) =>
      type === "checkpoint.approved" ||
      type === "checkpoint.declined" ||
      type === "checkpoint.superseded",
  );
  const isPerson = actor.kind === "person" || isDecided;
  return [
    role === "sender" || role === "arbiter"
      ? role
      : role === "to"
        ? "recipient"
        : "copy",
    ...(isPerson ? ["person"] : []),
    ...reviewIn(records),
  ];
}

/** The review moves it where it does not allow what was asked. */
function reviewIn(records: readonly Moved[]): readonly string[] {
  const isHeldUp = records.some(
    ({ type, refs }) =>
      type === "review.completed" && refs?.outcome !== "allow",
  );
  return isHeldUp ? ["review"] : [];
}
