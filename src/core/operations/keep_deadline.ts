import { defineCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { ConversationId, closed, Done } from "../base/schemas.ts";
import { actOfClock } from "../conversations/acts/act.ts";
import { doAtDeadline } from "../conversations/acts/settlement/deadline.ts";
import { expiryOf } from "../review/expiry.ts";

/** Ends what was not accepted or not delivered by its deadline. */
export const keepDeadline = defineCommand({
  name: "keep_deadline",
  title: "Keep a deadline",
  access: SYSTEM_ONLY,
  input: closed({ conversationId: ConversationId }),
  output: Done,
  chains: ({ conversationId }) => [conversationId],
  run: ({ conversationId }, call) =>
    actOfClock(call, conversationId, (call, before, next) => {
      const over = expiryOf(call, before.terms?.next ?? null);
      return over && doAtDeadline(call, over, next);
    }),
});
