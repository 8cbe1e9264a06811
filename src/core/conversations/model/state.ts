import type { ErrorCode } from "../../errors/error_table.ts";
import { ServiceError } from "../../errors/errors.ts";

/** States of a conversation (specification, section 3). */
export const STATES = [
  "draft",
  "submitted",
  "working",
  "input-required",
  "auth-required",
  "completed",
  "canceled",
  "failed",
  "rejected",
] as const;
export type State = (typeof STATES)[number];

const TERMINAL: readonly State[] = [
  "completed",
  "canceled",
  "failed",
  "rejected",
];

/** True once nothing but flags and audit reads remain. */
export function isTerminal(state: State): boolean {
  return TERMINAL.includes(state);
}

/** Who moves a conversation: sender, recipient, reviewer's person, review, clock. */
type Mover = "sender" | "recipient" | "person" | "review" | "system";

/** What a transition does to the price. */
export type PaymentEffect =
  | "none"
  | "require"
  | "hold"
  | "keep"
  | "release"
  | "void";

interface Transition {
  /** Row of decisions.md C. */
  readonly row: number;
  readonly from: readonly (State | "new")[];
  /** `same` stays, `previous` returns to where a checkpoint interrupted. */
  readonly to: State | "same" | "previous" | "deleted";
  readonly by: readonly Mover[];
  readonly payment: PaymentEffect;
}

const OPEN = [
  "submitted",
  "working",
  "input-required",
  "auth-required",
] as const;
const FRESH = ["new", "draft"] as const;

/** The complete state machine (decisions.md C). Whatever is not here is refused. */
export const TRANSITIONS = {
  draft: t(1, ["new"], "draft", ["sender"], "none"),
  delete: t(2, ["draft"], "deleted", ["sender"], "none"),
  submit_denied: t(3, FRESH, "rejected", ["review"], "none"),
  submit_asks: t(4, FRESH, "input-required", ["review"], "none"),
  submit_unpaid: t(5, FRESH, "auth-required", ["sender"], "require"),
  submit: t(6, FRESH, "submitted", ["sender"], "hold"),
  approve_submit_unpaid: t(
    7,
    ["input-required"],
    "auth-required",
    ["person"],
    "require",
  ),
  approve_submit: t(7, ["input-required"], "submitted", ["person"], "hold"),
  decline_submit: t(8, ["input-required"], "rejected", ["person"], "none"),
  submit_lapsed: t(9, ["input-required"], "draft", ["system"], "none"),
  funded: t(10, ["auth-required"], "submitted", ["sender", "system"], "hold"),
  unfunded: t(11, ["auth-required"], "canceled", ["system"], "void"),
  start: t(12, ["submitted"], "working", ["recipient"], "keep"),
  decline: t(13, ["submitted"], "rejected", ["recipient"], "void"),
  ask: t(14, OPEN, "input-required", ["sender", "recipient"], "keep"),
  answer: t(15, ["input-required"], "previous", ["person", "system"], "keep"),
  refuse_action: t(16, ["input-required"], "previous", ["person"], "keep"),
  raise_price: t(17, ["working"], "auth-required", ["recipient"], "keep"),
  raise_funded: t(17, ["auth-required"], "working", ["sender"], "hold"),
  raise_dropped: t(
    17,
    ["auth-required"],
    "working",
    ["sender", "recipient", "system"],
    "keep",
  ),
  receipt: t(
    18,
    ["submitted", "working"],
    "completed",
    ["recipient"],
    "release",
  ),
  receipt_accepted: t(
    19,
    ["submitted", "working"],
    "working",
    ["recipient"],
    "release",
  ),
  complete: t(20, ["working"], "completed", ["recipient"], "none"),
  cancel: t(21, OPEN, "canceled", ["sender", "recipient", "system"], "void"),
  cancel_asks: t(22, OPEN, "input-required", ["review"], "keep"),
  cancel_denied: t(23, OPEN, "same", ["review"], "keep"),
  cancel_approved: t(24, ["input-required"], "canceled", ["person"], "void"),
  cancel_declined: t(
    24,
    ["input-required"],
    "previous",
    ["person", "system"],
    "keep",
  ),
  hold_lapsed: t(25, OPEN, "canceled", ["system"], "void"),
  fail: t(
    26,
    ["submitted", "working", "auth-required"],
    "failed",
    ["recipient", "system"],
    "void",
  ),
} as const satisfies Record<string, Transition>;

export type Verb = keyof typeof TRANSITIONS;

function t(
  row: number,
  from: Transition["from"],
  to: Transition["to"],
  by: Transition["by"],
  payment: PaymentEffect,
): Transition {
  return { row, from, to, by, payment };
}

/** The state that a verb leads to. Pure. */
export function nextState(
  from: State | "new",
  verb: Verb,
  previous: State | null = null,
): State {
  refuse(from, verb);
  const { to } = TRANSITIONS[verb] as Transition;
  if (to === "same" || to === "deleted") return from === "new" ? "draft" : from;
  if (to !== "previous") return to;
  // Back to waiting for nobody would be for ever.
  return previous === "input-required" ? "working" : (previous ?? "submitted");
}

/** True if the table has the pair. */
export function isAllowed(from: State | "new", verb: Verb): boolean {
  return (TRANSITIONS[verb] as Transition).from.includes(from);
}

/**
 * Refuses a verb that the table does not have for this state.
 * @throws conversation_closed, not_cancelable, is_draft, not_a_draft, wrong_state
 */
export function refuse(from: State | "new", verb: Verb): void {
  if (isAllowed(from, verb)) return;
  throw new ServiceError(refusal(from, verb), {
    detail: `Cannot ${VERB_WORDS[verb] ?? verb} this conversation: its state is ${from}.`,
    extra: { state: from },
  });
}

function refusal(from: State | "new", verb: Verb): ErrorCode {
  if (verb === "delete" || verb.startsWith("submit")) return "not_a_draft";
  if (from === "draft") return "is_draft";
  if (from !== "new" && isTerminal(from)) {
    return verb === "cancel" ? "not_cancelable" : "conversation_closed";
  }
  return "wrong_state";
}

const VERB_WORDS: Partial<Record<Verb, string>> = {
  submit_denied: "submit",
  submit_asks: "submit",
  submit_unpaid: "submit",
  receipt: "sign a receipt on",
  receipt_accepted: "sign a receipt on",
  start: "start work on",
  funded: "fund",
  raise_funded: "fund",
  raise_price: "raise the price of",
  raise_dropped: "keep the price of",
};
