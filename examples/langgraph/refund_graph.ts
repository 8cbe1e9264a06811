/** A shop's agent that may not give money back by itself: its person decides each refund. */
import type { BaseLanguageModelInput } from "@langchain/core/language_models/base";
import type { AIMessage, AIMessageChunk } from "@langchain/core/messages";
import { isAIMessage, ToolMessage } from "@langchain/core/messages";
import type { BaseCheckpointSaver } from "@langchain/langgraph";
import {
  END,
  interrupt,
  MessagesAnnotation,
  START,
  StateGraph,
} from "@langchain/langgraph";
import type { HumanInterrupt, HumanResponse } from "./src/mod.ts";

/** A chat model that knows the tool `refund_order`. */
export interface Model {
  invoke(input: BaseLanguageModelInput): Promise<AIMessage | AIMessageChunk>;
}

export interface RefundGraphOptions {
  readonly model: Model;
  /** Remembers the graph while it waits. */
  readonly checkpointer: BaseCheckpointSaver;
  /** Gives the money back. */
  readonly refund: (args: Readonly<Record<string, unknown>>) => Promise<string>;
}

type State = typeof MessagesAnnotation.State;

/** Model, then for each refund the person, then the model again, until it has an answer. */
export function refundGraph(options: RefundGraphOptions) {
  return new StateGraph(MessagesAnnotation)
    .addNode("model", async ({ messages }) => ({
      messages: [await options.model.invoke(messages)],
    }))
    .addNode("refund", (state) => refundOnceAllowed(state, options))
    .addEdge(START, "model")
    .addConditionalEdges("model", (state) => (callIn(state) ? "refund" : END))
    .addEdge("refund", "model")
    .compile({ checkpointer: options.checkpointer });
}

async function refundOnceAllowed(
  state: State,
  { refund }: RefundGraphOptions,
): Promise<{ messages: ToolMessage[] }> {
  const call = callIn(state);
  if (!call) return { messages: [] };
  // The first time, the graph stops here. It goes on with the person's answer.
  const [answer] = interrupt<HumanInterrupt[], HumanResponse[]>([
    {
      action_request: { action: call.name, args: call.args },
      config: {
        allow_accept: true,
        allow_edit: true,
        allow_respond: true,
        allow_ignore: true,
      },
      description: "A customer wants their money back. May I refund this?",
    },
  ]);
  const content = await outcomeOf(answer);
  return {
    messages: [new ToolMessage({ content, tool_call_id: call.id ?? "" })],
  };

  async function outcomeOf(it: HumanResponse | undefined): Promise<string> {
    if (it?.type === "accept") return await refund(call?.args ?? {});
    if (it?.type === "edit") return await refund(it.args.args);
    if (it?.type === "response")
      return `Not refunded. The shop says: ${it.args}`;
    return "Not refunded.";
  }
}

function callIn({ messages }: State) {
  const last = messages.at(-1);
  return last && isAIMessage(last) ? last.tool_calls?.[0] : undefined;
}
