import { Type } from "typebox";
import { nextVersion } from "../conversations/change.ts";
import { lapseCheckpoint, loadForClock } from "../conversations/lapse.ts";
import { save } from "../conversations/save.ts";
import { LIMITS } from "../limits.ts";
import { defineCommand, SYSTEM_ONLY } from "../operation.ts";
import { lapse } from "../review/lapse.ts";
import { ConversationId, closed, Done } from "../schemas.ts";

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
    const over = lapse(call, checkpoint.expiresAt);
    if (!over) return { done: false };
    const next = nextVersion(call, conversation);
    const after = lapseCheckpoint(call, over, next, checkpoint);
    save(call, conversation, after, {
      notify: after.state === conversation.state ? [] : [0],
    });
    return { done: true };
  },
});
