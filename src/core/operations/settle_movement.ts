import { defineCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { ConversationId, closed, Done } from "../base/schemas.ts";
import { actOfClock } from "../conversations/acts/act.ts";
import { settlePending } from "../conversations/acts/funding/settle_pending.ts";

/** Applies to a conversation what a chain did with its price. */
export const settleMovement = defineCommand({
  name: "settle_movement",
  title: "Settle a movement",
  access: SYSTEM_ONLY,
  input: closed({ conversationId: ConversationId }),
  output: Done,
  chains: ({ conversationId }) => [conversationId],
  run: ({ conversationId }, call) =>
    actOfClock(call, conversationId, (call, _before, next) =>
      settlePending(call, next),
    ),
});
