import { Type } from "typebox";
import { defineCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { ConversationId, closed, Done } from "../base/schemas.ts";
import { actOfClock } from "../conversations/acts/act.ts";
import { askedPositions } from "../conversations/acts/checkpoints/checkpoint.ts";
import { closeExpired } from "../conversations/acts/decisions/table.ts";
import { isBeingPaid } from "../conversations/acts/settlement/hold_end.ts";
import { expiryOf } from "../review/expiry.ts";

/** Closes a checkpoint that was not answered in time. */
export const expireCheckpoint = defineCommand({
  name: "expire_checkpoint",
  title: "Expire a checkpoint",
  access: SYSTEM_ONLY,
  input: closed({
    conversationId: ConversationId,
    checkpointId: Type.String({ maxLength: LIMITS.idCharsMax }),
  }),
  output: Done,
  chains: ({ conversationId }) => [conversationId],
  run: ({ conversationId, checkpointId }, call) =>
    actOfClock(call, conversationId, (call, before, next) => {
      const checkpoint = before.checkpoints.find(
        (it) => it.id === checkpointId && it.status === "open",
      );
      const over = checkpoint && expiryOf(call, checkpoint.expiresAt);
      if (!over || isBeingPaid(before, checkpoint)) return undefined;
      const after = closeExpired(call, over, next, checkpoint);
      const isMoved = after.state !== before.state;
      return {
        after,
        notify: isMoved ? askedPositions(before, checkpoint) : [],
      };
    }),
});
