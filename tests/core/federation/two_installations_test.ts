import { afterAll, beforeAll, expect, test } from "bun:test";
import { deliveryStore } from "../../../src/core/delivery/delivery_store.ts";
import { signRequest } from "../../../src/core/federation/signatures/sign_request.ts";
import { setDomainRule } from "../../../src/core/operations/set_domain_rule.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import { json } from "../../harness.ts";
import type { TwoInstallations } from "./two_installations.ts";
import { startTwoInstallations } from "./two_installations.ts";

let two: TwoInstallations;
beforeAll(async () => {
  two = await startTwoInstallations();
}, 20_000);
afterAll(() => two[Symbol.asyncDispose]());

/** Alice's request to Bob, delivered; the ids on both sides. */
async function asked(text: string, more: object = {}) {
  const { a, b, alice, bob } = two;
  const { conversationId: there } = await a.post(alice, "/v1/conversations", {
    to: "bob@b.example",
    title: text,
    text,
    submit: true,
    ...more,
  });
  await two.settle();
  const { conversations } = await b.get(bob, "/v1/conversations?view=inbox");
  const here = conversations.find(
    (it: { title: string }) => it.title === text,
  )?.conversationId;
  return { there, here };
}

const textsOf = (read: { messages: readonly { text: string }[] }) =>
  read.messages.map(({ text }) => text);

test("a request comes to an address elsewhere, is accepted, answered and finished there", async () => {
  const { a, b, alice, bob } = two;
  const { there, here } = await asked("Which way is north?");
  expect(here).toBeDefined();
  const atB = await b.get(bob, `/v1/conversations/${here}`);
  const [sender] = atB.conversation.participants;
  expect(sender).toMatchObject({
    address: "alice@a.example",
    role: "sender",
    remote: { origin: a.service.baseUrl },
  });
  expect(atB.messages[0].actor.kind).toBe("remote");
  expect([sender.kind, atB.messages[0].author.kind]).toEqual([
    "person",
    "person",
  ]);
  expect(atB.messages[0].trust).toMatchObject({
    relation: "stranger",
    firstContact: true,
    origin: a.service.baseUrl,
  });
  await b.post(bob, `/v1/conversations/${here}/messages`, { text: "Up." });
  await two.settle();
  const atA = await a.get(alice, `/v1/conversations/${there}`);
  expect(textsOf(atA)).toEqual(["Which way is north?", "Up."]);
  expect(atA.state).toBe("working");
  expect(atA.conversation.participants[1]).toMatchObject({
    address: "bob@b.example",
    delivery: { state: "remote_delivered" },
    remote: { taskId: here, state: "TASK_STATE_WORKING" },
  });
  await a.post(alice, `/v1/conversations/${there}/messages`, {
    text: "Thank you.",
  });
  await two.settle();
  await b.post(bob, `/v1/conversations/${here}/complete`, {});
  await two.settle();
  expect(textsOf(await b.get(bob, `/v1/conversations/${here}`))).toEqual([
    "Which way is north?",
    "Up.",
    "Thank you.",
  ]);
  const ended = await a.get(alice, `/v1/conversations/${there}`);
  expect(ended.state).toBe("completed");
});

test("the message of a reader at the asking service comes as that of its sender, and names the reader", async () => {
  const { a, b, bob } = two;
  const carol = await a.service.addAccount("carol");
  const { there, here } = await asked("With a copy", { cc: carol.address });
  const path = `/v1/conversations/${there}/messages`;
  await a.post(carol, path, { text: "I agree.", mode: "reply-all" });
  await two.settle();
  const atB = await b.get(bob, `/v1/conversations/${here}`);
  const last = atB.messages.at(-1);
  expect(last.author.address).toBe("alice@a.example");
  expect(last.text).toContain("From carol@a.example:");
  expect(last.text).toContain("I agree.");
});

test("several recipients at one service get the message each, and a blind copy stays unseen", async () => {
  const { a, b, bob } = two;
  const [cc, bcc] = await Promise.all(
    ["erin", "frank"].map((name) => b.service.addAccount(name)),
  );
  const copies = { cc: cc?.address, bcc: bcc?.address };
  const { there, here } = await asked("To three at once", copies);
  for (const it of [cc, bcc]) {
    if (!it) throw new Error("An account is missing");
    const { conversations } = await b.get(it, "/v1/conversations?view=inbox");
    expect(conversations).toHaveLength(1);
  }
  await a.post(two.alice, `/v1/conversations/${there}/messages`, {
    text: "One more thing.",
    mode: "reply-all",
  });
  await two.settle();
  const atB = await b.get(bob, `/v1/conversations/${here}`);
  const [first, second] = textsOf(atB);
  expect(first).toBe("To three at once\nAlso to erin@b.example.");
  expect(second).toBe("One more thing.");
  expect(JSON.stringify(atB)).not.toContain("frank");
});

test("a cancel goes out, and a decline comes back", async () => {
  const { a, b, alice, bob } = two;
  const first = await asked("Never mind this");
  await a.post(alice, `/v1/conversations/${first.there}/cancel`, {
    reason: "Changed my mind",
  });
  await two.settle();
  expect((await b.get(bob, `/v1/conversations/${first.here}`)).state).toBe(
    "canceled",
  );
  const second = await asked("Say no to this");
  await b.post(bob, `/v1/conversations/${second.here}/decisions`, {
    decision: "decline",
    comment: "No time",
  });
  await two.settle();
  expect((await a.get(alice, `/v1/conversations/${second.there}`)).state).toBe(
    "rejected",
  );
});

test("an opening message whose answer was lost leaves again, and stays the one that arrived", async () => {
  const { a, b, alice, bob } = two;
  const { there, here } = await asked("Say this once");
  const path = `/v1/conversations/${there}`;
  const { conversation, messages } = await a.get(alice, path);
  const { accountId } = conversation.participants[1];
  const { services } = a.service;
  const [{ messageId }] = messages;
  await services.db.commit([
    deliveryStore(services.db).insert({
      id: services.newId("outbox"),
      ...{ sender: "a2a", kind: "message", accountId: alice.accountId },
      ...{ recipient: `${there}/${accountId}`, conversationId: there },
      body: JSON.stringify({ messageId }),
      createdAt: services.clock(),
    }),
  ]);
  await two.settle();
  const after = (await a.get(alice, path)).conversation;
  expect(after.state).toBe("submitted");
  expect(after.participants[1].delivery.state).toBe("remote_delivered");
  const atB = await b.get(bob, `/v1/conversations/${here}`);
  expect(textsOf(atB)).toEqual(["Say this once"]);
});

test("of two ends at the same moment each side keeps its own, and shows that of the other", async () => {
  const { a, b, alice, bob } = two;
  const { there, here } = await asked("Both at once");
  await b.post(bob, `/v1/conversations/${here}/messages`, { text: "Here." });
  await two.settle();
  await a.post(alice, `/v1/conversations/${there}/cancel`, { reason: "Late" });
  await b.post(bob, `/v1/conversations/${here}/complete`, {});
  await two.settle();
  const atA = await a.get(alice, `/v1/conversations/${there}`);
  expect(atA.state).toBe("canceled");
  expect(atA.conversation.participants[1].remote).toMatchObject({
    state: "TASK_STATE_COMPLETED",
    endedOtherwise: true,
  });
  const atB = await b.get(bob, `/v1/conversations/${here}`);
  expect(atB.state).toBe("completed");
  expect(atB.conversation.participants[0].remote).toMatchObject({
    state: "TASK_STATE_CANCELED",
    endedOtherwise: true,
  });
});

test("both records name the digest of what the other signed", async () => {
  const { a, b, alice, bob } = two;
  const { there, here } = await asked("For the record");
  await b.post(bob, `/v1/conversations/${here}/messages`, { text: "Noted." });
  await two.settle();
  const recordsOf = async (read: Promise<{ records: readonly unknown[] }>) =>
    JSON.stringify((await read).records);
  const atB = await recordsOf(b.get(bob, `/v1/conversations/${here}/audit`));
  expect(atB).toContain("remote.received");
  expect(atB).toContain(a.service.services.signer.requestKeyId);
  const atA = await recordsOf(a.get(alice, `/v1/conversations/${there}/audit`));
  expect(atA).toContain("remote.sent");
  expect(atA).toContain(b.service.services.signer.requestKeyId);
});

test("a blocked domain is refused in both directions, whatever came before", async () => {
  const { a, b, alice, bob } = two;
  const { there, here } = await asked("Before the block");
  // One of Bob's, with somebody here beside Alice.
  const erin = await b.service.addAccount("beside");
  const both = await b.post(bob, "/v1/conversations", {
    ...{ to: ["alice@a.example", erin.address], text: "To both" },
    submit: true,
  });
  await two.settle();
  await b.service.operate(setDomainRule, {
    domain: "a.example",
    rule: "block",
  });
  const refused = await asked("After the block");
  expect(refused.here).toBeUndefined();
  const answer = await b.service.fetch("/v1/conversations", {
    method: "POST",
    token: bob.token,
    json: { to: "alice@a.example", text: "Hello?", submit: true },
  });
  expect(answer.status).toBe(403);
  expect((await answer.json()).code).toBe("domain_refused");
  const path = `/v1/conversations/${here}`;
  const reply = await b.service.fetch(`${path}/messages`, {
    method: "POST",
    token: bob.token,
    json: { text: "Blocked." },
  });
  expect([reply.status, (await json(reply)).code]).toEqual([
    403,
    "domain_refused",
  ]);
  const { actions } = (await b.get(bob, path)).conversation;
  expect(
    actions.find((it: { name: string }) => it.name === "reply"),
  ).toMatchObject({ ready: false, because: { code: "domain_refused" } });
  const more = `/v1/conversations/${both.conversationId}`;
  await b.post(bob, `${more}/messages`, { text: "Still to both" });
  await two.settle();
  const { conversation } = await b.get(bob, more);
  expect(conversation.state).toBe("submitted");
  expect(conversation.participants[1].delivery).toMatchObject({
    state: "undelivered",
    because: { code: "domain_refused" },
  });
  const atA = await a.get(alice, `/v1/conversations/${there}`);
  expect(textsOf(atA)).toEqual(["Before the block"]);
  await b.service.operate(setDomainRule, {
    domain: "a.example",
    rule: "allow",
  });
  await b.post(bob, `${path}/messages`, { text: "Open again." });
});

test("a recipient gets 20 signed requests of a service a minute, and others get theirs", async () => {
  const { a, b, alice } = two;
  b.service.clock.advance(120_000);
  a.service.clock.advance(120_000);
  const url = `${b.service.baseUrl}/a2a/v1/message:send`;
  const contentType = "application/a2a+json";
  const send = async (to: string) => {
    const svc = { from: alice.address, to };
    const body = JSON.stringify({ message: { metadata: { svc } } });
    const toSign = { method: "POST", url, body, contentType };
    const headers = {
      "content-type": contentType,
      "a2a-version": "1.0",
      ...signRequest(a.service.services, toSign),
    };
    return (await fetch(url, { method: "POST", headers, body })).status;
  };
  const statuses: number[] = [];
  for (let sent = 0; sent < 21; sent++) {
    statuses.push(await send("bob@b.example"));
  }
  expect(statuses).toEqual([...Array(20).fill(400), 429]);
  expect(await send("carol@b.example")).toBe(400);
});

test("everything that is stored on both sides is what was recorded", async () => {
  for (const { service } of [two.a, two.b]) {
    const { ok, faults } = await service.operate(verifyAudit, {});
    expect(faults).toEqual([]);
    expect(ok).toBe(true);
  }
});
