import { LIMITS } from "../../../src/core/base/limits.ts";
import type { Hex } from "../../../src/core/base/rails/chain.ts";
import type { PaymentInfo } from "../../../src/core/payments/terms/payment_info.ts";
import { paidBy } from "./chain_books.ts";
import type { EscrowState } from "./escrow_calls.ts";
import { authorizeCall, captureCall, voidCall } from "./escrow_calls.ts";
import type { ChainIntent } from "./intent_store.ts";
import type { RefundFacts } from "./refund/refund_done.ts";
import { transferCall } from "./refund/transfer_calls.ts";

/** One hold of a payment, with the escrow's final state of it. */
export interface HeldPart {
  readonly intent: ChainIntent;
  readonly info: PaymentInfo;
  readonly signature: Hex;
  readonly state: EscrowState;
}

/** The next step of a movement. */
export type Step =
  | {
      readonly do: "confirm";
      /** For an end other than decided: the amount that the payee got, and why; a part has no why. */
      readonly captured?: number;
      readonly problem?: string;
    }
  | { readonly do: "refuse"; readonly problem: string }
  | { readonly do: "wait" }
  | {
      readonly do: "send";
      readonly data: Hex;
      /** The escrow if absent. */
      readonly to?: "token";
    };

/** The facts to decide by, all as of one final block. */
export interface StepFacts {
  readonly intent: ChainIntent;
  /** All movements of the payment, in the order of their decisions. */
  readonly all: readonly ChainIntent[];
  readonly parts: readonly HeldPart[];
  /** True while the conversation's captures wait for the operator. */
  readonly isStopped: boolean;
  /** For a refund: what its payee signed, and what became of it. */
  readonly refund?: RefundFacts | undefined;
  readonly collector: Hex;
  /** Seconds since the epoch, by the chain's clock. */
  readonly timestamp: number;
}

/**
 * The next step of a movement by the escrow's state: nothing is done twice, whoever did it
 * and whatever was forgotten.
 */
export function movementStep(facts: StepFacts): Step {
  const { intent, all } = facts;
  const isOpen = (it: ChainIntent) => it.state === "open" && it.id < intent.id;
  // One movement of a payment at a time, in order.
  if (all.some(isOpen)) return { do: "wait" };
  return intent.isWatched ? watched(facts) : STEPS[intent.act](facts);
}

/** Another service's act is waited for; the payer's signature counts until its end. */
function watched(facts: StepFacts): Step {
  const { intent, all, parts, timestamp } = facts;
  if (intent.act === "hold") {
    const part = parts.find((it) => it.intent.id === intent.id);
    if (!part) return { do: "refuse", problem: "It has no terms" };
    const { info, state } = part;
    const { isCollected, capturable, refundable } = state;
    // An operator may take less than was signed: that is no hold of the price.
    const isPart = capturable > 0 && capturable + refundable < intent.amount;
    if (isCollected) return { do: isPart ? "wait" : "confirm" };
    return timestamp < info.preApprovalExpiry
      ? { do: "wait" }
      : { do: "refuse", problem: "The other service didn't take it in time" };
  }
  if (!areHeld(parts)) return { do: "wait" };
  const isHeld = parts.some(({ state }) => state.capturable > 0);
  if (!isHeld) return ended(facts);
  const captured = paidHere(facts);
  const isShown = captured > 0 && all.length < LIMITS.chainPartsWatchedMax;
  // A part was paid out. The rest is watched by another row.
  return isShown ? { do: "confirm", captured } : { do: "wait" };
}

const STEPS: Readonly<Record<ChainIntent["act"], (facts: StepFacts) => Step>> =
  { hold, capture, void: giveBack, refund: giveBackLater };

function hold({ intent, parts, collector, timestamp }: StepFacts): Step {
  const part = parts.find((it) => it.intent.id === intent.id);
  if (!part) return { do: "refuse", problem: "It has no terms" };
  const { info, signature, state } = part;
  if (state.isCollected) return { do: "confirm" };
  if (timestamp >= info.preApprovalExpiry) {
    return { do: "refuse", problem: "The payer's signature has expired" };
  }
  return { do: "send", data: authorizeCall(info, collector, signature) };
}

function capture(facts: StepFacts): Step {
  const { intent, parts, isStopped, timestamp } = facts;
  if (isStopped || !areHeld(parts)) return { do: "wait" };
  const owed = intent.amount - paidHere(facts);
  const next = parts.find(({ state }) => state.capturable > 0);
  if (!next || owed <= 0) return ended(facts);
  const { info, state } = next;
  // Too late, or given up by the operator: what is there is returned, which ends it.
  const isOver = timestamp >= info.authorizationExpiry || intent.captured === 0;
  if (isOver) return { do: "send", data: voidCall(info) };
  // Less than was held if it is a part, or somebody else captured some.
  const amount = Math.min(state.capturable, owed);
  return { do: "send", data: captureCall(info, amount) };
}

function giveBack(facts: StepFacts): Step {
  const { parts } = facts;
  if (!areHeld(parts)) return { do: "wait" };
  const next = parts.find(({ state }) => state.capturable > 0);
  return next ? { do: "send", data: voidCall(next.info) } : ended(facts);
}

/** The end of a movement as the chain did it, which may differ from the decision. */
function ended(facts: StepFacts): Step {
  const { act, amount } = facts.intent;
  const captured = paidHere(facts);
  if (captured === (act === "void" ? 0 : amount)) return { do: "confirm" };
  const problem = `The payee got ${captured} of ${amount} on the chain`;
  return { do: "confirm", captured, problem };
}

/** The amount that the payee has got beyond what earlier movements paid. */
function paidHere({ intent, all, parts }: StepFacts): number {
  const got = parts.reduce((sum, { state }) => sum + state.refundable, 0);
  return got - paidBy(all.filter(({ id }) => id < intent.id)).released;
}

function giveBackLater({ intent, all, refund, timestamp }: StepFacts): Step {
  if (!refund) return { do: "refuse", problem: "It has no signature" };
  const { authorization, signature, is } = refund;
  if (is === "done") return { do: "confirm" };
  if (is === "unknown") return { do: "wait" };
  if (paidBy(all).released < intent.amount) {
    return { do: "refuse", problem: "Less than that was captured" };
  }
  if (is === "spent") {
    const problem =
      "The payee's signature was canceled or used for something else";
    return { do: "refuse", problem };
  }
  if (timestamp >= authorization.validBefore) {
    return { do: "refuse", problem: "The payee's signature has expired" };
  }
  const data = transferCall(authorization, signature);
  return { do: "send", to: "token", data };
}

/** If the escrow does not know a hold that counts, the block was old. */
function areHeld(parts: readonly HeldPart[]): boolean {
  return parts.every(({ state }) => state.isCollected);
}
