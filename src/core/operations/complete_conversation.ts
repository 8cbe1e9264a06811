import { Type } from "typebox";
import { move, nextVersion } from "../conversations/change.ts";
import { supersedeOpen } from "../conversations/checkpoint.ts";
import { loadForMember, refuseClosed } from "../conversations/load.ts";
import { presentTo } from "../conversations/present_to.ts";
import { save } from "../conversations/save.ts";
import { ConversationSchema, StateSchema } from "../conversations/schemas.ts";
import { refuse } from "../conversations/state.ts";
import { ServiceError } from "../errors.ts";
import { defineCommand, MEMBER } from "../operation.ts";
import { ConversationId, closed } from "../schemas.ts";

/** Finishes work on a conversation that holds no price. */
export const completeConversation = defineCommand({
  name: "complete_conversation",
  title: "Complete a conversation",
  description:
    "As an addressed account that works on it, say that the work is finished. If a price is held, sign the receipt instead: that completes it too.",
  access: MEMBER,
  scope: "conversations:write",
  input: closed({ conversationId: ConversationId }),
  output: closed({
    conversationId: Type.String(),
    state: StateSchema,
    conversation: ConversationSchema,
  }),
  tool: { destructive: false, idempotent: true, openWorld: false },
  chains: ({ conversationId }) => [conversationId],
  async run({ conversationId }, call) {
    const { conversation, seat, me } = await loadForMember(
      call,
      conversationId,
    );
    if (me.role !== "to") {
      throw new ServiceError("not_addressed", {
        detail: "Cannot complete: only an account in `to` may.",
      });
    }
    refuseClosed(call, conversation, "complete it");
    refuse(conversation.state, "complete");
    if (conversation.payment?.status === "held") {
      throw new ServiceError("receipt_required", {
        detail: "Cannot complete: a price is held, so the receipt is needed.",
      });
    }
    const next = supersedeOpen(call, nextVersion(call, conversation));
    const after = move(call, next, conversation.state, "complete");
    save(call, conversation, after, { actor: me.position, notify: [0] });
    return {
      conversationId,
      state: after.state,
      conversation: await presentTo(call, after, { ...seat, unread: false }),
    };
  },
});
