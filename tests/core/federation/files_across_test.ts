import { afterAll, beforeAll, expect, test } from "bun:test";
import type { TestAccount } from "../../harness.ts";
import type { Installation, TwoInstallations } from "./two_installations.ts";
import { startTwoInstallations } from "./two_installations.ts";

let two: TwoInstallations;
beforeAll(async () => {
  two = await startTwoInstallations();
}, 20_000);
afterAll(() => two[Symbol.asyncDispose]());

/** Larger than a file within a message, and no text. */
const BYTES = Buffer.alloc(3 * 2 ** 20, "\u{0}\u{1}quokka");

/** Sends a message with such a file to the conversation. */
async function sendFile(at: Installation, who: TestAccount, id: string) {
  const path = `/v1/conversations/${id}`;
  const { artifactId } = await at.post(who, `${path}/artifacts`, {
    name: "plan.bin",
    mimeType: "application/octet-stream",
    bytes: BYTES.toString("base64"),
  });
  const artifactIds = [artifactId];
  await at.post(who, `${path}/messages`, { text: "Here it is.", artifactIds });
  return artifactId;
}

/** The bytes of the only file of a conversation, as its reader downloads them. */
async function fileAt(at: Installation, who: TestAccount, id: string) {
  const { conversation } = await at.get(who, `/v1/conversations/${id}`);
  const names = conversation.artifacts.map(
    (it: { name: string; size: number }) => [it.name, it.size],
  );
  expect(names).toEqual([["plan.bin", BYTES.length]]);
  const [{ artifactId }] = conversation.artifacts;
  const path = `/v1/conversations/${id}/artifacts/${artifactId}`;
  const answer = await at.service.fetch(path, { token: who.token });
  return Buffer.from(await answer.arrayBuffer());
}

/** A request of Alice that Bob has accepted; the ids on both sides. */
async function begun(title: string) {
  const { a, b, alice, bob } = two;
  const { conversationId: there } = await a.post(alice, "/v1/conversations", {
    ...{ to: "bob@b.example", title, text: "Look.", submit: true },
  });
  await two.settle();
  const { conversations } = await b.get(bob, "/v1/conversations?view=inbox");
  const here = conversations.find(
    (it: { title: string }) => it.title === title,
  ).conversationId;
  await b.post(bob, `/v1/conversations/${here}/messages`, { text: "Well?" });
  await two.settle();
  return { there, here };
}

test("a large file comes to the recipient at another service, and to nobody without its signature", async () => {
  const { a, b, alice, bob } = two;
  const { there, here } = await begun("A file for Bob");
  const artifactId = await sendFile(a, alice, there);
  await two.settle();
  expect(BYTES.equals(await fileAt(b, bob, here))).toBe(true);
  const path = `/v1/conversations/${there}/artifacts/${artifactId}`;
  const bare = await a.service.fetch(`${path}?reader=bob@b.example`);
  expect(bare.status).toBe(401);
});

test("a large file of the recipient comes back to the sender", async () => {
  const { a, b, alice, bob } = two;
  const { there, here } = await begun("A file for Alice");
  await sendFile(b, bob, here);
  await two.settle();
  await two.settle();
  expect(BYTES.equals(await fileAt(a, alice, there))).toBe(true);
});

test("a file that cannot be read now comes later, and its message at once", async () => {
  const { a, b, alice, bob } = two;
  const { there, here } = await begun("A file later");
  const { outside } = b.service.services;
  const deadline = outside.deadline;
  // Nothing that leaves b.example is answered in time.
  Object.assign(outside, { deadline: () => AbortSignal.abort() });
  await sendFile(a, alice, there);
  await two.settle();
  const read = async () =>
    (await b.get(bob, `/v1/conversations/${here}`)).messages.length;
  // Its words do not wait for it.
  expect(await read()).toBe(3);
  Object.assign(outside, { deadline });
  a.service.clock.advance(10 * 60_000);
  b.service.clock.advance(10 * 60_000);
  await two.settle();
  expect(BYTES.equals(await fileAt(b, bob, here))).toBe(true);
});
