import { defineCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { ConversationId, closed, Done } from "../base/schemas.ts";
import { actOfClock } from "../conversations/acts/act.ts";
import {
  priceParties,
  returnExpiredHold,
} from "../conversations/acts/settlement/hold_end.ts";
import { expiryOf } from "../review/expiry.ts";

/** Returns a held price at its end, or extends the hold once. */
export const expireHold = defineCommand({
  name: "expire_hold",
  title: "Expire a hold",
  access: SYSTEM_ONLY,
  input: closed({ conversationId: ConversationId }),
  output: Done,
  chains: ({ conversationId }) => [conversationId],
  run: ({ conversationId }, call) =>
    actOfClock(call, conversationId, async (call, before, next) => {
      const { payment } = before;
      if (payment?.status !== "held") return undefined;
      const over = expiryOf(call, payment.captureBefore);
      if (!over) return undefined;
      const after = await returnExpiredHold(call, over, next, payment);
      return { after, notify: priceParties(before) };
    }),
});
