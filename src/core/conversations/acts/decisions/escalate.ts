import type { CommandCall } from "../../../access/context.ts";
import { HOUR_MS } from "../../../base/time.ts";
import { approvalStore } from "../../../identity/teams/approval_store.ts";
import { tellNeedsYou } from "../../../mail/notices.ts";
import { expiryOf } from "../../../review/expiry.ts";
import type { Done } from "../../model/acting.ts";
import type { Checkpoint, Conversation } from "../../model/model.ts";
import { askedPositions, tellBeside } from "../checkpoints/checkpoint.ts";
import { delegatesToTell } from "../checkpoints/stand_in.ts";
import { recordEvent } from "../store/change.ts";

/**
 * Asks everybody who may decide a checkpoint that was not answered in the time that its team's
 * owners, or its person, set; undefined if that is not due, or was done.
 */
export async function escalated(
  call: CommandCall,
  conversation: Conversation,
  checkpoint: Checkpoint,
): Promise<Done | undefined> {
  const { id, forAccountId, status, openedAt, escalatedAt } = checkpoint;
  const terms = await approvalStore(call.db).of(forAccountId);
  const hours = terms?.escalateAfter ?? null;
  const isOpen = status === "open" && escalatedAt === null;
  if (!isOpen || hours === null) return undefined;
  if (!expiryOf(call, openedAt + hours * HOUR_MS)) return undefined;
  recordEvent(call, conversation, "checkpoint.escalated", {
    checkpointId: id,
    audience: askedPositions(conversation, checkpoint),
  });
  const conversationId = conversation.id;
  const asked = { accountId: forAccountId, conversationId };
  await tellNeedsYou(call, asked);
  const more = await delegatesToTell(call, conversation, checkpoint);
  await tellBeside(call, asked, more);
  const told = more.length > 0 ? [...(checkpoint.told ?? []), ...more] : null;
  const checkpoints = conversation.checkpoints.map((it) =>
    it === checkpoint
      ? { ...it, escalatedAt: call.now, ...(told && { told }) }
      : it,
  );
  return { after: { ...conversation, checkpoints }, notify: [] };
}
