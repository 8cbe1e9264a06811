import { afterAll, beforeAll, expect, test } from "bun:test";
import type { TestAccount, TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";
import { deliverDue } from "./deliver_due.ts";
import type { Relay } from "./relay.ts";
import { startRelay } from "./relay.ts";

let service: TestService;
let relay: Relay;
let alice: TestAccount;
let bob: TestAccount;

beforeAll(async () => {
  service = await startService();
  relay = await startRelay();
  alice = await service.addAccount("alice", { credit: "100.00" });
  bob = await service.addAccount("bob");
  // As a sign-in leaves it: with a mailbox that nobody else sees.
  await service.addSession(bob);
});

afterAll(async () => {
  await relay[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const mailbox = () => `${bob.accountId}@mailbox.example`;

function ask(to: string) {
  return service.fetch("/v1/conversations", {
    method: "POST",
    token: alice.token,
    json: { to: [to], title: "Plan", text: "SECRET", submit: true },
  });
}

async function arrived(): Promise<readonly string[]> {
  const before = relay.mails.length;
  await deliverDue(service.services, relay.mailer);
  return relay.mails.slice(before).map((it) => it.subject ?? "");
}

/** A session's token lasts a quarter of an hour: each call has its own. */
async function settings(change?: object) {
  const { token } = await service.addSession(bob);
  return await service.fetch("/v1/notifications", {
    token,
    ...(change && { method: "PUT", json: change }),
  });
}

test("who has to decide hears of it in their sign-in mailbox, once an hour, by whom it is and about what, without a word of it", async () => {
  await ask(bob.address);
  await ask(bob.address);
  expect(await arrived()).toEqual(["alice needs your decision: Plan"]);
  expect(relay.mails.at(-1)?.to).toMatchObject({ text: mailbox() });
  expect(relay.raw.at(-1)).not.toContain("SECRET");
  expect(relay.mails.at(-1)?.text).toContain(
    `From: alice (${alice.address})\nAbout: Plan\n`,
  );
  service.clock.advance(3_600_000);
  const response = await ask(bob.address);
  expect(await arrived()).toHaveLength(1);
  // The mailbox is in no answer and in no row of the outbox.
  expect(await response.text()).not.toContain("mailbox.example");
  const { orm } = service.services.db;
  const rows = await orm.values("select recipient, body from deliveries");
  expect(JSON.stringify(rows)).not.toContain("mailbox.example");
});

test("who turned it off hears nothing, also of what was queued before", async () => {
  service.clock.advance(3_600_000);
  await ask(bob.address);
  expect(await json(await settings({ needsYou: false }))).toEqual({
    needsYou: false,
    holdEnding: true,
    domainLost: true,
    mutedTeams: [],
    titleInInvites: false,
    replyByMail: true,
    timeZone: null,
    language: null,
    quietHours: null,
  });
  expect(await arrived()).toEqual([]);
  service.clock.advance(3_600_000);
  await ask(bob.address);
  expect(await arrived()).toEqual([]);
  expect((await json(await settings())).needsYou).toBe(false);
  expect((await settings({ needsYou: true })).status).toBe(200);
});

test("who never signed in with a mailbox is mailed nothing", async () => {
  const carol = await service.addAccount("carol");
  await ask(carol.address);
  expect(await arrived()).toEqual([]);
});

test("only the person in a session changes it, and only what there is", async () => {
  const token = bob.token;
  expect((await service.fetch("/v1/notifications", { token })).status).toBe(
    403,
  );
  expect((await settings({ needsYou: "yes" })).status).toBe(400);
});
