import { Type } from "typebox";
import { defineCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { ConversationId, closed, Done } from "../base/schemas.ts";
import { actOfClock } from "../conversations/acts/act.ts";
import { escalated } from "../conversations/acts/decisions/escalate.ts";

/** Puts a checkpoint that nobody has answered before more people of its team, once. */
export const escalateCheckpoint = defineCommand({
  name: "escalate_checkpoint",
  title: "Escalate a checkpoint",
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
        ({ id }) => id === checkpointId,
      );
      return checkpoint && escalated(call, next, checkpoint);
    }),
});
