import { Type } from "typebox";
import { defineCommand, OPERATOR_ONLY } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, string } from "../base/schemas.ts";
import { cleanLine } from "../base/text.ts";
import { chainRailOf } from "../payments/chain/chain_port.ts";

/** The operator's word that a movement on a chain ends. */
export const resolveMovement = defineCommand({
  name: "resolve_movement",
  title: "End a movement",
  description:
    "End a movement that does not go on: what a wallet signed counts as refused, and what was to be captured goes back to its payer. Both sides are told.",
  access: OPERATOR_ONLY,
  input: closed({
    movementId: string("As `get_rail_status` names it."),
    reason: Type.String({
      description: "What was found, for the record.",
      minLength: 1,
      maxLength: LIMITS.reasonCharsMax,
    }),
  }),
  output: closed({
    act: string("What it did."),
    conversationId: string("For what."),
  }),
  chains: () => [],
  async run({ movementId, reason }, call) {
    const said = cleanLine(reason);
    const ended = await chainRailOf(call).resolve(call, movementId, said);
    const { act, conversationId } = ended;
    return { act, conversationId };
  },
});
