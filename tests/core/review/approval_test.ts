import { expect, test } from "bun:test";
import type { CommandCall } from "../../../src/core/access/context.ts";
import type { Invite } from "../../../src/core/mail/invite_queue.ts";
import { InviteQueue } from "../../../src/core/mail/invite_queue.ts";
import type { Payment } from "../../../src/core/payments/model.ts";
import type { HoldTerms } from "../../../src/core/payments/rail.ts";
import {
  placeHold,
  raiseHold,
  refundPart,
} from "../../../src/core/payments/rail.ts";
import type { Approval } from "../../../src/core/review/review.ts";
import * as review from "../../../src/core/review/review.ts";
import {
  reviewApproved,
  reviewCancel,
  reviewPayment,
  reviewSubmit,
} from "../../../src/core/review/review.ts";
import { factsOf, NOTHING_SPENT } from "./facts.ts";

const EARNED = {
  byAgent: true,
  bySender: true,
  isPriced: true,
  isHeld: true,
  conditionMet: true,
};

const PAID = {
  ...NOTHING_SPENT,
  byAgent: true,
  areParties: true,
  price: 10_000_000,
  autoLimit: 10_000_000,
};

interface Approvals {
  readonly cancel: Approval<"cancel">;
  readonly pay: Approval<"payment">;
}

/**
 * Never runs: `tsc` reads it. Each line that an approval could be forged with
 * has to be an error; one that compiles makes its directive an error instead.
 */
export function forgeries(
  call: CommandCall,
  payment: Payment,
  invite: Invite,
  { cancel, pay }: Approvals,
  terms: HoldTerms,
): void {
  // @ts-expect-error an object of the right looks has not the key
  placeHold(call, { reviewId: "rev_1" }, payment, terms);
  // @ts-expect-error a symbol of the same description is another key
  const forged: Approval<"payment"> = {
    [Symbol("granted")]: "payment",
    reviewId: "",
  };
  placeHold(call, forged, payment, terms);
  // @ts-expect-error an approval of one act is none of another
  placeHold(call, cancel, payment, terms);
  // @ts-expect-error an allowance is made by asking for it alone
  const allowance: HoldTerms["allowance"] = { statements: [] };
  // @ts-expect-error no allowance at all
  placeHold(call, pay, payment, { ...terms, allowance: undefined });
  placeHold(call, pay, payment, { ...terms, allowance });
  // @ts-expect-error no approval at all
  placeHold(call, undefined, payment, terms);
  const raised = { ...payment, asked: 2 };
  // @ts-expect-error raising a hold takes an approval of a payment
  raiseHold(call, cancel, raised, terms);
  const paid = { ...payment, payeeId: "acc_1" };
  // @ts-expect-error a refund is a payment too
  refundPart(call, cancel, paid, { ...terms, amount: 1 });
  // @ts-expect-error and comes out of what the caller may spend
  refundPart(call, pay, paid, { conversationId: "cnv_1", amount: 1 });
  // @ts-expect-error a copy with another act is no approval
  void new InviteQueue(call, { ...cancel, act: "outward" }).queue(invite);
  const denied = reviewCancel(call, {}, EARNED);
  // @ts-expect-error a verdict may be a denial: it has to be looked at first
  void denied.grants.reviewId;
}

/** A call that can only make review ids. */
function idsOnly(): CommandCall {
  const call: Partial<CommandCall> = { newId: () => "rev_1" };
  return call as CommandCall;
}

test("the key of an approval is not exported, so that reviews alone make one", () => {
  const values = Object.values(review);
  expect(values.length).toBeGreaterThan(0);
  expect(values.every((value) => typeof value === "function")).toBe(true);
});

test("a payment between the parties is allowed, and between others denied", () => {
  const reviewed = (areParties: boolean) =>
    reviewPayment(idsOnly(), {}, { ...PAID, areParties });
  expect(reviewed(true).review.outcome).toBe("allow");
  expect(reviewed(true).grants?.reviewId).toBe("rev_1");
  expect(reviewed(false).review.outcome).toBe("deny");
  expect(reviewed(false).grants).toBeNull();
});

test("beyond its limits an agent's raise of a price grants nothing", () => {
  const outcome = (more: object) =>
    reviewPayment(idsOnly(), {}, { ...PAID, ...more }).review.outcome;
  expect(outcome({ price: 10_000_001 })).toBe("needs_person");
  expect(outcome({ price: 10_000_001, perPayment: 20_000_000 })).toBe("allow");
  expect(outcome({ price: 8_000_000, perPayment: 7_999_999 })).toBe(
    "needs_person",
  );
  expect(outcome({ price: 10_000_001, byAgent: false })).toBe("allow");
});

test("a denied review grants nothing", () => {
  const submit = reviewSubmit(idsOnly(), {}, factsOf({ fromIsOwn: false }));
  const cancel = reviewCancel(idsOnly(), {}, EARNED);
  for (const verdict of [submit, cancel]) {
    expect(verdict.review.outcome).toBe("deny");
    expect(verdict.grants).toBeNull();
  }
});

test("an allowed submit grants its three acts under one review", () => {
  const facts = factsOf({});
  const { review: found, grants } = reviewSubmit(idsOnly(), {}, facts);
  expect(found.outcome).toBe("allow");
  expect(Object.keys(grants ?? {})).toEqual(["payment", "contact", "outward"]);
  for (const grant of Object.values(grants ?? {})) {
    expect(grant.reviewId).toBe(found.reviewId);
  }
});

test("the digest of a review is bound to the exact action", () => {
  const facts = factsOf({});
  const digestOf = (action: object) =>
    reviewSubmit(idsOnly(), action, facts).review.actionDigest;
  expect(digestOf({ to: "a", price: "1" })).toBe(
    digestOf({ price: "1", to: "a" }),
  );
  expect(digestOf({ to: "a", price: "1" })).not.toBe(
    digestOf({ to: "a", price: "2" }),
  );
});

test("what asks for a person grants nothing, and their approval of it grants it", () => {
  const facts = factsOf({ price: 11_000_000 });
  const action = { to: "a", price: "11" };
  const asked = reviewSubmit(idsOnly(), action, facts);
  expect(asked.review.outcome).toBe("needs_person");
  expect(asked.grants).toBeNull();
  const approved = reviewApproved(reviewSubmit, idsOnly(), {
    waiting: asked.review,
    action: { price: "11", to: "a" },
    facts,
  });
  expect(approved?.grants).not.toBeNull();
});

test("an approval of one action grants nothing of another", () => {
  const facts = factsOf({ price: 11_000_000 });
  const { review: waiting } = reviewSubmit(idsOnly(), { price: "11" }, facts);
  const approved = reviewApproved(reviewSubmit, idsOnly(), {
    waiting,
    action: { price: "12" },
    facts,
  });
  expect(approved).toBeNull();
});

test("an approval does not lift a denial", () => {
  const facts = factsOf({ price: 11_000_000, blocked: true });
  const action = { price: "11" };
  const { review: waiting } = reviewSubmit(idsOnly(), action, facts);
  const approved = reviewApproved(reviewSubmit, idsOnly(), {
    waiting,
    action,
    facts,
  });
  expect(approved?.review.outcome).toBe("deny");
  expect(approved?.grants).toBeNull();
});
