import type { QueryCall } from "../../../access/context.ts";
import { decidesOn, isDelegate } from "../../../access/principal.ts";
import type { Checkpoint, Conversation } from "../model.ts";

type Deciding = Pick<QueryCall, "member" | "now">;

/**
 * True unless the caller only decides for the account and nothing in the conversation waits
 * for them: they read nothing else. Pure.
 */
export function isOpenTo(call: Deciding, conversation: Conversation): boolean {
  return (
    !isDelegate(call.member) ||
    conversation.checkpoints.some((it) => isTheirs(call, conversation, it))
  );
}

/** True unless a delegate was not given this decision: by its kind, its sum or its time. Pure. */
export function isTheirs(
  { member, now }: Deciding,
  conversation: Conversation,
  checkpoint: Checkpoint,
): boolean {
  if (!isDelegate(member)) return true;
  const { action, forAccountId, status, expiresAt } = checkpoint;
  return (
    status === "open" &&
    now < expiresAt &&
    forAccountId === member.accountId &&
    !isSide(conversation, member.team?.memberId) &&
    decidesOn(member, action.act) &&
    sumOf(conversation, checkpoint) <= (member.perPayment ?? Infinity)
  );
}

/** True for the account that asks or is paid in the conversation: it decides nothing for the other. */
function isSide(
  { participants }: Pick<Conversation, "participants">,
  accountId: string | undefined,
): boolean {
  return participants.some(
    (it) =>
      it.accountId === accountId && (it.role === "sender" || it.role === "to"),
  );
}

/** The sum that a decision is about, in micro-USDC: the whole price where it accepts. Pure. */
export function sumOf(
  { price }: Pick<Conversation, "price">,
  { action }: Pick<Checkpoint, "action">,
): number {
  switch (action.act) {
    case "ask":
    case "outward":
    case "grant":
      return 0;
    case "refund":
    case "arbitration":
      return Number(action.amount);
    case "dispute":
      return Number(action.return) + Number(action.release);
    default:
      return "price" in action ? Number(action.price) : price;
  }
}
