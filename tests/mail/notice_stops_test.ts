import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { getMail } from "../../src/core/operations/get_mail.ts";
import { listMail } from "../../src/core/operations/list_mail.ts";
import type { TestAccount, TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";
import { deliverDue } from "./deliver_due.ts";
import { openInvite, stopPathIn } from "./guest.ts";
import type { Relay } from "./relay.ts";
import { startRelay } from "./relay.ts";

const SECRET = "what-the-relay-and-the-service-share";

let service: TestService;
let relay: Relay;
let alice: TestAccount;
let bob: TestAccount;
let count = 0;

beforeAll(async () => {
  service = await startService({ env: { MAIL_WEBHOOK_SECRET: SECRET } });
  relay = await startRelay();
  alice = await service.addAccount("alice");
});

beforeEach(async () => {
  service.clock.advance(8 * 86_400_000);
  relay.mood = "accept";
  bob = await service.addAccount(`bob${++count}`);
  await service.addSession(bob);
});

afterAll(async () => {
  await relay[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const mailbox = () => `${bob.accountId}@mailbox.example`;

/** How many notices reach the person when somebody asks for their decision. */
async function noticed(): Promise<number> {
  service.clock.advance(3_600_000);
  await service.fetch("/v1/conversations", {
    method: "POST",
    token: alice.token,
    json: { to: [bob.address], text: "Words", submit: true },
  });
  return await deliverDue(service.services, relay.mailer);
}

async function settings(change?: object) {
  const { token } = await service.addSession(bob);
  const response = await service.fetch("/v1/notifications", {
    token,
    ...(change && { method: "PUT", json: change }),
  });
  expect(response.status).toBe(200);
  return await json(response);
}

async function report(kind: "hard" | "complaint") {
  const response = await service.fetch("/v1/mail/bounces", {
    method: "POST",
    token: SECRET,
    json: { messageId: relay.mails.at(-1)?.messageId, kind },
  });
  return await json(response);
}

/** Somebody wrote to the mailbox, and its reader pressed "stop all mail". */
async function stopAllMail() {
  await openInvite(service, relay, alice, { to: [mailbox()] });
  await service.fetch(stopPathIn(relay), {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });
}

async function newestMail() {
  const { mail } = await service.operate(listMail, {});
  return await service.operate(getMail, { id: mail[0]?.id ?? "" });
}

test("a mailbox that stopped all mail gets no notice of its account either", async () => {
  await stopAllMail();
  expect(await noticed()).toBe(0);
  expect(await newestMail()).toMatchObject({
    mail: { kind: "notice", status: "dropped", lastError: "suppressed" },
    suppressed: true,
  });
  expect((await settings()).mailStopped).toEqual({
    at: new Date(service.clock() - 3_600_000).toISOString(),
    reason: "unsubscribed",
  });
});

test("a notice that was turned off before it left says why it was dropped", async () => {
  service.clock.advance(3_600_000);
  await service.fetch("/v1/conversations", {
    method: "POST",
    token: alice.token,
    json: { to: [bob.address], text: "Words", submit: true },
  });
  await settings({ needsYou: false });
  await deliverDue(service.services, relay.mailer);
  expect(await newestMail()).toMatchObject({
    mail: { kind: "notice", status: "dropped", lastError: "turned_off" },
  });
});

test("who asks for notices gets them again, and strangers' invites stay stopped", async () => {
  await stopAllMail();
  await settings({ titleInInvites: true });
  await settings({ needsYou: false });
  expect((await settings()).mailStopped).toBeDefined();
  expect(await settings({ needsYou: true })).not.toHaveProperty("mailStopped");
  expect(await noticed()).toBe(1);
  const arrived = relay.mails.length;
  await openInvite(service, relay, alice, { to: [mailbox()] });
  expect(relay.mails).toHaveLength(arrived);
  await settings({ domainLost: false });
  expect(await noticed()).toBe(1);
});

for (const [kind, reason, trouble] of [
  ["hard", "bounced", "bounced"],
  ["complaint", "complained", "reported"],
] as const) {
  test(`a ${kind} report about a notice ends the notices, each time anew`, async () => {
    expect(await noticed()).toBe(1);
    expect(await report(kind)).toEqual({ kind, recorded: true });
    expect(await newestMail()).toMatchObject({ mail: { trouble } });
    expect(await noticed()).toBe(0);
    expect((await settings()).mailStopped).toMatchObject({ reason });
    await settings({ holdEnding: true });
    expect(await noticed()).toBe(1);
    await report(kind);
    expect(await noticed()).toBe(0);
    expect((await settings()).mailStopped).toMatchObject({ reason });
  });
}

test("a relay that knows no such mailbox ends the notices", async () => {
  relay.mood = "refuse_recipient";
  expect(await noticed()).toBe(0);
  relay.mood = "accept";
  expect(await noticed()).toBe(0);
  expect((await settings()).mailStopped).toMatchObject({ reason: "bounced" });
});

test("a wish counts for more than a bounce, whatever came first", async () => {
  await noticed();
  await report("hard");
  service.clock.advance(1_000);
  await report("complaint");
  await report("hard");
  expect((await settings()).mailStopped.reason).toBe("complained");
});
