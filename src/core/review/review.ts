import type { CommandCall } from "../context.ts";
import { digestOf } from "../digest.ts";
import type {
  CancelFacts,
  OutwardFacts,
  PaymentFacts,
  RuleResult,
  SubmitFacts,
} from "./rules.ts";
import {
  CANCEL_RULES,
  judge,
  OUTWARD_RULES,
  PAYMENT_RULES,
  SUBMIT_RULES,
} from "./rules.ts";

/** What cannot commit without a review (specification, section 1). */
export type Act = "payment" | "contact" | "outward" | "cancel";

// Not exported: outside this file nothing has the key, so that an approval can
// be made by a review alone and an effect without one does not compile.
const granted = Symbol("granted");

/** The review's permission for one act. Effects take it as an argument. */
export interface Approval<A extends Act> {
  readonly [granted]: A;
  readonly reviewId: string;
}

/** The outcome of a review, as callers see it. */
export interface Review {
  readonly reviewId: string;
  readonly outcome: "allow" | "deny";
  readonly rules: readonly RuleResult[];
  /** SHA-256 over the RFC 8785 form of the exact action. */
  readonly actionDigest: string;
}

/** What an allowed submit may do. */
export interface SubmitGrants {
  readonly payment: Approval<"payment">;
  readonly contact: Approval<"contact">;
  readonly outward: Approval<"outward">;
}

/** A review with what it grants; nothing if it denies. */
export interface Verdict<Grants> {
  readonly review: Review;
  readonly grants: Grants | null;
}

/** Reviews a submit: the money, the new contacts and the outward mail it brings. */
export function reviewSubmit(
  call: CommandCall,
  action: object,
  facts: SubmitFacts,
): Verdict<SubmitGrants> {
  const review = reviewOf(call, action, judge(SUBMIT_RULES, facts));
  if (review.outcome === "deny") return { review, grants: null };
  return {
    review,
    grants: {
      payment: grant("payment", review),
      contact: grant("contact", review),
      outward: grant("outward", review),
    },
  };
}

/** Reviews a further message to an ordinary address. */
export function reviewOutward(
  call: CommandCall,
  action: object,
  facts: OutwardFacts,
): Verdict<Approval<"outward">> {
  const review = reviewOf(call, action, judge(OUTWARD_RULES, facts));
  if (review.outcome === "deny") return { review, grants: null };
  return { review, grants: grant("outward", review) };
}

/** Reviews a payment between the parties: a raised price, a refund. */
export function reviewPayment(
  call: CommandCall,
  action: object,
  facts: PaymentFacts,
): Verdict<Approval<"payment">> {
  const review = reviewOf(call, action, judge(PAYMENT_RULES, facts));
  if (review.outcome === "deny") return { review, grants: null };
  return { review, grants: grant("payment", review) };
}

/** Reviews a cancel before it commits. */
export function reviewCancel(
  call: CommandCall,
  action: object,
  facts: CancelFacts,
): Verdict<Approval<"cancel">> {
  const review = reviewOf(call, action, judge(CANCEL_RULES, facts));
  if (review.outcome === "deny") return { review, grants: null };
  return { review, grants: grant("cancel", review) };
}

function reviewOf(
  call: CommandCall,
  action: object,
  rules: readonly RuleResult[],
): Review {
  return {
    reviewId: call.newId("review"),
    outcome: rules.some((rule) => rule.outcome === "deny") ? "deny" : "allow",
    rules,
    actionDigest: digestOf(action),
  };
}

function grant<A extends Act>(act: A, review: Review): Approval<A> {
  return { [granted]: act, reviewId: review.reviewId };
}
