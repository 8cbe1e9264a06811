/**
 * Takes the newest request of an inbox, works on it with a graph, and lets the person of the
 * inbox decide: `INBOX_URL=… INBOX_TOKEN=svc_… bun run.ts`.
 */
import { env } from "node:process";
import { HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { Inbox } from "conversation-inbox-client";
import { refundGraph } from "./refund_graph.ts";
import { scriptedModel } from "./scripted_model.ts";
import { follow } from "./src/mod.ts";

/** Works on the newest request, and answers it. */
export async function workOnNewest(
  inbox: Inbox,
  log: (line: string) => void,
): Promise<void> {
  const { conversations } = await inbox.listConversations({
    view: "inbox",
    limit: 1,
  });
  const [newest] = conversations;
  if (!newest) return log("There is no request.");
  const { conversation } = await inbox.getConversation({
    conversationId: newest.id,
  });
  log(`Works on "${conversation.title}".`);

  const graph = refundGraph({
    model: scriptedModel(),
    checkpointer: new MemorySaver(),
    refund: async ({ order, amount }) =>
      `Refunded ${amount} for order ${order}.`,
  });
  // The conversation is the thread: after a restart, the same id finds the same graph.
  const config = { configurable: { thread_id: conversation.id } };
  const [request] = conversation.messages;
  await graph.invoke(
    { messages: [new HumanMessage(request?.text ?? "")] },
    config,
  );
  await follow(graph, config, {
    inbox,
    conversationId: conversation.id,
    onWaiting: (url) => log(`Waits for you at ${url}`),
  });

  const { values } = await graph.getState(config);
  const text: string = values.messages.at(-1).text;
  await inbox.sendMessage(
    { conversationId: conversation.id, text, mode: "reply" },
    { idempotencyKey: `answer:${conversation.id}` },
  );
  log(`Answered: ${text}`);
}

if (import.meta.main) {
  const { INBOX_URL: url = "http://localhost:3000", INBOX_TOKEN: token = "" } =
    env;
  await workOnNewest(new Inbox({ url, token }), console.log);
}
