import { defineCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { ConversationId, closed, Done } from "../base/schemas.ts";
import { HOUR_MS } from "../base/time.ts";
import {
  announceEnd,
  loadForClock,
  priceParties,
} from "../conversations/checkpoints/expire.ts";
import { nextVersion } from "../conversations/store/change.ts";
import { dueStore } from "../conversations/store/due_store.ts";
import { save } from "../conversations/store/save.ts";
import { expiryOf } from "../review/expiry.ts";

/** Tells payer and payee that a hold ends within a day. */
export const announceHoldEnd = defineCommand({
  name: "announce_hold_end",
  title: "Announce the end of a hold",
  description:
    "Tell the sender and the payee, once, that a held price goes back within a day unless the receipt is signed.",
  access: SYSTEM_ONLY,
  input: closed({ conversationId: ConversationId }),
  output: Done,
  chains: ({ conversationId }) => [conversationId],
  async run({ conversationId }, call) {
    const conversation = await loadForClock(call, conversationId);
    if (conversation?.payment?.status !== "held") return { done: false };
    const { payment } = conversation;
    const { id, captureBefore } = payment;
    if (captureBefore === null) return { done: false };
    const near = expiryOf(
      call,
      captureBefore - LIMITS.holdNoticeHours * HOUR_MS,
    );
    // A hold that has ended is expired, not announced.
    if (!near || call.now >= captureBefore) return { done: false };
    if (await dueStore(call.db).wasTold(id, captureBefore)) {
      return { done: false };
    }
    const next = nextVersion(call, conversation);
    const after = announceEnd(call, near, next, { ...payment, captureBefore });
    save(call, conversation, after, { notify: priceParties(conversation) });
    return { done: true };
  },
});
