import { AIMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";

/** A model without a key and without a network: it proposes one refund, then reports it. */
export function scriptedModel() {
  return fakeModel()
    .respondWithTools([
      { name: "refund_order", args: { order: "1234", amount: "30.00" } },
    ])
    .respond((messages) => new AIMessage(messages.at(-1)?.text ?? ""));
}
