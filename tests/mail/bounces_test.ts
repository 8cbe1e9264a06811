import { afterAll, beforeAll, expect, test } from "bun:test";
import type { TestAccount, TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";
import { deliverDue } from "./deliver_due.ts";
import type { Relay } from "./relay.ts";
import { startRelay } from "./relay.ts";

const SECRET = "what-the-relay-and-the-service-share";

let service: TestService;
let relay: Relay;
let alice: TestAccount;
let count = 0;

beforeAll(async () => {
  service = await startService({ env: { MAIL_WEBHOOK_SECRET: SECRET } });
  relay = await startRelay();
  alice = await service.addAccount("alice");
});

afterAll(async () => {
  await relay[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

/** One invite that left; its Message-ID, and how it stands. */
async function sent() {
  const to = `guest${++count}@example.org`;
  const write = async () => {
    const response = await service.fetch("/v1/conversations", {
      method: "POST",
      token: alice.token,
      json: { to: [to], text: "Words", submit: true },
    });
    return (await json(response)).conversationId;
  };
  const id = await write();
  await deliverDue(service.services, relay.mailer);
  const messageId = relay.mails.at(-1)?.messageId ?? "";
  const state = async (of: string = id) => {
    const response = await service.fetch(`/v1/conversations/${of}`, {
      token: alice.token,
    });
    return (await json(response)).conversation.participants[1].delivery.state;
  };
  return { to, messageId, state, write };
}

function report(body: string | object, token: string = SECRET) {
  return service.fetch("/v1/mail/bounces", {
    method: "POST",
    token,
    ...(typeof body === "string"
      ? { body, headers: { "content-type": "message/rfc822" } }
      : { json: body }),
  });
}

const dsn = (messageId: string, action: string, status: string) =>
  [
    "From: MAILER-DAEMON@relay.example",
    "Content-Type: multipart/report; report-type=delivery-status; boundary=b",
    "Message-ID: <report@relay.example>",
    "",
    "--b",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; relay.example",
    "",
    "Final-Recipient: rfc822; somebody-else@example.net",
    `Action: ${action}`,
    `Status: ${status}`,
    "",
    "--b",
    "Content-Type: text/rfc822-headers",
    "",
    `Message-ID: ${messageId}`,
    "--b--",
  ].join("\r\n");

test("a report of final failure bounces the mail that it names, and no other address", async () => {
  const { messageId, state, write } = await sent();
  const other = await sent();
  const response = await report(dsn(messageId, "failed", "5.1.1"));
  expect(await json(response)).toEqual({ kind: "hard", recorded: true });
  expect(await state()).toBe("invite_bounced");
  expect(await other.state()).toBe("invite_sent");
  expect(await state(await write())).toBe("invite_suppressed");
  await report(dsn(messageId, "failed", "5.1.1"));
  expect(await state()).toBe("invite_bounced");
});

test("a report of a delay changes nothing", async () => {
  const { messageId, state } = await sent();
  const response = await report(dsn(messageId, "delayed", "4.4.1"));
  expect(await json(response)).toEqual({ kind: "soft", recorded: false });
  expect(await state()).toBe("invite_sent");
});

test("a complaint stops all mail to the address", async () => {
  const { messageId, state, write } = await sent();
  const arf = [
    "Content-Type: multipart/report; report-type=feedback-report; boundary=b",
    "",
    "--b",
    "Content-Type: message/feedback-report",
    "",
    "Feedback-Type: abuse",
    "User-Agent: SomeGenerator/1.0",
    "",
    "--b",
    "Content-Type: message/rfc822",
    "",
    `Message-ID: ${messageId}`,
    "--b--",
  ].join("\n");
  expect(await json(await report(arf))).toMatchObject({ kind: "complaint" });
  expect(await state()).toBe("invite_suppressed");
  expect(await state(await write())).toBe("invite_suppressed");
});

test("a relay may say the same as JSON", async () => {
  const { messageId, state } = await sent();
  expect((await report({ messageId, kind: "hard" })).status).toBe(200);
  expect(await state()).toBe("invite_bounced");
});

test("a mail to the address of List-Unsubscribe stops all mail", async () => {
  const { state } = await sent();
  const raw = (relay.raw.at(-1) ?? "").replaceAll(/\r\n[ \t]+/g, " ");
  const token = /subject=unsubscribe%20([\w-]{22})/.exec(raw)?.[1];
  const mail = `From: x@example.org\r\nSubject: unsubscribe ${token}\r\n\r\n`;
  expect(await json(await report(mail))).toMatchObject({ recorded: true });
  expect(await state()).toBe("invite_suppressed");
});

test("only the relay's secret is let in, and what names no mail of ours changes nothing", async () => {
  const { messageId, state } = await sent();
  const bounce = dsn(messageId, "failed", "5.1.1");
  for (const token of ["", "wrong", alice.token]) {
    expect((await report(bounce, token)).status).toBe(401);
  }
  expect(
    (await report(dsn("<out_0@inbox.localhost>", "failed", "5.0.0"))).status,
  ).toBe(404);
  expect((await report("Subject: hello\r\n\r\nnothing")).status).toBe(400);
  expect((await report("{".repeat(60_000))).status).toBe(413);
  expect(await state()).toBe("invite_sent");
});

test("without a secret there is no such path", async () => {
  await using plain = await startService();
  const response = await plain.fetch("/v1/mail/bounces", { method: "POST" });
  expect(response.status).toBe(404);
});
