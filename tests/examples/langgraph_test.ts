import { expect, test } from "bun:test";
import { HumanMessage } from "@langchain/core/messages";
import {
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { refundGraph } from "../../examples/langgraph/refund_graph.ts";
import { workOnNewest } from "../../examples/langgraph/run.ts";
import { scriptedModel } from "../../examples/langgraph/scripted_model.ts";
import type {
  HumanInterrupt,
  HumanResponse,
} from "../../examples/langgraph/src/mod.ts";
import { advance } from "../../examples/langgraph/src/mod.ts";
import { Inbox } from "../../packages/client/src/mod.ts";
import { startService } from "../harness.ts";
import { shared } from "../shared.ts";

const service = shared(startService);
const ALL = {
  allow_accept: true,
  allow_edit: true,
  allow_respond: true,
  allow_ignore: true,
};
let shops = 0;

/** A shop with a customer's request, its agent, and the person of its inbox. */
async function shopWithRequest() {
  const url = service().baseUrl;
  const shop = await service().addAccount(`shop-${++shops}`);
  const customer = await service().addAccount(`customer-${shops}`);
  const session = await service().addSession(shop);
  const [agent, person, writer] = [shop, session, customer].map(
    ({ token }) => new Inbox({ url, token }),
  ) as [Inbox, Inbox, Inbox];
  const { conversationId } = await writer.createConversation({
    to: [shop.address],
    title: "Broken cup",
    text: "My cup of order 1234 is broken.",
    submit: true,
  });
  return { agent, person, writer, conversationId };
}

/** A graph in a process of its own: with its saver's bytes, and nothing else of an earlier one. */
async function startGraph(
  { agent: inbox, conversationId }: { agent: Inbox; conversationId: string },
  kept?: MemorySaver,
) {
  const checkpointer = new MemorySaver();
  if (kept) {
    checkpointer.storage = structuredClone(kept.storage);
    checkpointer.writes = structuredClone(kept.writes);
  }
  const refunds: unknown[] = [];
  const model = scriptedModel();
  const config = { configurable: { thread_id: conversationId } };
  const graph = refundGraph({
    model,
    checkpointer,
    async refund(args) {
      refunds.push(args);
      return `Refunded ${args.amount}.`;
    },
  });
  if (kept) await model.invoke("It has proposed the refund already.");
  else await graph.invoke({ messages: [new HumanMessage("Broken.")] }, config);
  return {
    checkpointer,
    refunds,
    advance: () => advance(graph, config, { inbox, conversationId }),
    said: async () =>
      (await graph.getState(config)).values.messages.at(-1).text,
  };
}

const questionsIn = async (inbox: Inbox, conversationId: string) =>
  (
    await inbox.getConversation({ conversationId })
  ).conversation.checkpoints.filter(({ act }) => act === "ask");

/** The newest message, without the reference that ends a question. */
async function lastTextFor(inbox: Inbox, conversationId: string) {
  const { conversation } = await inbox.getConversation({ conversationId });
  const { text = "" } = conversation.messages.at(-1) ?? {};
  return text.replace(/\n\nReference: `\w+\/0\/1`$/, "");
}

const QUESTION = `A customer wants their money back. May I refund this?

**refund_order**
- order: 1234
- amount: 30.00

Answer \`yes\` to accept it. Answer what changes as JSON: \`{"amount":"30.00"}\`. The agent reads any other answer as your words. *Don't answer* leaves it alone.`;

const ANSWERS = [
  {
    answer: { decision: "approve", comment: "Yes." },
    refunds: [{ order: "1234", amount: "30.00" }],
    said: "Refunded 30.00.",
  },
  {
    answer: { decision: "approve", comment: '{"amount": "15.00"}' },
    refunds: [{ order: "1234", amount: "15.00" }],
    said: "Refunded 15.00.",
  },
  {
    answer: { decision: "approve", comment: "Ask for a picture" },
    refunds: [],
    said: "Not refunded. The shop says: Ask for a picture",
  },
  { answer: { decision: "decline" }, refunds: [], said: "Not refunded." },
] as const;

test("an interrupt waits in the inbox of the agent's person, and the graph goes on with their answer, after a restart, too", async () => {
  for (const { answer, refunds, said } of ANSWERS) {
    const shop = await shopWithRequest();
    const { agent, person, writer, conversationId } = shop;
    const before = await startGraph(shop);
    const waiting = await before.advance();
    expect(waiting).toMatchObject({
      status: "waiting",
      approvalUrl: expect.stringContaining(`/c/${conversationId}#chk_`),
    });
    expect(await before.advance()).toEqual(waiting);
    expect(await lastTextFor(agent, conversationId)).toBe(QUESTION);
    expect(await questionsIn(agent, conversationId)).toHaveLength(1);
    const { conversation } = await writer.getConversation({ conversationId });
    expect(conversation.messages).toHaveLength(1);

    const after = await startGraph(shop, before.checkpointer);
    expect(await after.advance()).toEqual(waiting);
    const [{ checkpointId = "" } = {}] = await questionsIn(
      agent,
      conversationId,
    );
    await person.recordHilDecision({ conversationId, checkpointId, ...answer });
    expect(await after.advance()).toEqual({ status: "done" });
    expect(await after.advance()).toEqual({ status: "done" });
    expect(after.refunds).toEqual([...refunds]);
    expect(await after.said()).toBe(said);
    expect(await questionsIn(agent, conversationId)).toHaveLength(1);
  }
});

test("a message of the person answers like a comment, and one to the customer is not taken for a yes", async () => {
  const shop = await shopWithRequest();
  const graph = await startGraph(shop);
  await graph.advance();
  const { person, conversationId } = shop;
  await person.sendMessage({ conversationId, text: "We look into it." });
  expect(await graph.advance()).toEqual({ status: "done" });
  expect(graph.refunds).toEqual([]);
  expect(await graph.said()).toContain("We look into it.");
});

test("two interrupts at once are asked one after the other, and again where the answer is not allowed", async () => {
  const { agent: inbox, person, conversationId } = await shopWithRequest();
  const needed = { ...ALL, allow_ignore: false, allow_respond: false };
  const asked = (action: string, config: HumanInterrupt["config"]) => () => {
    const [answer] = interrupt<HumanInterrupt[], HumanResponse[]>([
      { action_request: { action, args: {} }, config },
    ]);
    return { messages: [new HumanMessage(`${action} ${answer?.type}`)] };
  };
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("one", asked("one", ALL))
    .addNode("two", asked("two", needed))
    .addEdge(START, "one")
    .addEdge(START, "two")
    .compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: conversationId } };
  await graph.invoke({ messages: [] }, config);
  for (const decision of ["approve", "decline", "approve"] as const) {
    expect(
      await advance(graph, config, { inbox, conversationId }),
    ).toMatchObject({ status: "waiting" });
    const open = (await questionsIn(inbox, conversationId)).at(-1);
    await person.recordHilDecision({
      conversationId,
      checkpointId: open?.checkpointId ?? "",
      decision,
    });
  }
  const progress = await advance(graph, config, { inbox, conversationId });
  expect(progress).toEqual({ status: "done" });
  const { messages } = (await graph.getState(config)).values;
  expect(messages.map((it: HumanMessage) => it.text)).toEqual([
    "one accept",
    "two accept",
  ]);
  expect(await questionsIn(inbox, conversationId)).toHaveLength(3);
  const read = await inbox.getConversation({ conversationId });
  expect(read.conversation.messages.at(-1)?.text).toStartWith(
    "This needs an answer.\n\nMay I do this?",
  );
});

test("the program answers the customer once its person has decided", async () => {
  const { agent, person, writer, conversationId } = await shopWithRequest();
  const lines: string[] = [];
  await workOnNewest(agent, (line) => {
    lines.push(line);
    const [, checkpointId] = /^Waits .*#(chk_.*)$/.exec(line) ?? [];
    if (!checkpointId) return;
    void person.recordHilDecision({
      conversationId,
      checkpointId,
      decision: "approve",
      comment: "ok",
    });
  });
  expect(lines).toEqual([
    'Works on "Broken cup".',
    expect.stringMatching(/^Waits for you at http.*#chk_/),
    "Answered: Refunded 30.00 for order 1234.",
  ]);
  const { conversation } = await writer.getConversation({ conversationId });
  expect(conversation.messages.at(-1)?.text).toBe(
    "Refunded 30.00 for order 1234.",
  );
});
