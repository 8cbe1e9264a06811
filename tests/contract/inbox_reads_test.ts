import { afterAll, beforeAll, expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import type { TestAccount, TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";

let service: TestService;
let alice: TestAccount;
let bob: TestAccount;

beforeAll(async () => {
  service = await startService();
  alice = await service.addAccount("alice", { credit: "100.00" });
  bob = await service.addAccount("bob");
}, 60_000);
afterAll(() => service[Symbol.asyncDispose]());

async function sent(title: string, more: object = {}): Promise<string> {
  const answer = await service.fetch("/v1/conversations", {
    method: "POST",
    token: alice.token,
    json: { title, to: [bob.address], text: title, submit: true, ...more },
  });
  return (await json(answer)).conversationId;
}

function say(token: string, conversationId: string, text: string) {
  const path = `/v1/conversations/${conversationId}/messages`;
  return service.fetch(path, { method: "POST", token, json: { text } });
}

/** Reads a conversation with more in the query or the arguments. */
type Read = (
  token: string,
  conversationId: string,
  more: Readonly<Record<string, string | number>>,
) => Promise<{ readonly since?: string; readonly state: string }>;

const overRest: Read = async (token, conversationId, more) => {
  const query = new URLSearchParams(
    Object.entries(more).map(([name, value]) => [name, String(value)]),
  );
  const path = `/v1/conversations/${conversationId}?${query}`;
  return await json(await service.fetch(path, { token }));
};

async function tool(token: string, name: string, input: object) {
  const answer = await service.fetch("/api/mcp", {
    method: "POST",
    token,
    json: {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: `svc.${name}`, arguments: input },
    },
  });
  return (await json(answer)).result;
}

const overMcp: Read = async (token, conversationId, more) => {
  const input = { conversationId, ...more };
  const result = await tool(token, "get_conversation", input);
  return result.structuredContent;
};

for (const [wire, read] of [
  ["REST", overRest],
  ["MCP", overMcp],
] as const) {
  test(`over ${wire} a read waits for the answer of somebody else`, async () => {
    const id = await sent("Wait for me");
    const { since } = await read(alice.token, id, { waitSeconds: 0 });
    const late = read(alice.token, id, { waitSeconds: 45, since: since ?? "" });
    await say(bob.token, id, "Here");
    const answer = await late;
    expect(answer.state).toBe("working");
    expect(answer.since).not.toBe(since);
  });

  test(`over ${wire} a client that hangs up leaves nobody waiting`, async () => {
    const id = await sent("Gone");
    const key = `calls that wait for a change: ${alice.accountId}`;
    const { bus } = service.services;
    const { since } = await read(alice.token, id, { waitSeconds: 0 });
    const gone = new AbortController();
    const waits = { waitSeconds: 45, since: since ?? "" };
    const asked = hangUp(wire, id, waits, gone.signal);
    while (bus.count(key) === 0) await turnOfTheLoop();
    gone.abort();
    await asked;
    while (bus.count(key) > 0) await turnOfTheLoop();
    expect(bus.count(key)).toBe(0);
  });
}

function turnOfTheLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A call whose connection the client closes; how it ends there is its own matter. */
async function hangUp(
  wire: string,
  conversationId: string,
  more: Readonly<Record<string, string | number>>,
  signal: AbortSignal,
): Promise<void> {
  const headers = {
    authorization: `Bearer ${alice.token}`,
    "content-type": "application/json",
  };
  const { baseUrl: origin } = service;
  const query = new URLSearchParams(
    Object.entries(more).map(([name, value]) => [name, String(value)]),
  );
  const path = `/v1/conversations/${conversationId}?${query}`;
  const call = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: {
      name: "svc.get_conversation",
      arguments: { conversationId, ...more },
    },
  };
  const request =
    wire === "REST"
      ? fetch(`${origin}${path}`, { headers, signal })
      : fetch(`${origin}/api/mcp`, {
          method: "POST",
          headers,
          signal,
          body: JSON.stringify(call),
        });
  await request.catch(() => undefined);
}

test("waiting longer than may be is refused with the bound", async () => {
  const id = await sent("Too long");
  const path = `/v1/conversations/${id}?waitSeconds=46`;
  const answer = await service.fetch(path, { token: alice.token });
  expect(answer.status).toBe(400);
  expect(JSON.stringify(await answer.json())).toContain(
    String(LIMITS.waitSecondsMax),
  );
});

test("many conversations are archived and read at once, each with its outcome", async () => {
  const ids = [await sent("One"), await sent("Two")];
  const answer = await service.fetch("/v1/conversations", {
    method: "PATCH",
    token: bob.token,
    json: {
      conversationIds: [...ids, "cnv_none"],
      archived: true,
      unread: false,
    },
  });
  expect(await answer.json()).toEqual({
    outcomes: [
      { conversationId: ids[0], outcome: "changed" },
      { conversationId: ids[1], outcome: "changed" },
      { conversationId: "cnv_none", outcome: "not_found" },
    ],
  });
  const list = await service.fetch("/v1/conversations?view=archive", {
    token: bob.token,
  });
  const { conversations } = await json(list);
  const archived = conversations.filter((it: { readonly id: string }) =>
    ids.includes(it.id),
  );
  expect(archived).toHaveLength(2);
  expect(archived[0].unread).toBe(false);
});

test("what is not the caller's is not found by a flag either", async () => {
  const carol = await service.addAccount("carol");
  const id = await sent("Not hers");
  const answer = await service.fetch("/v1/conversations", {
    method: "PATCH",
    token: carol.token,
    json: { conversationIds: [id], archived: true },
  });
  const outcome = { conversationId: id, outcome: "not_found" };
  expect(await answer.json()).toEqual({ outcomes: [outcome] });
});

test("more flags than may be set at once, or none, are refused", async () => {
  const ids = Array.from(
    { length: LIMITS.flaggedAtOnceMax + 1 },
    (_, index) => `cnv_${index}`,
  );
  for (const input of [
    { conversationIds: ids, archived: true },
    { conversationIds: ["cnv_1"] },
    { conversationIds: [], archived: true },
  ]) {
    const answer = await service.fetch("/v1/conversations", {
      method: "PATCH",
      token: bob.token,
      json: input,
    });
    expect(answer.status).toBe(400);
  }
});

test("the digest names what is urgent, whose turn it is, and the money", async () => {
  const dave = await service.addAccount("dave", { credit: "10.00" });
  const asked = await service.fetch("/v1/conversations", {
    method: "POST",
    token: alice.token,
    json: {
      title: "Paid work",
      to: [dave.address],
      text: "Please",
      price: "5.00",
      submit: true,
    },
  });
  const { conversationId } = await json(asked);
  const digest = async (token: string) =>
    json(await service.fetch("/v1/digest", { token }));
  const { counts, waiting, money } = await digest(dave.token);
  expect(counts).toEqual({ you: 1, person: 0, them: 0, unread: 1, drafts: 0 });
  expect(waiting).toEqual([
    {
      conversationId,
      who: "you",
      title: "Paid work",
      from: alice.address,
      text: "Accept, ask first, or decline.",
      by: expect.any(String),
      price: "5.00",
      label: "TEST",
    },
  ]);
  expect(money).toMatchObject({ available: "10.00", incoming: "5.00" });

  const sender = await digest(alice.token);
  expect(sender.counts.them).toBeGreaterThan(0);
  expect(sender.waiting.length).toBeLessThanOrEqual(LIMITS.digestNamedMax);
});

test("an agent that may not decide reads that its person does, and no money unasked", async () => {
  const token = await service.addCredential(bob, ["conversations:read"]);
  const id = await sent("For the person", { price: "3.00" });
  const answer = await service.fetch("/v1/digest", { token });
  const { counts, waiting, money } = await json(answer);
  expect(counts.person).toBeGreaterThan(0);
  const mine = waiting.find(
    (it: { readonly conversationId: string }) => it.conversationId === id,
  );
  expect(mine.who).toBe("person");
  expect(money).toBeUndefined();
});
