import { defineCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { ConversationId, closed, Done } from "../base/schemas.ts";
import { HOUR_MS } from "../base/time.ts";
import {
  cancelUnfunded,
  loadForClock,
} from "../conversations/checkpoints/expire.ts";
import { SENDER } from "../conversations/model/model.ts";
import { nextVersion } from "../conversations/store/change.ts";
import { save } from "../conversations/store/save.ts";
import { expiryOf } from "../review/expiry.ts";

/** Ends a submit that waited for money too long. */
export const cancelUnpaid = defineCommand({
  name: "cancel_unpaid",
  title: "Cancel an unpaid conversation",
  description:
    "End a conversation that its sender submitted and did not pay for within 72 hours.",
  access: SYSTEM_ONLY,
  input: closed({ conversationId: ConversationId }),
  output: Done,
  chains: ({ conversationId }) => [conversationId],
  async run({ conversationId }, call) {
    const conversation = await loadForClock(call, conversationId);
    if (conversation?.state !== "auth-required") return { done: false };
    // What is held already has an end of its own (docs/states.md, rows 17, 25).
    if (conversation.payment?.status === "held") return { done: false };
    const dueAt = conversation.stateAt + LIMITS.fundingHours * HOUR_MS;
    const over = expiryOf(call, dueAt);
    if (!over) return { done: false };
    const next = nextVersion(call, conversation);
    save(call, conversation, cancelUnfunded(call, over, next), {
      notify: [SENDER],
    });
    return { done: true };
  },
});
