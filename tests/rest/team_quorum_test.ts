import { expect, test } from "bun:test";
import { sweepDue } from "../../src/core/loops/sweeper.ts";
import type { TestService } from "../harness.ts";
import { startService } from "../harness.ts";
import { createRandom } from "../invariants/random.ts";
import { sample } from "../proof.ts";
import { shared } from "../shared.ts";
import { APPROVE, openPayersOn, over, RULE } from "./team.ts";

const service = shared(startService);
const HOUR_MS = 3_600_000;

const openPayers = (on: TestService = service()) => openPayersOn(on);

test("above an amount two other members approve what a team pays, and the record says who", async () => {
  const { owner, pay, vote, as } = await openPayers();
  expect((await pay("owner", "10.00")).state).toBe("submitted");
  const { at, state } = await pay();
  expect(state).toBe("input-required");
  const own = await vote("owner", at);
  expect([own.status, own.code]).toEqual([403, "maker_cannot_decide"]);
  const first = await vote("manager", at);
  expect([first.status, first.state]).toEqual([200, "input-required"]);
  // Again, it is the same answer.
  expect((await vote("manager", at)).status).toBe(200);
  const [card] = (await as("manager")("GET", at)).conversation.checkpoints;
  expect(card).toMatchObject({
    ...{ status: "open", needed: 2, mayDecide: false, mayDecline: true },
    decisions: [{ by: "max", decision: "approve" }],
    because: { code: "already_decided" },
  });
  const edited = await as("responder")("POST", `${at}/decisions`, {
    ...APPROVE,
    edited: { price: "19.00" },
  });
  expect(edited.errors[0]).toMatchObject({ pointer: "/edited/price" });
  const last = await vote("responder", at);
  expect([last.status, last.state]).toEqual([200, "submitted"]);
  const { conversation } = await owner("GET", at);
  expect(conversation.payment.status).toBe("held");
  expect(conversation.checkpoints[0]).toMatchObject({
    ...{ status: "approved", needed: 2 },
    decisions: [{ by: "max" }, { by: "jon" }],
  });
  const { audit } = await owner("GET", `${at}?includeAudit=true`);
  const types = audit.records.map((it: { type: string }) => it.type);
  expect(types.filter((it: string) => it === "checkpoint.voted").length).toBe(
    2,
  );
});

test("a decline by one ends it, and whoever has left or may no longer pay is not counted", async () => {
  const { people, pay, vote, put, owner } = await openPayers();
  const off = await pay("manager");
  await vote("responder", off.at);
  const declined = await owner("POST", `${off.at}/decisions`, {
    decision: "decline",
  });
  expect([declined.status, declined.state]).toEqual([200, "rejected"]);
  const { at } = await pay();
  await vote("manager", at);
  await put(people.manager, { role: "manager", approve: { upTo: "5.00" } });
  expect((await vote("responder", at)).state).toBe("input-required");
  await owner("DELETE", `/v1/members/${people.responder.address}`);
  expect((await vote("reader", at)).state).toBe("input-required");
  const [card] = (await owner("GET", at)).conversation.checkpoints;
  expect(card.decisions).toMatchObject([{ by: "lea" }]);
  // A limit that the sum is within lets a member be one of them.
  await put(people.manager, { role: "manager", approve: { upTo: "50.00" } });
  expect((await vote("manager", at)).state).toBe("submitted");
  const [done] = (await owner("GET", at)).conversation.checkpoints;
  expect(done.decisions).toMatchObject([{ by: "lea" }, { by: "max" }]);
});

test("an owner says so, with enough people; it counts at once for what waits", async () => {
  const { set, pay, vote, as, owner } = await openPayers();
  const refused = await as("manager")("PUT", "/v1/approvals", RULE);
  expect([refused.status, refused.code]).toEqual([403, "forbidden"]);
  const many = await set({ over: "10.00", needed: 4 });
  expect([many.status, many.errors[0].pointer]).toEqual([400, "/needed"]);
  const { approvals } = await owner("GET", "/v1/members");
  expect(approvals).toMatchObject({ over: { amount: "10.00" }, needed: 2 });
  const { at } = await pay();
  await vote("manager", at);
  await set({ over: "10.00", needed: 1 });
  const [card] = (await owner("GET", at)).conversation.checkpoints;
  expect(card.needed).toBe(1);
  expect((await vote("responder", at)).state).toBe("submitted");
  await set({});
  expect((await pay()).state).toBe("submitted");
});

test("the proposer stays one with a new membership, and where they ask as the other side", async () => {
  const { owner, people, sessions, address, pay, put, vote } =
    await openPayers();
  const { at } = await pay("manager");
  await owner("DELETE", `/v1/members/${people.manager.address}`);
  await put(people.manager, { role: "manager" });
  expect((await vote("manager", at)).code).toBe("maker_cannot_decide");
  expect((await vote("owner", at)).state).toBe("input-required");
  expect((await vote("reader", at)).state).toBe("submitted");
  const sent = await owner("POST", "/v1/conversations", {
    ...{ to: [people.manager.address], title: "Chairs", text: "Four" },
    ...{ price: "5.00", submit: true },
  });
  const there = `/v1/conversations/${sent.conversation.id}`;
  const max = over(service(), sessions.manager);
  await max("POST", `${there}/decisions`, APPROVE);
  const raised = await max("POST", `${there}/price`, { price: "90.00" });
  expect(raised.state).toBe("auth-required");
  expect((await vote("manager", there)).code).toBe("maker_cannot_decide");
  const [card] = (
    await owner("GET", there)
  ).conversation.checkpoints.toReversed();
  const addresses = card.deciders.map((it: { address: string }) => it.address);
  expect(addresses).not.toContain(people.manager.address);
  expect(addresses).not.toContain(address);
});

test("the person behind an agent is its proposer, and an agent is none of those who approve", async () => {
  const { as, bob, vote } = await openPayers();
  const made = await as("owner")("POST", "/v1/credentials", {
    ...{ name: "Buyer", preset: "full" },
    limits: { perPayment: "400.00", perDay: "400.00" },
  });
  expect(made.status).toBe(201);
  const sent = await service().fetch("/v1/conversations", {
    ...{ method: "POST", token: made.token },
    json: {
      ...{ to: [bob.address], title: "Chairs", text: "Four" },
      ...{ price: "20.00", submit: true },
    },
  });
  const { conversation, state } = (await sent.json()) as {
    conversation: { id: string };
    state: string;
  };
  expect(state).toBe("input-required");
  const at = `/v1/conversations/${conversation.id}`;
  expect((await vote("owner", at)).code).toBe("maker_cannot_decide");
  const [card] = (await as("manager")("GET", at)).conversation.checkpoints;
  const names = card.deciders.map((it: { name: string }) => it.name);
  expect(names.toSorted()).toEqual(["jon", "lea", "max"]);
  const byAgent = await service().fetch(`${at}/decisions`, {
    ...{ method: "POST", token: made.token, json: APPROVE },
  });
  expect(byAgent.status).toBe(403);
  await vote("manager", at);
  expect((await vote("responder", at)).state).toBe("submitted");
});

test("of the last two approvals at once one carries it out, and the money is held once", async () => {
  const { pay, vote, owner, set } = await openPayers();
  await set({ over: "10.00", needed: 1 });
  const { at } = await pay();
  const both = await Promise.all([vote("manager", at), vote("responder", at)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const { conversation } = await owner("GET", at);
  expect(conversation.payment.status).toBe("held");
  expect(conversation.checkpoints[0].decisions).toHaveLength(1);
});

test("refunds that together are above it take several, whom the payer asks", async () => {
  const { owner, ask, set, from, vote } = await openPayers();
  await set({ over: "5.00", needed: 2 });
  const path = await ask({ price: "8.00" });
  await owner("POST", `${path}/messages`, { text: "Here they are." });
  await owner("POST", `${path}/receipt`, { confirm: true });
  const alone = await owner("POST", `${path}/refund`, { amount: "6.00" });
  expect([alone.status, alone.code]).toEqual([403, "person_required"]);
  expect(alone.detail).toContain("More than one person");
  const reason = "One is broken.";
  const said = { amount: "6.00", reason };
  expect((await from("POST", `${path}/refund-request`, said)).status).toBe(200);
  await vote("owner", path);
  const { payment } = (await vote("manager", path)).conversation;
  expect(payment.refunded.amount).toBe("6.00");
  const small = await owner("POST", `${path}/refund`, { amount: "1.00" });
  expect(small.status).toBe(403);
  // Asked for, a small one takes several, too, and is paid then.
  const rest = { amount: "1.00", reason };
  await from("POST", `${path}/refund-request`, rest);
  const first = await vote("owner", path);
  expect([first.status, first.conversation.payment.refunded.amount]).toEqual([
    200,
    "6.00",
  ]);
  const last = await vote("manager", path);
  expect(last.conversation.payment.refunded.amount).toBe("7.00");
});

test("a raised price, the other side's terms and a scheduled request take several, too", async () => {
  const { owner, from, pay, vote, bob } = await openPayers();
  const raised = await pay("owner", "8.00");
  await from("POST", `${raised.at}/messages`, { text: "It is more work." });
  const asked = await from("POST", `${raised.at}/price`, { price: "30.00" });
  expect([asked.status, asked.detail]).toEqual([200, undefined]);
  const past = await owner("POST", `${raised.at}/fund`, { price: "30.00" });
  expect([past.status, past.code]).toEqual([403, "person_required"]);
  expect((await vote("owner", raised.at)).state).toBe("auth-required");
  const topped = await vote("manager", raised.at);
  expect(topped.conversation.payment.price.amount).toBe("30.00");
  const words = { to: [bob.address], title: "Desks", text: "Ten" };
  const free = await owner("POST", "/v1/conversations", {
    ...{ ...words, submit: true },
  });
  const at = `/v1/conversations/${free.conversation.id}`;
  const validUntil = new Date(service().clock() + HOUR_MS).toISOString();
  const terms = { price: "40.00", validUntil };
  const own = await owner("POST", `${at}/proposals`, terms);
  expect([own.status, own.code]).toEqual([403, "person_required"]);
  expect((await from("POST", `${at}/proposals`, terms)).status).toBe(200);
  await vote("owner", at);
  const { payment } = (await owner("GET", at)).conversation;
  expect(payment.status).toBe("none");
  const agreed = await vote("manager", at);
  expect(agreed.conversation.payment.status).toBe("held");
  const later = await owner("POST", "/v1/conversations", {
    ...{ ...words, price: "20.00" },
  });
  const draft = `/v1/conversations/${later.conversation.id}`;
  await owner("POST", `${draft}/schedule`, { inSeconds: 60 });
  service().clock.advance(61_000);
  await sweepDue(service().services);
  expect((await owner("GET", draft)).conversation.state).toBe("input-required");
});

test("random approvals and changes of members pay exactly what a small reference says", async () => {
  const seed = sample(5, Date.now() % 1_000_000);
  const { pick } = createRandom(seed);
  const { pay, vote, put, people, owner } = await openPayers();
  const names = ["owner", "manager", "responder", "reader"] as const;
  const roles = new Map<string, string>(names.map((it) => [it, "manager"]));
  const mayPay = (it: string) => roles.get(it) === "manager";
  let waiting = { at: "", by: "" };
  let voted: string[] = [];
  let paid = 0;
  for (let step = 0; step < sample(60, 600); step++) {
    if (waiting.at === "") {
      waiting = { at: (await pay(pick(["owner", "manager"]))).at, by: "" };
      const [card] = (await owner("GET", waiting.at)).conversation.checkpoints;
      waiting.by = card?.askedBy.name === "mira" ? "owner" : "manager";
      voted = [];
    }
    const who = pick(names);
    const act = pick(["vote", "vote", "vote", "put", "remove"]);
    const told = [seed, step, act, who, waiting.by, [...voted]];
    if (act === "vote") {
      const isNew = mayPay(who) && who !== waiting.by && !voted.includes(who);
      const may = isNew || (voted.includes(who) && roles.get(who) !== "reader");
      const said = await vote(who, waiting.at);
      expect([...told, said.status < 300]).toEqual([...told, may]);
      if (isNew) voted = [...voted.filter(mayPay), who];
      const isPaid = isNew && voted.length === 2;
      expect([...told, said.state === "submitted"]).toEqual([...told, isPaid]);
      if (!isPaid) continue;
      paid += 20;
      waiting.at = "";
    } else if (who !== "owner" && who !== "manager") {
      if (act === "remove") {
        await owner("DELETE", `/v1/members/${people[who].address}`);
        voted = voted.filter((it) => it !== who);
        roles.delete(who);
      }
      const role = pick(["manager", "responder", "reader"]);
      await put(people[who], { role });
      roles.set(who, role);
    }
  }
  const { available, held } = await owner("GET", "/v1/balance");
  const sums = [available, held].map(({ amount }) => Number(amount));
  expect([seed, ...sums]).toEqual([seed, 5_000 - paid, paid]);
});

test("unanswered for the hours that an owner set, all who may decide are asked again, once", async () => {
  const { people, address, set, pay, vote } = await openPayers();
  // The session ends in those hours.
  const owner = over(service(), people.owner.token, address);
  await set({ ...RULE, escalateAfter: 4 });
  const { at } = await pay();
  await vote("manager", at);
  const { services, clock } = service();
  await sweepDue(services);
  const card = async () => (await owner("GET", at)).conversation.checkpoints[0];
  expect(await card()).not.toHaveProperty("escalatedAt");
  clock.advance(4 * HOUR_MS);
  const passes = [sweepDue(services), sweepDue(services)];
  const done = await Promise.all(passes);
  expect(done.toSorted()).toEqual([0, 1]);
  expect(await sweepDue(services)).toBe(0);
  expect((await card()).escalatedAt).toBeString();
  const { audit } = await owner("GET", `${at}?includeAudit=true`);
  const types = audit.records.map((it: { type: string }) => it.type);
  const again = types.filter((it: string) => it === "checkpoint.escalated");
  expect(again).toHaveLength(1);
});
