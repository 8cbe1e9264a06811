import { Type } from "typebox";
import { defineCommand, OPERATOR_ONLY } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { ConversationId, closed, integer } from "../base/schemas.ts";
import { cleanLine } from "../base/text.ts";
import { liftStops } from "../conversations/acts/settlement/lift_stops.ts";

/** The operator's word that the captures of a conversation may go on. */
export const liftStop = defineCommand({
  name: "lift_stop",
  title: "Let captures go on",
  description:
    "Let what a conversation holds on a chain be captured again, after somebody else's transaction moved it. The conversation's record says so, with the reason.",
  access: OPERATOR_ONLY,
  input: closed({
    conversationId: ConversationId,
    reason: Type.String({
      description: "What was found, for the record.",
      minLength: 1,
      maxLength: LIMITS.reasonCharsMax,
    }),
  }),
  output: closed({ lifted: integer("How many stops; 0 if there was none.") }),
  chains: ({ conversationId }) => [conversationId],
  run: ({ conversationId, reason }, call) =>
    liftStops(call, conversationId, cleanLine(reason)),
});
