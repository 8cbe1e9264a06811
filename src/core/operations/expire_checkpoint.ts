import { Type } from "typebox";
import { defineCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { ConversationId, closed, Done } from "../base/schemas.ts";
import { askedPositions } from "../conversations/checkpoints/checkpoint.ts";
import {
  closeExpired,
  loadForClock,
} from "../conversations/checkpoints/expire.ts";
import { nextVersion } from "../conversations/store/change.ts";
import { save } from "../conversations/store/save.ts";
import { expiryOf } from "../review/expiry.ts";

/** Closes a checkpoint that nobody answered in time. */
export const expireCheckpoint = defineCommand({
  name: "expire_checkpoint",
  title: "Expire a checkpoint",
  description:
    "Close a checkpoint that nobody answered in time. What waited for it goes back to where it was; that is no decline.",
  access: SYSTEM_ONLY,
  input: closed({
    conversationId: ConversationId,
    checkpointId: Type.String({ maxLength: LIMITS.idCharsMax }),
  }),
  output: Done,
  chains: ({ conversationId }) => [conversationId],
  async run({ conversationId, checkpointId }, call) {
    const conversation = await loadForClock(call, conversationId);
    const checkpoint = conversation?.checkpoints.find(
      (it) => it.id === checkpointId && it.status === "open",
    );
    if (!conversation || !checkpoint) return { done: false };
    const over = expiryOf(call, checkpoint.expiresAt);
    if (!over) return { done: false };
    const next = nextVersion(call, conversation);
    const after = closeExpired(call, over, next, checkpoint);
    const isMoved = after.state !== conversation.state;
    save(call, conversation, after, {
      notify: isMoved ? askedPositions(conversation, checkpoint) : [],
    });
    return { done: true };
  },
});
