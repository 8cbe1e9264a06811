import { expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { taskPushStore } from "../../../src/core/webhooks/task_push_store.ts";
import type { TwoInstallations } from "./two_installations.ts";
import { startTwoInstallations } from "./two_installations.ts";

/** Alice's request to Bob, delivered; the ids on both sides. */
async function asked(
  { a, b, alice, bob, settle }: TwoInstallations,
  text: string,
) {
  const request = { to: "bob@b.example", title: text, text, submit: true };
  const sent = await a.post(alice, "/v1/conversations", request);
  await settle();
  const { conversations } = await b.get(bob, "/v1/conversations?view=inbox");
  const here = conversations.find(
    (it: { title: string }) => it.title === text,
  )?.conversationId;
  return { there: sent.conversationId as string, here: here as string };
}

const textsOf = (read: { messages: readonly { text: string }[] }) =>
  read.messages.map(({ text }) => text);

test("what is said after the end comes too, also beside a follow-up of the other side", async () => {
  await using two = await startTwoInstallations();
  const { a, b, alice, bob } = two;
  const { there, here } = await asked(two, "Not quite done");
  const [atA, atB] = [
    `/v1/conversations/${there}`,
    `/v1/conversations/${here}`,
  ];
  await b.post(bob, `${atB}/messages`, { text: "Here." });
  await b.post(bob, `${atB}/complete`, {});
  await two.settle();
  await b.post(bob, `${atB}/messages`, { text: "One thing more." });
  await two.settle();
  await a.post(alice, `${atA}/messages`, { text: "And this?" });
  await two.settle();
  await b.post(bob, `${atB}/messages`, { text: "A last one." });
  await two.settle();
  const read = await a.get(alice, atA);
  expect(textsOf(read)).toEqual([
    ...["Not quite done", "Here.", "One thing more."],
    ...["And this?", "A last one."],
  ]);
  expect(read.conversation.participants[1].remote.taskId).not.toBe(here);
});

test("a thousand ended tasks leave room for the pushes of the next", async () => {
  await using two = await startTwoInstallations();
  const { a, b, alice, bob } = two;
  const { here } = await asked(two, "One of a thousand");
  await b.post(bob, `/v1/conversations/${here}/messages`, { text: "Here." });
  await b.post(bob, `/v1/conversations/${here}/complete`, {});
  await two.settle();
  const { db } = b.service.services;
  const store = taskPushStore(db);
  const atB = await b.get(bob, `/v1/conversations/${here}`);
  const { accountId } = atB.conversation.participants[0];
  const [push] = await store.of(here, accountId);
  if (!push) throw new Error("It is followed");
  const many = Array.from({ length: LIMITS.taskPushesMax }, (_, at) =>
    store.insert({ ...push, id: `${push.id}${at}`, configId: `c${at}` }),
  );
  await db.commit(many);
  const next = await asked(two, "The next one");
  const path = `/v1/conversations/${next.here}/messages`;
  await b.post(bob, path, { text: "Still heard." });
  await two.settle();
  const read = await a.get(alice, `/v1/conversations/${next.there}`);
  expect(textsOf(read)).toEqual(["The next one", "Still heard."]);
});

test("a request whose sender died before the answer, and is canceled then, is canceled there", async () => {
  await using two = await startTwoInstallations();
  const { a, alice } = two;
  const request = { to: "bob@b.example", text: "Never mind", submit: true };
  const sent = await a.post(alice, "/v1/conversations", request);
  const path = `/v1/conversations/${sent.conversationId}`;
  // As it stands after a process that died while it sent this.
  const died = "update deliveries set attempts = 1 where sender = 'a2a'";
  await a.service.services.db.commit([{ sql: died, args: [] }]);
  a.service.clock.advance(1_000);
  await a.post(alice, `${path}/cancel`, { reason: "Changed my mind" });
  await two.settle();
  const { conversation } = await a.get(alice, path);
  const [, bob] = conversation.participants;
  expect(bob.remote.state).toBe("TASK_STATE_CANCELED");
});
