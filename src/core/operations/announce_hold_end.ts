import { nextVersion } from "../conversations/change.ts";
import { dueStore } from "../conversations/due_store.ts";
import { announceEnd, loadForClock, sidesOf } from "../conversations/lapse.ts";
import { save } from "../conversations/save.ts";
import { LIMITS } from "../limits.ts";
import { defineCommand, SYSTEM_ONLY } from "../operation.ts";
import { lapse } from "../review/lapse.ts";
import { ConversationId, closed, Done } from "../schemas.ts";
import { HOUR_MS } from "../time.ts";

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
    const near = lapse(call, captureBefore - LIMITS.holdNoticeHours * HOUR_MS);
    // Once it is over there is nothing to announce: it is ended.
    if (!near || call.now >= captureBefore) return { done: false };
    if (await dueStore(call.db).wasTold(id, captureBefore)) {
      return { done: false };
    }
    const next = nextVersion(call, conversation);
    const after = announceEnd(call, near, next, { ...payment, captureBefore });
    save(call, conversation, after, { notify: sidesOf(conversation) });
    return { done: true };
  },
});
