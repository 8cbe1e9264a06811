import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import type { TestAccount } from "../harness.ts";
import { json } from "../harness.ts";
import { read, startPair } from "../tools/calls.ts";

setDefaultTimeout(60_000);

const pair = await startPair();
const { service, alice, bob } = pair;
const carol = await service.addAccount("carol");
const dan = await service.addAccount("dan");
afterAll(async () => await pair[Symbol.asyncDispose]());

async function ask(by: TestAccount, path: string, body?: object) {
  const how = body ? { method: "POST", json: body } : {};
  const { token } = by;
  const answer = service.fetch(`/v1/conversations${path}`, { token, ...how });
  return await json(await answer);
}

async function ended(title: string): Promise<string> {
  const { conversationId } = await ask(alice, "", {
    title,
    to: [bob.address],
    cc: [carol.address],
    bcc: [dan.address],
    text: "Hello",
    submit: true,
  });
  await ask(alice, `/${conversationId}/cancel`, { reason: "No time" });
  return conversationId;
}

const followUpOf = async (by: TestAccount, id: string) =>
  (await ask(by, `/${id}`)).conversation.links.followUp;

test("a closed conversation says to each viewer whom a follow-up goes to, and never to a bcc", async () => {
  const id = await ended("Roof");
  const others = new Map([
    [alice, [bob, carol]],
    [bob, [alice, carol]],
    [carol, [alice, bob]],
    [dan, [alice, bob, carol]],
  ]);
  for (const [by, to] of others) {
    expect(await followUpOf(by, id)).toMatchObject({
      to: to.map(({ address }) => address),
      title: "Re: Roof",
    });
  }
  const { contextId, to, title } = await followUpOf(bob, id);
  const next = { contextId, to, title, text: "Once more", submit: true };
  const made = await ask(bob, "", next);
  expect(made).toMatchObject({ contextId, state: "submitted" });
  expect(made.conversation.title).toBe("Re: Roof");
});

test("an answer to an answer is titled as one, and no longer than a title may be", async () => {
  const answer = await followUpOf(bob, await ended("Re: Roof"));
  expect(answer.title).toBe("Re: Roof");
  const long = await followUpOf(bob, await ended("x".repeat(300)));
  expect(long.title).toBe(`Re: ${"x".repeat(296)}`);
});

test("a list and a model's short result are as they were", async () => {
  const id = await ended("Door");
  const { conversations } = await ask(bob, "");
  const row = conversations.find((it: { id: string }) => it.id === id);
  expect(Object.keys(row.links.followUp).toSorted()).toEqual([
    "contextId",
    "href",
    "method",
  ]);
  const { content } = await read(pair, bob, { conversationId: id });
  expect(content[0]?.text).not.toContain("Re: Door");
});
