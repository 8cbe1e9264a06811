import { defineCommand, OPERATOR_ONLY } from "../access/operation.ts";
import { closed, string } from "../base/schemas.ts";
import { chainRailOf } from "../payments/chain/chain_port.ts";

/** Tries a movement on a chain again, by the operator's decision. */
export const retryMovement = defineCommand({
  name: "retry_movement",
  title: "Retry a movement",
  access: OPERATOR_ONLY,
  input: closed({ movementId: string("Id from `get_rail_status`.") }),
  output: closed({
    act: string("Its act."),
    conversationId: string("Its conversation."),
  }),
  chains: () => [],
  async run({ movementId }, call) {
    const { act, conversationId } = await chainRailOf(call).retry(
      call,
      movementId,
    );
    return { act, conversationId };
  },
});
