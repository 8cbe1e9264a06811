import { defineCommand, OPERATOR_ONLY } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, filled, string } from "../base/schemas.ts";
import { cleanLine } from "../base/text.ts";
import { chainRailOf } from "../payments/chain/chain_port.ts";

/** Ends a movement on a chain, by the operator's decision. */
export const resolveMovement = defineCommand({
  name: "resolve_movement",
  title: "End a movement",
  access: OPERATOR_ONLY,
  input: closed({
    movementId: string("Id from `get_rail_status`."),
    reason: filled("What you found, for the record.", LIMITS.reasonCharsMax),
  }),
  output: closed({
    act: string("Its act."),
    conversationId: string("Its conversation."),
  }),
  chains: () => [],
  async run({ movementId, reason }, call) {
    const said = cleanLine(reason);
    const ended = await chainRailOf(call).resolve(call, movementId, said);
    const { act, conversationId } = ended;
    return { act, conversationId };
  },
});
