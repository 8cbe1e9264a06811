import { defineCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { ConversationId, closed, Done } from "../base/schemas.ts";
import { HOUR_MS } from "../base/time.ts";
import { actOfClock } from "../conversations/acts/act.ts";
import {
  announceEnd,
  priceParties,
} from "../conversations/acts/settlement/hold_end.ts";
import { dueStore } from "../conversations/acts/store/due_store.ts";
import { expiryOf } from "../review/expiry.ts";

/** Tells payer and payee that a hold ends within a day. */
export const announceHoldEnd = defineCommand({
  name: "announce_hold_end",
  title: "Announce the end of a hold",
  access: SYSTEM_ONLY,
  input: closed({ conversationId: ConversationId }),
  output: Done,
  chains: ({ conversationId }) => [conversationId],
  run: ({ conversationId }, call) =>
    actOfClock(call, conversationId, async (call, before, next) => {
      const { payment } = before;
      if (payment?.status !== "held") return undefined;
      const { id, captureBefore } = payment;
      if (captureBefore === null) return undefined;
      const near = expiryOf(
        call,
        captureBefore - LIMITS.holdNoticeHours * HOUR_MS,
      );
      // A hold that has ended is expired, not announced.
      if (!near || call.now >= captureBefore) return undefined;
      if (await dueStore(call.db).wasTold(id, captureBefore)) return undefined;
      const ending = { ...payment, captureBefore };
      const after = announceEnd(call, near, next, ending);
      return { after, notify: priceParties(before) };
    }),
});
