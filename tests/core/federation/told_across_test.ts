import { afterAll, beforeAll, expect, test } from "bun:test";
import { disableAccount } from "../../../src/core/operations/disable_account.ts";
import { json } from "../../harness.ts";
import type { TwoInstallations } from "./two_installations.ts";
import { startTwoInstallations } from "./two_installations.ts";

let two: TwoInstallations;
beforeAll(async () => {
  two = await startTwoInstallations();
}, 20_000);
afterAll(() => two[Symbol.asyncDispose]());

/** Alice's request, delivered to Bob; the ids on both sides. */
async function asked(title: string, more: object = {}) {
  const { a, b, alice, bob } = two;
  const { conversationId: there } = await a.post(alice, "/v1/conversations", {
    ...{ to: "bob@b.example", title, text: "Hello", submit: true, ...more },
  });
  await two.settle();
  const { conversations } = await b.get(bob, "/v1/conversations?view=inbox");
  const here = conversations.find(
    (it: { title: string }) => it.title === title,
  )?.conversationId;
  return { there, here };
}

const decline = { decision: "decline", comment: "No time this week" };

test("the reason of a decline comes to the sender, and what crossed it is told as undelivered", async () => {
  const { a, b, alice, bob } = two;
  const { there, here } = await asked("Say no");
  const path = `/v1/conversations/${there}`;
  await b.post(bob, `/v1/conversations/${here}/decisions`, decline);
  await a.post(alice, `${path}/messages`, { text: "One more thing" });
  await two.settle();
  const read = await a.get(alice, path);
  expect(read.state).toBe("rejected");
  expect(read.conversation.stateReason).toBe("No time this week");
  expect(read.conversation.participants[1].delivery.state).toBe("undelivered");
  expect((await b.get(bob, `/v1/conversations/${here}`)).messages).toHaveLength(
    1,
  );
});

test("somebody elsewhere is written to by the URL of their card", async () => {
  const to = `${two.b.service.baseUrl}/@bob/agent-card.full.json`;
  const { here } = await asked("By the card", { to });
  expect(here).toBeDefined();
});

test("an offer of another service is read, ordered by its schema, and the order is its order there", async () => {
  const { a, b, alice, bob } = two;
  const { address: arbiter } = await b.service.addAccount("judge");
  const offer = {
    ...{ title: "A logo", arbiter },
    price: "0",
    deliverWithin: "P2D",
    input: {
      type: "object",
      properties: { company: { type: "string", title: "Company" } },
      required: ["company"],
      additionalProperties: false,
    },
  };
  const at = (path: string) => `/v1/${path}`;
  const put = (who: typeof bob, json: object) =>
    b.service.fetch(at("offers/logo"), {
      method: "PUT",
      token: who.token,
      json,
    });
  await put(bob, offer);
  const quotes = at("quotes?to=bob@b.example");
  const { offers } = await a.get(alice, quotes);
  expect(offers).toMatchObject([{ offerId: "logo", needsInput: true }]);
  const one = await a.get(alice, `${quotes}&offerId=logo`);
  expect(one.offers[0]).not.toHaveProperty("arbiter");
  expect(one.offers).toMatchObject([{ title: "A logo", input: offer.input }]);
  const order = (input: object, more: object = {}) =>
    a.post(alice, at("conversations"), {
      ...{ to: "bob@b.example", offerId: "logo", input, ...more },
    });
  const now = { submit: true };
  await expect(order({ firm: "ACME" }, now)).rejects.toThrow("/input/company");
  await expect(order({}, { ...now, offerId: "none" })).rejects.toThrow(
    "offer_not_found",
  );
  // A draft may change its answers, and is checked when it is sent.
  const { conversationId: there } = await order({});
  const path = at(`conversations/${there}`);
  const json = { input: { company: "ACME" } };
  const patched = { method: "PATCH", token: alice.token, json };
  expect((await a.service.fetch(path, patched)).status).toBe(200);
  await a.post(alice, `${path}/submit`, {});
  await two.settle();
  const mine = await a.get(alice, path);
  const { conversations } = await b.get(bob, at("conversations?view=inbox"));
  const { conversationId } = conversations.find(
    (it: { title: string }) => it.title === "A logo",
  );
  const theirs = await b.get(bob, at(`conversations/${conversationId}`));
  for (const { conversation } of [mine, theirs]) {
    expect(conversation.terms).toMatchObject({
      ...{ offerId: "logo", input: { company: "ACME" }, deliverWithin: "P2D" },
      answers: [{ question: "Company", answer: "ACME" }],
    });
    // A price between two services has none.
    expect(conversation.terms).not.toHaveProperty("arbiter");
  }
  expect(theirs.messages[0].parts).toMatchObject([
    { text: "A logo\n\nCompany: ACME" },
    { data: { company: "ACME" } },
  ]);
  const sold = await b.get(bob, at("offers"));
  expect(sold.offers[0].orders).toEqual({ open: 1, done: 0 });
});

test("a recipient elsewhere reads who else gets the answers, but for a blind copy", async () => {
  const { a, b, bob } = two;
  const dave = await a.service.addAccount("dave");
  const erin = await a.service.addAccount("erin");
  const more = { cc: [dave.address], bcc: [erin.address] };
  const { here } = await asked("With a copy", more);
  const { messages } = await b.get(bob, `/v1/conversations/${here}`);
  expect(messages[0].text).toContain("Also to dave@a.example.");
  expect(messages[0].text).not.toContain("erin");
});

test("an answer from elsewhere comes also where an ordinary address has a copy", async () => {
  const { a, b, alice, bob } = two;
  const { there, here } = await asked("And by mail", {
    cc: "eve@mail.example",
  });
  const words = { text: "Got it." };
  await b.post(bob, `/v1/conversations/${here}/messages`, words);
  await two.settle();
  const { messages } = await a.get(alice, `/v1/conversations/${there}`);
  expect(messages.at(-1).text).toBe("Got it.");
});

test("a deadline is the same at both services, and is kept by the recipient's", async () => {
  const { a, b, alice, bob } = two;
  const { there, here } = await asked("A menu", { deliverWithin: "P2D" });
  const [path, copy] = [there, here].map((id) => `/v1/conversations/${id}`);
  await b.post(bob, `${copy}/decisions`, { decision: "approve" });
  await two.settle();
  const [ours, theirs] = await Promise.all([
    a.get(alice, `${path}`),
    b.get(bob, `${copy}`),
  ]);
  expect(ours.conversation.terms.deliverWithin).toBe("P2D");
  // Each counts from when it heard of the acceptance.
  const [due, heard] = [ours, theirs].map(({ conversation }) =>
    Date.parse(conversation.terms.dueAt),
  );
  expect(Math.abs((due ?? 0) - (heard ?? 0))).toBeLessThan(60_000);
  const moved = await a.service.fetch(`${path}/deadline`, {
    ...{ method: "POST", token: alice.token },
    json: { dueAt: "2026-01-25T12:00:00.000Z" },
  });
  expect([moved.status, (await json(moved)).code]).toEqual([
    409,
    "deadline_fixed",
  ]);
  const { actions } = ours.conversation;
  expect(actions).toContainEqual(
    expect.objectContaining({ name: "extend_deadline", ready: false }),
  );
});

test("a refusal comes with the other service's own code and words", async () => {
  const { a, b, alice, bob } = two;
  const { account } = await b.get(bob, "/v1/account");
  await b.service.operate(disableAccount, { accountId: account.id });
  const sent = { to: "bob@b.example", text: "Anyone?", submit: true };
  const { conversationId } = await a.post(alice, "/v1/conversations", sent);
  await two.settle();
  const read = await a.get(alice, `/v1/conversations/${conversationId}`);
  expect(read.conversation.participants[1].delivery.because).toEqual({
    code: "400",
    detail: expect.stringContaining("refused it with code 400"),
    theirs:
      "account_not_found: Cannot send: no account here has the address bob@b.example.",
  });
});
