/**
 * Which values make up a conversation, and which states may follow one another? `model.ts`
 * has the values, this table the verbs: from which state to which, by whom, and with which
 * effect on the price. `turn/attention.ts` says whose turn it is, `turn/condition.ts` what
 * releases a price, `audience.ts` who reads what, `tally.ts` all messages, `shown/` the looks.
 * @module
 */
import type { State } from "./states.ts";

/** Its sender, an account in `to` or with a copy, a decider, the review, or the service. */
export type Mover =
  | "sender"
  | "recipient"
  | "copy"
  | "person"
  | "review"
  | "system";

/** The effect of a transition on the price. */
export type PaymentEffect =
  | "none"
  | "require"
  | "hold"
  | "keep"
  | "release"
  | "void";

export interface Transition {
  /** Its row in docs/states.md, which is generated from this table. */
  readonly row: number;
  readonly from: readonly (State | "new")[];
  /** `same` stays, `previous` returns to the state before a checkpoint. */
  readonly to: State | "same" | "previous" | "deleted";
  readonly by: readonly Mover[];
  readonly payment: PaymentEffect;
  /** The event and its conditions: one sentence of docs/states.md. */
  readonly when: string;
}

const OPEN = [
  "submitted",
  "working",
  "input-required",
  "auth-required",
] as const;
const FRESH = ["new", "draft"] as const;

/** The complete state machine (docs/states.md). A verb without a row is refused. */
export const TRANSITIONS = {
  draft: {
    row: 1,
    from: ["new"],
    to: "draft",
    by: ["sender"],
    payment: "none",
    when: "It is created without `submit`. No address is resolved, reached or paid.",
  },
  delete: {
    row: 2,
    from: ["draft"],
    to: "deleted",
    by: ["sender"],
    payment: "none",
    when: "Its owner deletes the draft. The audit chain stays and ends with it.",
  },
  submit_denied: {
    row: 3,
    from: FRESH,
    to: "rejected",
    by: ["review"],
    payment: "none",
    when: "It is submitted, and a rule of the review denies it.",
  },
  submit_asks: {
    row: 4,
    from: FRESH,
    to: "input-required",
    by: ["review"],
    payment: "none",
    when: "An agent submits it, and a rule needs its person. Nothing is held before the approval.",
  },
  submit_unpaid: {
    row: 5,
    from: FRESH,
    to: "auth-required",
    by: ["sender"],
    payment: "require",
    when: "It is submitted and allowed, and the balance is short or the price is below what the recipient asks.",
  },
  submit: {
    row: 6,
    from: FRESH,
    to: "submitted",
    by: ["sender"],
    payment: "hold",
    when: "It is submitted and allowed; a price is held.",
  },
  approve_submit_unpaid: {
    row: 7,
    from: ["input-required"],
    to: "auth-required",
    by: ["person"],
    payment: "require",
    when: "The person approves the submit, and the money is short.",
  },
  approve_submit: {
    row: 7,
    from: ["input-required"],
    to: "submitted",
    by: ["person"],
    payment: "hold",
    when: "The person approves the submit exactly as it was shown.",
  },
  decline_submit: {
    row: 8,
    from: ["input-required"],
    to: "rejected",
    by: ["person"],
    payment: "none",
    when: "The person declines the submit.",
  },
  submit_expired: {
    row: 9,
    from: ["input-required"],
    to: "draft",
    by: ["system"],
    payment: "none",
    when: "The submit was not decided within 72 hours.",
  },
  funded: {
    row: 10,
    from: ["auth-required"],
    to: "submitted",
    by: ["sender"],
    payment: "hold",
    when: "The missing money is funded.",
  },
  unfunded: {
    row: 11,
    from: ["auth-required"],
    to: "canceled",
    by: ["system"],
    payment: "void",
    when: "The price was not paid within 72 hours (`payment_not_completed`).",
  },
  start: {
    row: 12,
    from: ["submitted"],
    to: "working",
    by: ["recipient"],
    payment: "keep",
    when: "An addressed account accepts: by approving its checkpoint or by a first reply.",
  },
  decline: {
    row: 13,
    from: ["submitted"],
    to: "rejected",
    by: ["recipient", "system"],
    payment: "void",
    when: "The payee declines, or nobody is left who could take a free request.",
  },
  ask: {
    row: 14,
    from: OPEN,
    to: "input-required",
    by: ["sender", "recipient", "copy"],
    payment: "keep",
    when: "An agent asks its person something, or wants to do what it may not do by itself.",
  },
  answer: {
    row: 15,
    from: ["input-required"],
    to: "previous",
    by: ["sender", "person", "recipient", "system"],
    payment: "keep",
    when: "The person answers or approves, the sender answers another service, time runs out, or the payee signs meanwhile. It goes on where it was.",
  },
  refuse_action: {
    row: 16,
    from: ["input-required"],
    to: "previous",
    by: ["person"],
    payment: "keep",
    when: "The person declines the act. It is dropped and the work goes on.",
  },
  raise_price: {
    row: 17,
    from: ["working"],
    to: "auth-required",
    by: ["recipient"],
    payment: "keep",
    when: "The payee asks for a higher price. What is held stays held.",
  },
  raise_funded: {
    row: 17,
    from: ["auth-required"],
    to: "working",
    by: ["sender"],
    payment: "hold",
    when: "The sender funds the higher price.",
  },
  raise_dropped: {
    row: 17,
    from: ["auth-required"],
    to: "working",
    by: ["sender", "recipient", "system"],
    payment: "keep",
    when: "The higher price is declined, taken back or not answered in time.",
  },
  receipt: {
    row: 18,
    from: ["submitted", "working"],
    to: "completed",
    by: ["recipient"],
    payment: "release",
    when: "The addressed account signs the receipt, and the condition is met.",
  },
  receipt_accepted: {
    row: 19,
    from: ["submitted", "working"],
    to: "working",
    by: ["recipient"],
    payment: "release",
    when: "The payee signs, and the condition is `accepted`. The work goes on.",
  },
  complete: {
    row: 20,
    from: ["working"],
    to: "completed",
    by: ["recipient"],
    payment: "none",
    when: "An addressed account finishes work for which no price is held.",
  },
  cancel: {
    row: 21,
    from: OPEN,
    to: "canceled",
    by: ["sender", "recipient", "system"],
    payment: "void",
    when: "The sender or an addressed account cancels, and the review allows it.",
  },
  cancel_asks: {
    row: 22,
    from: OPEN,
    to: "input-required",
    by: ["review"],
    payment: "keep",
    when: "An agent cancels while a price is held: its person is asked.",
  },
  cancel_denied: {
    row: 23,
    from: OPEN,
    to: "same",
    by: ["review"],
    payment: "keep",
    when: "The sender cancels after the recipient met the condition: refused.",
  },
  cancel_approved: {
    row: 24,
    from: ["input-required"],
    to: "canceled",
    by: ["person"],
    payment: "void",
    when: "The person approves the cancel.",
  },
  cancel_declined: {
    row: 24,
    from: ["input-required"],
    to: "previous",
    by: ["person", "system"],
    payment: "keep",
    when: "The person declines the cancel, or time runs out.",
  },
  hold_expired: {
    row: 25,
    from: OPEN,
    to: "canceled",
    by: ["system"],
    payment: "void",
    when: "The hold reached its end (`hold_expired`). A met condition extends it once by seven days.",
  },
  fail: {
    row: 26,
    from: ["submitted", "working", "auth-required"],
    to: "failed",
    by: ["system"],
    payment: "void",
    when: "It stops on an error, such as a message that reaches nobody.",
  },
  price_asked: {
    row: 27,
    from: ["submitted", "working"],
    to: "auth-required",
    by: ["system"],
    payment: "require",
    when: "Its only recipient's inbox is at another service, which asks to be paid for what was sent without a price.",
  },
} as const satisfies Record<string, Transition>;

export type Verb = keyof typeof TRANSITIONS;
