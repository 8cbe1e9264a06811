import type { Static, TObject } from "typebox";
import type { Command, CommandDefinition } from "../../../access/operation.ts";
import { defineCommand } from "../../../access/operation.ts";
import type { ConversationId } from "../../../base/schemas.ts";
import {
  ConversationIdWord,
  closed,
  described,
} from "../../../base/schemas.ts";
import type { ActDefinition } from "../../acts/act.ts";
import type { Done } from "../../model/acting.ts";
import { PaymentSchema } from "../../model/payment_schema.ts";
import { ConversationSeen, StateNow } from "../../model/schemas.ts";
import { act, withPayment } from "./answer.ts";

/** The result of changing a conversation's payment. */
export const PaidResult = closed({
  conversationId: ConversationIdWord,
  state: StateNow,
  payment: described(PaymentSchema, "The current price."),
  conversation: ConversationSeen,
});

type Named = TObject<{ conversationId: typeof ConversationId }>;

interface PaidAct<I extends Named>
  extends Omit<
    CommandDefinition<I, typeof PaidResult>,
    "output" | "chains" | "run"
  > {
  act(input: Static<I>): ActDefinition<Done>;
}

/** Defines an act on one conversation that answers with its price. */
export function definePaidAct<I extends Named>({
  act: how,
  ...definition
}: PaidAct<I>): Command<I, typeof PaidResult> {
  const idIn = (input: Static<I>) => (input as Static<Named>).conversationId;
  return defineCommand({
    ...definition,
    output: PaidResult,
    chains: (input) => [idIn(input)],
    run: async (input, call) =>
      withPayment(await act(call, idIn(input), how(input))),
  });
}
