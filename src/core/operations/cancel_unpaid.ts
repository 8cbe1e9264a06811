import { defineCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { ConversationId, closed, Done } from "../base/schemas.ts";
import { actOfClock } from "../conversations/acts/act.ts";
import { cancelUnfunded } from "../conversations/acts/settlement/hold_end.ts";
import { SENDER } from "../conversations/model/model.ts";
import { fundBy } from "../conversations/model/turn/taken.ts";
import { expiryOf } from "../review/expiry.ts";

/** Ends a submit that has waited for money too long. */
export const cancelUnpaid = defineCommand({
  name: "cancel_unpaid",
  title: "Cancel an unpaid conversation",
  access: SYSTEM_ONLY,
  input: closed({ conversationId: ConversationId }),
  output: Done,
  chains: ({ conversationId }) => [conversationId],
  run: ({ conversationId }, call) =>
    actOfClock(call, conversationId, (call, before, next) => {
      if (before.state !== "auth-required") return undefined;
      // A hold expires on its own (docs/states.md, rows 17, 25).
      if (before.payment?.status === "held") return undefined;
      // The chain decides what becomes of it.
      if (before.payment?.pendingAt) return undefined;
      const over = expiryOf(call, fundBy(before));
      if (!over) return undefined;
      return { after: cancelUnfunded(call, over, next), notify: [SENDER] };
    }),
});
