import { defineCommand, OPERATOR_ONLY } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { ConversationId, closed, filled, integer } from "../base/schemas.ts";
import { cleanLine } from "../base/text.ts";
import { liftStops } from "../conversations/acts/settlement/lift_stops.ts";

/** Lets the captures of a conversation go on, by the operator's decision. */
export const liftStop = defineCommand({
  name: "lift_stop",
  title: "Resume captures",
  access: OPERATOR_ONLY,
  input: closed({
    conversationId: ConversationId,
    reason: filled("What you found, for the record.", LIMITS.reasonCharsMax),
  }),
  output: closed({
    lifted: integer("Number of stops lifted; 0 if there were none."),
  }),
  chains: ({ conversationId }) => [conversationId],
  run: ({ conversationId, reason }, call) =>
    liftStops(call, conversationId, cleanLine(reason)),
});
