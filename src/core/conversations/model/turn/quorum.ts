import type { Act } from "../acts.ts";
import type { Checkpoint, Conversation } from "../model.ts";
import { sumOf } from "./delegated.ts";

/** The decisions that spend the money of the account that is asked. */
const SPENDING: ReadonlySet<Act> = new Set(["submit", "raise_price", "refund"]);

/**
 * The amount that an approval spends of the asked account's money, in micro-USDC; an open one
 * of a refund with all refunds before it. Pure.
 */
export function spentBy(
  conversation: Pick<Conversation, "price" | "ownerId" | "payment">,
  checkpoint: Checkpoint,
): number {
  const { action, forAccountId, status } = checkpoint;
  if (action.act === "refund" && status === "open") {
    const before = conversation.payment?.refunded ?? 0;
    return sumOf(conversation, checkpoint) + before;
  }
  const isPayers =
    action.act === "proposal" && forAccountId === conversation.ownerId;
  return SPENDING.has(action.act) || isPayers
    ? sumOf(conversation, checkpoint)
    : 0;
}

/** An amount that an account would spend, and how many have to approve it. */
interface Spending {
  readonly accountId: string;
  readonly amount: number;
  readonly needed: number;
  readonly isRefund: boolean;
}

/** True once so many people approved the account's spending of at least an amount. Pure. */
export function isApprovedByAll(
  conversation: Conversation,
  { accountId, amount, needed, isRefund }: Spending,
): boolean {
  return conversation.checkpoints.some(
    (it) =>
      it.forAccountId === accountId &&
      (it.status === "open" || it.status === "approved") &&
      (it.action.act === "refund") === isRefund &&
      it.votes.length >= needed &&
      spentBy(conversation, it) >= amount,
  );
}
