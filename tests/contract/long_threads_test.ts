import { afterAll, beforeAll, expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import { sendMessage } from "../../src/core/operations/send_message.ts";
import { callOperation } from "../../src/core/pipeline/call.ts";
import type { TestAccount, TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";
import { unfenced } from "../unfenced.ts";

const MESSAGES = 530;

const READS_AND_WRITES = [
  "conversations:read",
  "conversations:write",
  "conversations:cancel",
  "payments:read",
  "receipts:sign",
] as const;

let service: TestService;
let alice: TestAccount;
let bob: TestAccount;
let long: string;

beforeAll(async () => {
  service = await startService();
  alice = await service.addAccount("alice", { credit: "100.00" });
  bob = await service.addAccount("bob");
  long = await thread("long", MESSAGES, (index) => `m${index}`);
}, 60_000);
afterAll(() => service[Symbol.asyncDispose]());

/** A conversation from Alice to Bob with so many messages of hers. */
async function thread(
  title: string,
  count: number,
  textOf: (index: number) => string,
  more: object = {},
): Promise<string> {
  const created = await service.fetch("/v1/conversations", {
    method: "POST",
    token: alice.token,
    json: { title, to: [bob.address], text: textOf(0), submit: true, ...more },
  });
  const { conversationId } = await json(created);
  const principal = {
    kind: "person",
    accountId: alice.accountId,
    sessionId: "test",
    scopes: null,
  } as const;
  const caller = { principal, via: "rest", requestId: "test" } as const;
  for (let index = 1; index < count; index++) {
    const input = { conversationId, text: textOf(index) };
    await callOperation(service.services, sendMessage, caller, input);
  }
  return conversationId;
}

interface View {
  readonly messages: readonly { readonly text: string }[];
  readonly messagesOmitted: number;
  readonly messageCount: number;
  readonly before?: string;
  readonly preview?: { readonly author: string; readonly text: string };
}

/** The page of a read. */
async function read(id: string, query = ""): Promise<View> {
  const path = `/v1/conversations/${id}?${query}`;
  const answer = await service.fetch(path, { token: bob.token });
  const { conversation, messages, messagesOmitted, before } =
    await json(answer);
  expect(textsOf(conversation)).toEqual(ALL.slice(-LIMITS.threadMessagesMax));
  const { messageCount } = conversation;
  return { messageCount, messages, messagesOmitted, before };
}

const textsOf = ({ messages }: View) => messages.map(({ text }) => text);
const ALL = Array.from({ length: MESSAGES }, (_, index) => `m${index}`);

async function tool(name: string, given: object) {
  const answer = await service.fetch("/api/mcp", {
    method: "POST",
    token: bob.token,
    json: {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: { detail: "full", ...given } },
    },
  });
  return (await json(answer)).result;
}

async function getTask(params: object) {
  const answer = await service.fetch("/a2a", {
    method: "POST",
    token: bob.token,
    json: { jsonrpc: "2.0", id: 1, method: "GetTask", params },
  });
  return (await json(answer)).result;
}

test("a read over REST gives a page of the newest 100 beside the thread, and up to 500", async () => {
  const usual = await read(long);
  expect(usual.messagesOmitted).toBe(MESSAGES - LIMITS.readMessagesDefault);
  const newest = await read(long, `limit=${LIMITS.readMessagesMax}`);
  expect(newest).toMatchObject({
    messageCount: MESSAGES,
    messagesOmitted: MESSAGES - LIMITS.readMessagesMax,
  });
  const older = await read(long, `before=${newest.before}`);
  expect(older.messagesOmitted).toBe(0);
  expect(older.before).toBeUndefined();
  expect([...textsOf(older), ...textsOf(newest)]).toEqual(ALL);
});

test("a read over REST may ask for fewer, and goes through all of them in pages", async () => {
  let texts: readonly string[] = [];
  let before: string | undefined = "";
  while (before !== undefined) {
    const more = before && `&before=${before}`;
    const page: View = await read(long, `limit=100${more}`);
    texts = [...textsOf(page), ...texts];
    expect(page.messagesOmitted).toBe(MESSAGES - texts.length);
    before = page.before;
  }
  expect(texts).toEqual(ALL);
});

test("an item of a list has the newest 20; a summary none, but how the newest begins", async () => {
  const itemOf = async (query: string): Promise<View> => {
    const path = `/v1/conversations?view=inbox&${query}`;
    const answer = await service.fetch(path, { token: bob.token });
    const { conversations } = await json(answer);
    return conversations.find((it: { id: string }) => it.id === long);
  };
  const whole = await itemOf("");
  expect(textsOf(whole)).toEqual(ALL.slice(-LIMITS.threadMessagesMax));
  expect(whole.messagesOmitted).toBe(MESSAGES - LIMITS.threadMessagesMax);
  const summary = await itemOf("fields=summary");
  expect(summary).toMatchObject({
    messages: [],
    messageCount: MESSAGES,
    messagesOmitted: MESSAGES,
    preview: {
      author: alice.address,
      actor: { kind: "person", label: "alice" },
      text: ALL.at(-1),
    },
  });
});

test("over MCP a result names the call that reads on, down to the first message", async () => {
  let given: object | undefined = { conversationId: long };
  const newest: string[] = [];
  while (given) {
    const result = await tool("svc.get_conversation", given);
    const { messages, before, rest = [] } = unfenced(result.structuredContent);
    expect(messages.length).toBeLessThanOrEqual(LIMITS.readMessagesDefault);
    newest.unshift(messages[0].messageId);
    expect(before).toBe(rest.length > 0 ? newest[0] : undefined);
    given = rest[0]?.arguments;
  }
  const first = await read(long, `limit=1&before=${newest[1]}`);
  expect(newest.length).toBeGreaterThan(5);
  expect(first.messageCount).toBe(MESSAGES);
});

test("over MCP in full a page stands beside the thread as every answer shows it", async () => {
  const ask = { conversationId: long, limit: 60 };
  const result = await tool("svc.get_conversation", ask);
  const newest = unfenced(result.structuredContent);
  expect(textsOf(newest.conversation)).toEqual(
    ALL.slice(-LIMITS.threadMessagesMax),
  );
  const { messages, before, messagesOmitted } = newest;
  expect(textsOf(newest)).toEqual(ALL.slice(-messages.length));
  expect(messages.length).toBeGreaterThan(LIMITS.threadMessagesMax);
  expect(before).toBe(messages[0].messageId);
  expect(messagesOmitted).toBe(MESSAGES - messages.length);
  const older = await tool("svc.get_conversation", { ...ask, before });
  const { conversation, ...page } = unfenced(older.structuredContent);
  expect(conversation).toEqual(newest.conversation);
  expect(textsOf(page)).toEqual(
    ALL.slice(0, messagesOmitted).slice(-page.messages.length),
  );
});

test("over MCP a list is one of summaries", async () => {
  const result = await tool("svc.list_conversations", { view: "inbox" });
  const { conversations } = unfenced(result.structuredContent);
  const item = conversations.find((it: { id: string }) => it.id === long);
  expect(item).toMatchObject({ messages: [], messagesOmitted: MESSAGES });
});

test("over A2A a task has the newest of its history, says so, and pages it", async () => {
  const task = await getTask({ id: long });
  expect(task.history).toHaveLength(LIMITS.readMessagesDefault);
  const { messagesOmitted, before } = task.metadata.svc;
  expect(messagesOmitted).toBe(MESSAGES - LIMITS.readMessagesDefault);
  expect(before).toBe(task.history[0].messageId);
  const older = await getTask({ id: long, historyLength: 30, before });
  expect(older.history).toHaveLength(30);
  expect(older.history.at(-1).parts[0].text).toBe(
    ALL.at(-LIMITS.readMessagesDefault - 1),
  );
  const most = await getTask({ id: long, historyLength: 100_000 });
  expect(most.history).toHaveLength(LIMITS.readMessagesMax);
});

const BYTES_OF_AN_APPEND = 20_000;
const WORDS = "I have looked at it and would like to change two things. ";

/** Appends to a thread, and gives back the answer, which is short. */
async function append(id: string, token: string, text: string) {
  const answer = await service.fetch(`/v1/conversations/${id}/messages`, {
    method: "POST",
    token,
    json: { text },
  });
  expect(answer.status).toBe(201);
  const body = await answer.text();
  expect(Buffer.byteLength(body)).toBeLessThan(BYTES_OF_AN_APPEND);
  const { conversation, messageId } = JSON.parse(body);
  const { messageCount, messagesOmitted, messages } = conversation;
  expect(messages.at(-1)).toMatchObject({ messageId });
  expect(messages.length).toBe(messageCount - messagesOmitted);
  expect(conversation.before).toBe(messages[0].messageId);
  return conversation;
}

test("an append answers with the newest messages, in less than 20 kB, and so does every act", async () => {
  const id = await thread("as people write", 500, () => WORDS.repeat(3));
  const conversation = await append(id, alice.token, "One more");
  expect(conversation.messageCount).toBe(501);
  expect(conversation.messages.length).toBeGreaterThan(10);
  const canceled = await service.fetch(`/v1/conversations/${id}/cancel`, {
    method: "POST",
    token: alice.token,
    json: { reason: "Enough" },
  });
  const body = await canceled.text();
  expect(Buffer.byteLength(body)).toBeLessThan(BYTES_OF_AN_APPEND);
});

test.each([
  ["a few words", 30, "Fine"],
  ["a sentence or two", 30, WORDS.repeat(2)],
  ["long texts of two bytes a letter", 5, "Ä".repeat(20_000)],
])(
  "an append beside %s is as short for whoever is in it, with a price, decisions and what they may do",
  async (of, count, text) => {
    const id = await thread(of, count, () => text, { price: "5.00" });
    const agent = await service.addCredential(bob, [...READS_AND_WRITES]);
    const other = await service.addCredential(alice, [...READS_AND_WRITES]);
    const asked = await service.fetch(`/v1/conversations/${id}/messages`, {
      method: "POST",
      token: agent,
      json: { text: "May I?" },
    });
    expect(asked.status).toBe(202);
    for (const token of [bob.token, alice.token, agent, other]) {
      const { messages } = await append(id, token, "One more");
      const isLong = text.length > 10_000;
      expect(messages.length).toBeGreaterThan(isLong ? 0 : 9);
    }
  },
);

test.each([2, 12])(
  "of %d messages an open request with long words has them once in an answer",
  async (count) => {
    const first = WORDS.repeat(80);
    const id = await thread("a long request", count, (index) =>
      index === 0 ? first : WORDS,
    );
    const answer = await service.fetch(`/v1/conversations/${id}`, {
      method: "PATCH",
      token: bob.token,
      json: { unread: false },
    });
    const body = await answer.text();
    expect(Buffer.byteLength(body)).toBeLessThan(BYTES_OF_AN_APPEND);
    const { messages, checkpoints } = JSON.parse(body).conversation;
    const said = [...messages, checkpoints[0].proposal];
    expect(said.filter(({ text }) => text === first)).toHaveLength(1);
  },
);

test("a message that is not there is no place to read on from", async () => {
  const path = `/v1/conversations/${long}?before=msg_nobody`;
  const answer = await service.fetch(path, { token: bob.token });
  expect(answer.status).toBe(400);
  expect((await json(answer)).errors[0]).toMatchObject({
    pointer: "/before",
    code: "unknown_message",
  });
});

test("an answer ends at about 4 MiB with the way to go on, whatever it holds", async () => {
  const text = "x".repeat(LIMITS.textCharsMax);
  const one = await thread("heavy", 30, () => text);
  const heavy = new Set([one]);
  for (let index = 0; index < 22; index++) {
    heavy.add(await thread("heavy", 1, () => text));
  }
  const path = `/v1/conversations/${one}`;
  const answer = await service.fetch(path, { token: bob.token });
  const body = await answer.text();
  expect(body.length).toBeLessThan(1.1 * LIMITS.answerBytesMax);
  const { conversation, messages, messagesOmitted } = JSON.parse(body);
  expect(messages.length).toBeGreaterThan(5);
  expect(messagesOmitted).toBeGreaterThan(5);
  // The newest is in it, however long it is.
  expect(conversation.messages).toHaveLength(1);
  let cursor = "";
  let pages = 0;
  const found = new Set<string>();
  do {
    const more = cursor && `&cursor=${cursor}`;
    const page = await service.fetch(
      `/v1/conversations?view=inbox&limit=100${more}`,
      { token: bob.token },
    );
    const listed = await page.text();
    expect(listed.length).toBeLessThan(1.1 * LIMITS.answerBytesMax);
    const { conversations, nextCursor, hasMore } = JSON.parse(listed);
    expect(hasMore).toBe(nextCursor !== null);
    for (const { id } of conversations) found.add(id);
    cursor = nextCursor ?? "";
    pages++;
  } while (cursor !== "");
  expect(pages).toBe(2);
  expect([...heavy, long].every((id) => found.has(id))).toBe(true);
}, 60_000);
