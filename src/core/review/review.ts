/**
 * May this effect commit, or has a person to be asked first? `rules.ts` and its neighbours
 * are the rules, `facts.ts` what they look at, `nature.ts` what a file is. Only this
 * room makes an `Approval`, which the effects take as an argument.
 * @module
 */
import type { QueryCall } from "../access/context.ts";
import { digestOf } from "../base/digest.ts";
import type { AcceptFacts } from "./accept_rules.ts";
import { ACCEPT_RULES } from "./accept_rules.ts";
import type { ContactFacts } from "./contact_rules.ts";
import { CONTACT_RULES } from "./contact_rules.ts";
import type {
  ActingFacts,
  CancelFacts,
  OutwardFacts,
  PaymentFacts,
  SubmitFacts,
} from "./facts.ts";
import type { RuleOutcome, RuleResult } from "./rule.ts";
import { judge, outcomeOf } from "./rule.ts";
import {
  ADDED_RULES,
  CANCEL_RULES,
  OUTWARD_RULES,
  PAYMENT_RULES,
  SUBMIT_RULES,
} from "./rules.ts";

/** The acts that cannot commit without a review (docs/review_rules.md). */
export type Effect =
  | "payment"
  | "contact"
  | "outward"
  | "cancel"
  | "acceptance";

/** The facts about another message. */
export type FurtherFacts = OutwardFacts & AcceptFacts;

// Not exported: only a review has the key to make an approval, so that an effect without
// one does not compile.
const granted = Symbol("granted");

/** The review's permission for one act. Effects take it as an argument. */
export interface Approval<A extends Effect> {
  readonly [granted]: A;
  readonly reviewId: string;
}

/** The outcome of a review, as callers see it. */
export interface Review {
  readonly reviewId: string;
  readonly outcome: RuleOutcome;
  readonly rules: readonly RuleResult[];
  /** SHA-256 of the RFC 8785 form of the exact action. */
  readonly actionDigest: string;
}

/** The approvals of an allowed submit. */
export interface SubmitGrants {
  readonly payment: Approval<"payment">;
  readonly contact: Approval<"contact">;
  readonly outward: Approval<"outward">;
}

/** A review and its grants; none unless it allows the action. */
export interface Verdict<Grants> {
  readonly review: Review;
  readonly grants: Grants | null;
}

type Reviewer = Pick<QueryCall, "newId">;

/** Reviews a submit: its money, new contacts and outward mail. */
export function reviewSubmit(
  call: Reviewer,
  action: object,
  facts: SubmitFacts,
): Verdict<SubmitGrants> {
  const review = reviewOf(call, action, judge(SUBMIT_RULES, facts));
  if (review.outcome !== "allow") return { review, grants: null };
  return {
    review,
    grants: {
      payment: grant("payment", review),
      contact: grant("contact", review),
      outward: grant("outward", review),
    },
  };
}

/**
 * Reviews another message: as outward if ordinary addresses read it, and as an acceptance if
 * it is one.
 */
export function reviewFurther(
  call: Reviewer,
  action: object,
  facts: FurtherFacts,
): Verdict<Approval<"outward">> {
  const added = facts.outsiders.length > 0 ? OUTWARD_RULES : ADDED_RULES;
  const rules = [...judge(added, facts), ...judge(ACCEPT_RULES, facts)];
  const review = reviewOf(call, action, rules);
  if (review.outcome !== "allow") return { review, grants: null };
  return { review, grants: grant("outward", review) };
}

/** Reviews other acts that accept a request. */
export function reviewAccept(
  call: Reviewer,
  action: object,
  facts: AcceptFacts,
): Verdict<Approval<"acceptance">> {
  const review = reviewOf(call, action, judge(ACCEPT_RULES, facts));
  if (review.outcome !== "allow") return { review, grants: null };
  return { review, grants: grant("acceptance", review) };
}

/** Reviews a payment between the parties: a raised price, a refund. */
export function reviewPayment(
  call: Reviewer,
  action: object,
  facts: PaymentFacts,
): Verdict<Approval<"payment">> {
  const review = reviewOf(call, action, judge(PAYMENT_RULES, facts));
  if (review.outcome !== "allow") return { review, grants: null };
  return { review, grants: grant("payment", review) };
}

/** Reviews the privileges that a change of a contact grants. */
export function reviewContact(
  call: Reviewer,
  action: object,
  facts: ContactFacts,
): Verdict<Approval<"contact">> {
  const review = reviewOf(call, action, judge(CONTACT_RULES, facts));
  if (review.outcome !== "allow") return { review, grants: null };
  return { review, grants: grant("contact", review) };
}

/** Reviews a cancel before it commits. */
export function reviewCancel(
  call: Reviewer,
  action: object,
  facts: CancelFacts,
): Verdict<Approval<"cancel">> {
  const review = reviewOf(call, action, judge(CANCEL_RULES, facts));
  if (review.outcome !== "allow") return { review, grants: null };
  return { review, grants: grant("cancel", review) };
}

/** An action that waits for a decision, by its digest. */
interface Waiting {
  readonly actionDigest: string;
}

/** True if an action is exactly the one that a person was asked about. */
export function isAsAsked({ actionDigest }: Waiting, action: object): boolean {
  return digestOf(action) === actionDigest;
}

/**
 * Reviews what a person has approved: rules that ask for a person are satisfied, a denial
 * still denies. Null, without grants, if the action is no longer exactly the one that they
 * were asked about.
 */
export function reviewApproved<Facts extends ActingFacts, Grants>(
  review: (call: Reviewer, action: object, facts: Facts) => Verdict<Grants>,
  call: Reviewer,
  approved: {
    readonly waiting: Waiting;
    readonly action: object;
    readonly facts: Facts;
  },
): Verdict<Grants> | null {
  const { waiting, action, facts } = approved;
  if (!isAsAsked(waiting, action)) return null;
  return review(call, action, { ...facts, byAgent: false });
}

/** The rules that stop an action, which a refusal lists and a person is asked about. */
export function objectionsOf({
  rules,
}: Pick<Review, "rules">): readonly RuleResult[] {
  return rules.filter(({ outcome }) => outcome !== "allow");
}

function reviewOf(
  call: Reviewer,
  action: object,
  rules: readonly RuleResult[],
): Review {
  let digest: string | undefined;
  return {
    reviewId: call.newId("review"),
    outcome: outcomeOf(rules),
    rules,
    // Most reviews only ask whether something is allowed, and never need the digest.
    get actionDigest() {
      digest ??= digestOf(action);
      return digest;
    },
  };
}

function grant<A extends Effect>(act: A, review: Review): Approval<A> {
  return { [granted]: act, reviewId: review.reviewId };
}
