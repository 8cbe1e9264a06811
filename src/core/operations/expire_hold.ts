import { defineCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { ConversationId, closed, Done } from "../base/schemas.ts";
import {
  loadForClock,
  priceParties,
  returnExpiredHold,
} from "../conversations/checkpoints/expire.ts";
import { nextVersion } from "../conversations/store/change.ts";
import { save } from "../conversations/store/save.ts";
import { expiryOf } from "../review/expiry.ts";

/** Gives back a held price whose time is over, or extends it once. */
export const expireHold = defineCommand({
  name: "expire_hold",
  title: "Expire a hold",
  description:
    "Give a held price back to its payer once the hold is over, and end the conversation; or extend it once if the condition was met in time.",
  access: SYSTEM_ONLY,
  input: closed({ conversationId: ConversationId }),
  output: Done,
  chains: ({ conversationId }) => [conversationId],
  async run({ conversationId }, call) {
    const conversation = await loadForClock(call, conversationId);
    if (conversation?.payment?.status !== "held") return { done: false };
    const { payment } = conversation;
    const over = expiryOf(call, payment.captureBefore);
    if (!over) return { done: false };
    const next = nextVersion(call, conversation);
    const after = await returnExpiredHold(call, over, next, payment);
    save(call, conversation, after, { notify: priceParties(conversation) });
    return { done: true };
  },
});
