import { expect, test } from "bun:test";
import { OPERATOR } from "../../src/core/access/principal.ts";
import type { RunOperation } from "../../src/core/loops/duty.ts";
import { verifyAll } from "../../src/core/loops/upkeep_tasks.ts";
import { callOperation } from "../../src/core/pipeline/call.ts";
import type { TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";
import { rowsOf } from "./attack.ts";
import { signIn, signUp, tokenOf } from "./browser.ts";

const BAKER = "demobaker@inbox.localhost";

/** Somebody who has just signed up. */
async function newcomer(s: TestService, name = "mira") {
  const token = await tokenOf(await signUp(s, name));
  const get = async (path: string) => json(await s.fetch(path, { token }));
  const post = async (path: string, body: object) =>
    json(await s.fetch(path, { method: "POST", token, json: body }));
  const requests = async () => {
    const { conversations } = await get("/v1/conversations?view=inbox");
    return conversations.filter(
      (it: { from: { address: string } }) => it.from.address === BAKER,
    );
  };
  return { token, get, post, requests };
}

async function service(env: Readonly<Record<string, string>> = {}) {
  return await startService({
    isRealTime: true,
    env: { DEMO_PRICE: "5.00", ...env },
  });
}

/** Fails if any chain, row or balance is not what was recorded. */
async function expectSound(s: TestService): Promise<void> {
  const caller = { principal: OPERATOR, via: "cli", requestId: "t" } as const;
  const run: RunOperation = async (operation, input) =>
    (await callOperation(s.services, operation, caller, input)).output;
  expect(await verifyAll(run)).toMatchObject({ ok: true });
  const { ledger } = await json(await s.fetch("/healthz"));
  expect(ledger).toMatchObject({ sum: 0, drifted: 0 });
}

test("a newcomer is offered 5.00 by a demo, answers, signs, and has it", async () => {
  await using s = await service({ LEDGER_OPENING_CREDIT: "0" });
  const mira = await newcomer(s);
  const [request, ...more] = await mira.requests();
  expect(more).toEqual([]);
  expect(request).toMatchObject({
    state: "submitted",
    title: "A slogan for the bakery",
    unread: true,
    payment: { status: "held", price: { amount: "5.00" }, label: "TEST" },
  });
  const { conversations } = await mira.get("/v1/conversations?view=needs_you");
  expect(conversations.map((it: { id: string }) => it.id)).toEqual([
    request.id,
  ]);
  const path = `/v1/conversations/${request.id}`;
  await mira.post(`${path}/messages`, { text: "Rise early, rise well." });
  await s.services.agents.idle();
  const { conversation } = await mira.post(`${path}/receipt`, {
    confirm: true,
  });
  expect(conversation.state).toBe("completed");
  expect(conversation.messages).toHaveLength(2);
  expect(await mira.get("/v1/balance")).toMatchObject({
    available: { amount: "5.00" },
  });
  await expectSound(s);
}, 30_000);

test("the records of it name the demo as who wrote and paid", async () => {
  await using s = await service();
  const mira = await newcomer(s);
  const [request] = await mira.requests();
  const { records } = await mira.get(
    `/v1/conversations/${request.id}/audit?limit=50`,
  );
  // Its review is the demo's own, and closed to others.
  const open = records.filter((it: object) => "actor" in it);
  const actors = open.map((it: { actor: object }) => it.actor);
  expect(actors.length).toBeGreaterThan(4);
  for (const actor of actors) {
    expect(actor).toEqual({ kind: "service", accountId: "acc_demobaker" });
  }
});

test("it comes once, costs its reader nothing, mails nobody, and can be declined", async () => {
  await using s = await service();
  const mira = await newcomer(s);
  const before = s.mails.length;
  expect((await rowsOf(s, "deliveries")).length).toBe(0);
  const [request] = await mira.requests();
  await mira.post("/v1/conversations/welcome", {});
  await mira.post("/v1/account", { displayName: "Mira" });
  expect(await mira.requests()).toHaveLength(1);
  expect(await mira.get("/v1/balance")).toMatchObject({
    available: { amount: "1000.00" },
  });
  const [{ checkpointId }] = request.checkpoints;
  const decision = { checkpointId, decision: "decline" };
  await mira.post(`/v1/conversations/${request.id}/decisions`, decision);
  const [declined] = await mira.requests();
  expect(declined).toMatchObject({
    state: "rejected",
    payment: { status: "voided" },
  });
  expect(s.mails.length).toBe(before);
  expect((await rowsOf(s, "deliveries")).length).toBe(0);
  await expectSound(s);
}, 30_000);

test("accounts that an operator makes, and those of a service that wants none, find none", async () => {
  await using s = await service();
  const alice = await s.addAccount("alice");
  const { conversations } = await json(
    await s.fetch("/v1/conversations?view=inbox", { token: alice.token }),
  );
  expect(conversations).toEqual([]);
  await using without = await service({ DEMO_PRICE: "0" });
  const bob = await newcomer(without, "bob");
  expect(await bob.requests()).toEqual([]);
  const { steps, demoId } = await bob.get("/v1/first-steps");
  expect([demoId, steps.length]).toEqual([null, 3]);
});

test("the first step is to answer it, done once it is answered or put away", async () => {
  await using s = await service();
  const mira = await newcomer(s);
  const [request] = await mira.requests();
  const before = await mira.get("/v1/first-steps");
  expect(before.demoId).toBe(request.id);
  expect(before.steps[0]).toEqual({ name: "answer", done: false });
  await s.fetch(`/v1/conversations/${request.id}`, {
    method: "PATCH",
    token: mira.token,
    json: { archived: true },
  });
  const { steps } = await mira.get("/v1/first-steps");
  expect(steps[0]).toEqual({ name: "answer", done: true });
});

test("it is in the language of the page that the account was made on", async () => {
  await using s = await service();
  const browser = await signIn(s, "lea@mail.example");
  const form = { displayName: "Lea", localPart: "lea" };
  await browser.post("/sign-up", form, { "accept-language": "de" });
  const token = await tokenOf(browser);
  const { conversations } = await json(
    await s.fetch("/v1/conversations?view=inbox", { token }),
  );
  const titles = conversations.map((it: { title: string }) => it.title);
  expect(titles.toSorted()).toEqual([
    "Ein Slogan für die Bäckerei",
    "Willkommen in Ihrem Posteingang",
  ]);
});

test("a message to the demo is answered with the fact that it is one", async () => {
  await using s = await service();
  const mira = await newcomer(s);
  const { conversationId } = await mira.post("/v1/conversations", {
    to: [BAKER],
    title: "Bread",
    text: "Do you have bread?",
    submit: true,
  });
  await s.services.agents.idle();
  const { state, messages } = await mira.get(
    `/v1/conversations/${conversationId}`,
  );
  expect([state, messages.at(-1).text]).toEqual([
    "completed",
    expect.stringContaining("I'm a demo"),
  ]);
});
