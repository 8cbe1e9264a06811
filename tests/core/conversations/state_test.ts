import { expect, test } from "bun:test";
import {
  assertTransition,
  isAllowed,
  nextState,
} from "../../../src/core/conversations/model/state.ts";
import type { State } from "../../../src/core/conversations/model/states.ts";
import {
  isTerminal,
  STATES,
} from "../../../src/core/conversations/model/states.ts";
import type { Verb } from "../../../src/core/conversations/model/transitions.ts";
import { TRANSITIONS } from "../../../src/core/conversations/model/transitions.ts";
import type { ErrorCode } from "../../../src/core/errors/error_table.ts";
import { thrown } from "../core_harness.ts";

type From = State | "new";

const FROMS: readonly From[] = ["new", ...STATES];
const VERBS = Object.keys(TRANSITIONS) as Verb[];
const OPEN = "submitted working input-required auth-required";
const ASKED = "input-required";

/** docs/states.md, written down a second time: verb, row, from, to. */
const RULED: readonly (readonly [Verb, number, string, string])[] = [
  ["draft", 1, "new", "draft"],
  ["delete", 2, "draft", "draft"],
  ["submit_denied", 3, "new draft", "rejected"],
  ["submit_asks", 4, "new draft", ASKED],
  ["submit_unpaid", 5, "new draft", "auth-required"],
  ["submit", 6, "new draft", "submitted"],
  ["approve_submit_unpaid", 7, ASKED, "auth-required"],
  ["approve_submit", 7, ASKED, "submitted"],
  ["decline_submit", 8, ASKED, "rejected"],
  ["submit_expired", 9, ASKED, "draft"],
  ["funded", 10, "auth-required", "submitted"],
  ["unfunded", 11, "auth-required", "canceled"],
  ["start", 12, "submitted", "working"],
  ["decline", 13, "submitted", "rejected"],
  ["ask", 14, OPEN, ASKED],
  ["answer", 15, ASKED, "previous"],
  ["refuse_action", 16, ASKED, "previous"],
  ["raise_price", 17, "working", "auth-required"],
  ["raise_funded", 17, "auth-required", "working"],
  ["raise_dropped", 17, "auth-required", "working"],
  ["receipt", 18, "submitted working", "completed"],
  ["receipt_accepted", 19, "submitted working", "working"],
  ["complete", 20, "working", "completed"],
  ["cancel", 21, OPEN, "canceled"],
  ["cancel_asks", 22, OPEN, ASKED],
  ["cancel_denied", 23, OPEN, "same"],
  ["cancel_approved", 24, ASKED, "canceled"],
  ["cancel_declined", 24, ASKED, "previous"],
  ["hold_expired", 25, OPEN, "canceled"],
  ["fail", 26, "submitted working auth-required", "failed"],
  ["price_asked", 27, "submitted working auth-required", "auth-required"],
  ["agree", 28, "submitted working auth-required", "working"],
  ["receipt_step", 29, "submitted working", "working"],
  ["dispute_settled", 30, `submitted working ${ASKED}`, "completed"],
  ["dispute_returned", 31, `submitted working ${ASKED}`, "canceled"],
];

function ruled(verb: Verb) {
  const row = RULED.find(([name]) => name === verb);
  if (!row) throw new Error(`No ruling for ${verb}`);
  const [, number, from, to] = row;
  return { number, from: from.split(" "), to };
}

test("the table has exactly the verbs that are ruled", () => {
  expect(VERBS.toSorted()).toEqual(RULED.map(([verb]) => verb).toSorted());
});

test("exactly the ruled pairs of state and verb are allowed", () => {
  const allowed = FROMS.flatMap((from) =>
    VERBS.filter((verb) => isAllowed(from, verb)).map(
      (verb) => `${from} ${verb}`,
    ),
  );
  const wanted = FROMS.flatMap((from) =>
    VERBS.filter((verb) => ruled(verb).from.includes(from)).map(
      (verb) => `${from} ${verb}`,
    ),
  );
  expect(allowed).toEqual(wanted);
  expect(FROMS.length * VERBS.length).toBe(350);
  expect(allowed.length).toBe(67);
});

for (const verb of VERBS) {
  test(`${verb} leads where its row of docs/states.md says`, () => {
    const { number, from, to } = ruled(verb);
    expect<number>(TRANSITIONS[verb].row).toBe(number);
    for (const start of from as From[]) {
      const wanted = to === "same" ? start : to;
      const previous = to === "previous" ? "working" : null;
      const reached = nextState(start, verb, previous);
      expect(reached as string).toBe(to === "previous" ? "working" : wanted);
    }
  });
}

test("a declined cancel without a state before it returns to submitted", () => {
  expect(nextState("input-required", "cancel_declined", null)).toBe(
    "submitted",
  );
});

test("nothing returns to waiting for nobody", () => {
  for (const verb of ["answer", "refuse_action", "cancel_declined"] as const) {
    expect(nextState("input-required", verb, "input-required")).toBe("working");
  }
});

function refusalOf(from: From, verb: Verb): ErrorCode {
  if (verb === "delete" || verb.startsWith("submit")) return "not_a_draft";
  if (from === "draft") return "is_draft";
  const isClosed = ["completed", "canceled", "failed", "rejected"];
  if (isClosed.includes(from)) {
    return verb === "cancel" ? "not_cancelable" : "conversation_closed";
  }
  return "wrong_state";
}

test("every other pair is refused with the code of its kind, naming the state", () => {
  for (const from of FROMS) {
    for (const verb of VERBS) {
      if (ruled(verb).from.includes(from)) {
        assertTransition(from, verb);
        continue;
      }
      const byRefuse = thrown(() => assertTransition(from, verb));
      const byMove = thrown(() => nextState(from, verb));
      const pair = `${from} ${verb}: `;
      expect(pair + byRefuse.code).toBe(pair + refusalOf(from, verb));
      expect(byMove.code).toBe(byRefuse.code);
      expect(byRefuse.extra.state).toBe(from);
      expect(byRefuse.message).toEndWith(`its state is ${from}.`);
    }
  }
});

test("no verb leaves a terminal state", () => {
  const closed = STATES.filter(isTerminal);
  expect(closed).toEqual(["completed", "canceled", "failed", "rejected"]);
  for (const state of closed) {
    expect(VERBS.filter((verb) => isAllowed(state, verb))).toEqual([]);
  }
});

test("every state can be reached from what is new", () => {
  const reached = new Set<From>(["new"]);
  for (let size = 0; size !== reached.size; ) {
    size = reached.size;
    for (const from of [...reached]) {
      for (const verb of VERBS.filter((it) => isAllowed(from, it))) {
        reached.add(nextState(from, verb, "working"));
      }
    }
  }
  expect([...reached].toSorted()).toEqual([...FROMS].toSorted());
});
