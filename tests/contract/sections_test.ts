import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { json } from "../harness.ts";
import { attempt, startPair } from "../tools/calls.ts";

setDefaultTimeout(60_000);

const pair = await startPair();
const { service, alice, bob } = pair;
afterAll(async () => await pair[Symbol.asyncDispose]());

async function send(more: object): Promise<string> {
  const answer = await service.fetch("/v1/conversations", {
    method: "POST",
    token: alice.token,
    json: { to: [bob.address], text: "Words", submit: true, ...more },
  });
  return (await json(answer)).conversationId;
}

async function say(token: string, id: string, body: object): Promise<void> {
  const path = `/v1/conversations/${id}/messages`;
  const answer = await service.fetch(path, {
    method: "POST",
    token,
    json: body,
  });
  expect(answer.ok).toBe(true);
}

const get = async (path: string) =>
  await json(
    await service.fetch(`/v1/conversations${path}`, { token: bob.token }),
  );

/** The sections of what needs bob, as REST and MCP list them. */
async function sections(): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {};
  for (const section of ["money", "approvals", "replies"]) {
    const rest = await get(`?view=needs_you&section=${section}`);
    const ids = rest.conversations.map(
      (it: { id: string; section: string }) => {
        expect(it.section).toBe(section);
        return it.id;
      },
    );
    const { structuredContent } = await attempt(pair, {
      by: bob,
      tool: "svc.list_conversations",
      args: { view: "needs_you", section },
    });
    const listed = structuredContent.conversations;
    expect(listed.map((it) => it.conversationId)).toEqual(ids);
    found[section] = ids;
  }
  return found;
}

test("what needs its reader is in one section each, counted and listed alike", async () => {
  const free = await send({});
  const priced = await send({ price: "1.00" });
  const worked = await send({
    price: "1.00",
    release: "converted",
    releaseAction: { type: "artifact" },
  });
  await say(bob.token, worked, { text: "I begin." });
  expect(await sections()).toEqual({
    money: [priced],
    approvals: [],
    replies: [worked],
  });
  // The condition is met: it waits for the signature.
  const path = `/v1/conversations/${worked}/artifacts`;
  await service.fetch(path, {
    method: "POST",
    token: bob.token,
    json: { name: "a.txt", mimeType: "text/plain", bytes: "aGVsbG8=" },
  });
  expect((await sections()).money).toEqual([worked, priced]);
  expect(await get("/counts")).toMatchObject({
    needs_you: { total: 2, money: 2, approvals: 0, replies: 0 },
    requests: { total: 1 },
    waiting: { total: 0 },
  });
  const { conversations } = await get("?view=requests");
  expect(conversations.map(({ id }: { id: string }) => id)).toEqual([free]);
  expect(conversations[0].section).toBeNull();
});

test("a section of another view is refused, and says which it belongs to", async () => {
  const path = "/v1/conversations?view=inbox&section=money";
  const answer = await service.fetch(path, { token: bob.token });
  expect(answer.status).toBe(400);
  expect(await json(answer)).toMatchObject({
    errors: [{ pointer: "/section", detail: "use it with view=needs_you" }],
  });
});
