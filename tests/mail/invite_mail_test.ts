import { expect, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { inviteMail } from "../../src/core/mail/mail_text.ts";
import { updateNotifications } from "../../src/core/operations/update_notifications.ts";
import { deliverDue } from "../../src/mail_delivery.ts";
import type { Stage } from "../core/core_harness.ts";
import { startStage } from "../core/core_harness.ts";
import { EVE, invite } from "./outbox.ts";
import type { Relay } from "./relay.ts";
import { startRelay } from "./relay.ts";

async function mailOf(core: Stage, relay: Relay, more: object = {}) {
  await invite(core, { text: "SECRET WORDS", price: "5", ...more });
  await deliverDue(core.services, relay.mailer);
  const mail = relay.mails.at(-1);
  if (!mail) throw new Error("No mail arrived");
  return mail;
}

test("an invite says who writes and where to read it: nothing of the message, no price, no title", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  const { text = "", html, subject } = await mailOf(core, relay);
  expect(subject).toBe("You have a new message on localhost:3000");
  expect(text).toContain("alice (alice@inbox.localhost) wrote to you");
  expect(text.length).toBeLessThanOrEqual(400);
  expect(html).toContain("Read it</a>");
  const [raw = ""] = relay.raw;
  for (const hidden of ["SECRET", "A plan", "5.00", "USDC"]) {
    expect(raw).not.toContain(hidden);
  }
  expect(text.match(/https?:/g)).toHaveLength(1);
});

test("it has the headers of a machine's mail that can be stopped with one click", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  const { headers, from, to, messageId } = await mailOf(core, relay);
  const [raw = ""] = relay.raw;
  const head = raw.replaceAll(/\r\n[ \t]+/g, " ");
  expect(head).toMatch(
    /^List-Unsubscribe: <http:\/\/localhost:3000\/i\/stop\/[\w-]{22}>, <mailto:courier@inbox\.localhost\?subject=unsubscribe%20[\w-]{22}>\r$/m,
  );
  expect(head).toMatch(
    /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m,
  );
  expect(headers.get("auto-submitted")).toBe("auto-generated");
  expect(headers.get("feedback-id")).toMatch(/^[0-9a-f]{16}:invite:/);
  expect(headers.has("reply-to")).toBe(false);
  expect(from).toMatchObject({ text: "courier@inbox.localhost" });
  expect(to).toMatchObject({ text: EVE });
  const [[id] = []] = await core.rows("select id from outbox");
  expect(messageId).toBe(`<${id}@inbox.localhost>`);
});

test("what a sender chose is in no header, and no part of it can be clicked", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  const names = [
    "Bank\r\nBcc: all",
    "Pay at evil.example/now",
    "you at bank.example",
    "<b>Bank</b>",
    "x".repeat(100),
  ];
  for (const [index, fromName] of names.entries()) {
    const to = `eve${index}@example.org`;
    const mail = await mailOf(core, relay, { to, fromName });
    const raw = relay.raw.at(-1) ?? "";
    const [head = ""] = raw.split("\r\n\r\n");
    for (const part of ["Bank", "evil", "xxx", "Bcc"]) {
      expect(head).not.toContain(part);
    }
    expect(mail.to).toMatchObject({ text: to });
    expect(raw).not.toContain("evil.example");
    expect(raw).not.toContain("bank.example");
    expect(raw).not.toContain("<b>");
    expect(mail.text?.length).toBeLessThanOrEqual(400);
  }
});

test("a name that reads as an address is left out, whoever let it in", () => {
  const at = { baseUrl: "http://localhost:3000", addressDomain: "x.example" };
  const mail = inviteMail(at, {
    outboxId: "out_1",
    to: EVE,
    fromName: "you@bank",
    fromAddress: "alice@x.example",
    senderId: "acc_1",
    readToken: "r",
    stopToken: "s",
  });
  expect(mail.text).toStartWith("alice@x.example wrote to you");
  expect(`${mail.text}${mail.html}${mail.subject}`).not.toContain("you@bank");
});

test("the title is in it only if the sender's account says so", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  const alice = core.alice.as({ kind: "person", sessionId: "one" });
  await alice.run(updateNotifications, { titleInInvites: true });
  const { text, subject } = await mailOf(core, relay);
  expect(text).toContain("About: A plan");
  expect(subject).not.toContain("plan");
  const other = await mailOf(core, relay, {
    to: "fay@example.org",
    title: "Go to evil.example",
  });
  expect(other.text).not.toContain("evil");
});

test("the database knows no link: only hashes, for thirty days", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  const { text = "" } = await mailOf(core, relay);
  const token = /\/i\/([\w-]{22})/.exec(text)?.[1] ?? "";
  expect(token).not.toBe("");
  const tables = await core.rows("select body from outbox");
  const tokens = await core.rows("select * from mail_tokens");
  expect(tokens).toHaveLength(2);
  expect(JSON.stringify([tables, tokens])).not.toContain(token);
});

test("with a key what leaves is signed by DKIM, and reports go to the bounce address", async () => {
  await using core = await startStage();
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  await using relay = await startRelay({
    bounceAddress: "bounce@inbox.localhost",
    dkim: {
      domainName: "inbox.localhost",
      keySelector: "svc",
      privateKey: privateKey
        .export({ type: "pkcs8", format: "pem" })
        .toString(),
    },
  });
  await mailOf(core, relay);
  const signature = (relay.raw[0] ?? "").split("\r\nList-")[0] ?? "";
  expect(signature).toMatch(/^DKIM-Signature: v=1; a=rsa-sha256;/);
  expect(signature).toMatch(/d=inbox\.localhost;\s+q=dns\/txt; s=svc;/);
  // RFC 8058, section 4: the two headers have to be signed.
  const signed = signature.replaceAll(/\s/g, "");
  expect(signed).toContain(":list-unsubscribe:list-unsubscribe-post:");
  expect(relay.senders).toEqual(["bounce@inbox.localhost"]);
});
