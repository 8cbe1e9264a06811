import { defineCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { ConversationId, closed, Done } from "../base/schemas.ts";
import { actOfClock } from "../conversations/acts/act.ts";
import { askArbiter } from "../conversations/acts/disputes/arbiter.ts";
import { doAtDeadline } from "../conversations/acts/settlement/deadline.ts";
import { freezeOf } from "../conversations/model/terms/disputed.ts";
import { expiryOf } from "../review/expiry.ts";

/** Ends what was not accepted or not delivered by its deadline, and asks an arbiter. */
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
      if (!over) return undefined;
      return freezeOf(next)
        ? askArbiter(call, over, next)
        : doAtDeadline(call, over, next);
    }),
});
