import { expect, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { LIMITS } from "../../src/core/base/limits.ts";
import { sayInEnglish } from "../../src/core/base/words/say.ts";
import { inviteMail } from "../../src/core/mail/mail_text.ts";
import { createConversation } from "../../src/core/operations/create_conversation.ts";
import { sendMessage } from "../../src/core/operations/send_message.ts";
import { updateNotifications } from "../../src/core/operations/update_notifications.ts";
import type { Stage } from "../core/core_harness.ts";
import { send, startStage } from "../core/core_harness.ts";
import { deliverDue } from "./deliver_due.ts";
import { verifyDkim } from "./dkim.ts";
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

test("an invite says who writes and where to read it: nothing of the message, no title", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  const { text = "", html, subject } = await mailOf(core, relay);
  expect(subject).toBe("alice offers 5.00 USDC (test money)");
  expect(text).toStartWith("alice (alice@inbox.localhost) wrote to you");
  expect(text.length).toBeLessThanOrEqual(LIMITS.inviteTextCharsMax);
  const [raw = ""] = relay.raw;
  for (const hidden of ["SECRET", "A plan"]) {
    for (const part of [raw, text, html]) expect(part).not.toContain(hidden);
  }
  expect(text.match(/https?:/g)).toHaveLength(1);
});

test("an invite says that an agent wrote, without naming the agent", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  const { alice } = core;
  const agent = alice.as({ credentialName: "Claude on my laptop" });
  const by = "An agent of alice (alice@inbox.localhost) wrote to you";
  const heard = async (text: string) => {
    await deliverDue(core.services, relay.mailer);
    const mail = relay.mails.at(-1);
    expect(mail?.text).toStartWith(text);
    expect(String(mail?.html)).toContain(`>${text}`);
  };
  const conversationId = await send(agent, { to: EVE });
  await heard(by);
  const more = { conversationId, text: "More" };
  await alice.asPerson().run(sendMessage, more);
  await heard("alice (alice@inbox.localhost) wrote to you");
  await agent.run(sendMessage, more);
  await heard(by);
  expect(relay.raw.join()).not.toContain("Claude");
});

test("what its link shows is where it leads, and nothing of it is fetched or run", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  const { text = "", html } = await mailOf(core, relay);
  const page = String(html);
  const [, href, shown] =
    /<a href="([^"]+)"[^>]*>([^<]+)<\/a>/.exec(page) ?? [];
  expect(href).toMatch(/^http:\/\/localhost:3000\/i\/[\w-]{22}$/);
  expect(shown).toBe(href);
  expect(text).toContain(`${href}\n`);
  expect(page.match(/<a /g)).toHaveLength(1);
  expect(page).not.toMatch(
    /<(?:img|script|link|iframe|form|svg|style)|src=|url\(/i,
  );
});

test("it says how to know it, asks for nothing and sets no hurry; a reply by mail is offered to nobody", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  const { text = "", html, headers } = await mailOf(core, relay);
  for (const part of [text, String(html).replace(/<[^>]+>/g, " ")]) {
    expect(part).toContain(
      "We never email you to ask for a password, a payment",
    );
    expect(part).toContain("Its own addresses end in @inbox.localhost");
    expect(part).toContain("Replies to this email aren't read");
    expect(part).not.toMatch(
      /urgent|immediately|within \d|expire|\bact\b|verify|confirm|suspend|last chance|!/i,
    );
  }
  expect(headers.has("reply-to")).toBe(false);
});

test("a price is shown only to those who can still earn it", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  const offer = "alice is holding 5.00 USDC (test money) for you.";
  const told = await mailOf(core, relay);
  expect(told.text).toContain(offer);
  expect(told.text).toContain("It costs you nothing.");
  expect(String(told.html)).toContain(offer);
  const free = await mailOf(core, relay, { to: "fay@example.org", price: "0" });
  expect(free.text).not.toContain("USDC");
  // A copy cannot earn it, nor can whoever stands beside the account that does.
  for (const more of [
    { to: "gus@example.org", cc: "hal@example.org" },
    { to: [core.bob.address, "ida@example.org"] },
  ]) {
    await mailOf(core, relay, more);
  }
  const texts = new Map(
    relay.mails.map(({ to, text }) => [JSON.stringify(to), text]),
  );
  const textTo = (name: string) =>
    [...texts].find(([to]) => to.includes(name))?.[1] ?? "none";
  expect(textTo("gus@")).toContain(offer);
  expect(textTo("hal@")).not.toContain("USDC");
  expect(textTo("ida@")).not.toContain("USDC");
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
  const [[id] = []] = await core.rows("select id from deliveries");
  expect(messageId).toBe(`<${id}@inbox.localhost>`);
});

test("who stops the mail by mail writes to where such mails are read", async () => {
  for (const [env, address] of [
    [{ MAIL_FROM: "Inbox <us+1@x.example>" }, "us+1@x.example"],
    [{ MAIL_BOUNCE_ADDRESS: "back@y.example" }, "back@y.example"],
  ] as const) {
    await using core = await startStage(env);
    await using relay = await startRelay();
    await mailOf(core, relay);
    const head = relay.raw.join().replaceAll(/\r\n[ \t]+/g, " ");
    expect(head).toContain(`<mailto:${address}?subject=unsubscribe%20`);
  }
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
    expect(mail.text?.length).toBeLessThanOrEqual(LIMITS.inviteTextCharsMax);
  }
});

test("a name that reads like an address is left out, however it got in", () => {
  const at = {
    baseUrl: "http://localhost:3000",
    addressDomain: "x.example",
    unsubscribeAddress: "courier@x.example",
  };
  const facts = {
    outboxId: "out_1",
    to: EVE,
    fromName: "you@bank",
    fromAddress: "alice@x.example",
    byAgent: false,
    count: 1,
    senderId: "acc_1",
    readToken: "r",
    stopToken: "s",
  };
  const mail = inviteMail(at, facts, sayInEnglish);
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
  expect(subject).toBe("alice offers 5.00 USDC (test money): A plan");
  const other = await mailOf(core, relay, {
    to: "fay@example.org",
    title: "Go to evil.example",
  });
  expect(`${other.text}${other.subject}`).not.toContain("evil");
});

test("an invite is in the language that its sender chose, whatever the reader's is", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  const alice = core.alice.as({ kind: "person", sessionId: "one" });
  await alice.run(updateNotifications, {
    titleInInvites: true,
    language: "de",
  });
  const { subject, text = "", html } = await mailOf(core, relay);
  expect(subject).toBe("alice bietet 5,00 USDC (Testgeld): A plan");
  expect(text).toStartWith(
    "alice (alice@inbox.localhost) hat Ihnen auf localhost:3000 geschrieben.\nWorum es geht: A plan\n\nLesen (ohne Konto):\nhttp",
  );
  expect(text).toContain("5,00 USDC (Testgeld) für Sie reserviert");
  expect(text).toContain("Antworten auf diese Mail werden nicht gelesen.");
  expect(text).toContain("Woran Sie unsere Mails erkennen:");
  expect(text).not.toMatch(/\b(?:the|you|mail that|message)\b/i);
  expect(String(html)).toContain('<html lang="de">');
  expect(text.length).toBeLessThanOrEqual(LIMITS.inviteTextCharsMax);
});

test("the database knows no link: only hashes, for thirty days", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  const { text = "" } = await mailOf(core, relay);
  const token = /\/i\/([\w-]{22})/.exec(text)?.[1] ?? "";
  expect(token).not.toBe("");
  const tables = await core.rows("select body from deliveries");
  const tokens = await core.rows("select * from mail_tokens");
  expect(tokens).toHaveLength(2);
  expect(JSON.stringify([tables, tokens])).not.toContain(token);
});

test("with a key what leaves is signed by DKIM, so that no word of it can be changed, and reports go to the bounce address", async () => {
  await using core = await startStage();
  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
  });
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
  const [raw = ""] = relay.raw;
  const { tags, signed, ...right } = verifyDkim(raw, publicKey);
  expect(right).toEqual({ isBodyRight: true, isSignatureRight: true });
  expect(tags).toMatchObject({
    a: "rsa-sha256",
    c: "relaxed/relaxed",
    d: "inbox.localhost",
    s: "svc",
  });
  // RFC 8058, section 4: the two headers have to be signed.
  for (const name of ["from", "list-unsubscribe", "list-unsubscribe-post"]) {
    expect(signed).toContain(name);
  }
  const forged = raw.replace("/i/stop/", "/i/stop/x");
  expect(verifyDkim(forged, publicKey).isSignatureRight).toBe(false);
  const changed = raw.replace("wrote to you", "wrote to me");
  expect(verifyDkim(changed, publicKey).isBodyRight).toBe(false);
  expect(relay.senders).toEqual(["bounce@inbox.localhost"]);
});

test("words that would end a mail and begin another stay words", async () => {
  await using relay = await startRelay();
  for (const line of ["\r\n", "\n", "\r", "\n\r", "\u2028", "\u0085"]) {
    const text = `One${line}.${line}MAIL FROM:<eve@evil.example>${line}.${line}Two`;
    await relay.mailer.send({ to: EVE, subject: "Hello", text });
    const { raw, mails } = relay;
    expect(raw).toHaveLength(mails.length);
    expect(mails.at(-1)?.text).toContain("MAIL FROM:<eve@evil.example>");
    expect(mails.at(-1)?.text).toContain("Two");
    // Nor does a lone CR or LF reach a relay that takes it for the end of a line.
    expect(raw.at(-1)?.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  }
  expect(relay.mails).toHaveLength(6);
});

test("a line break of any kind in a name or a title makes no header and no line", () => {
  const at = {
    baseUrl: "http://localhost:3000",
    addressDomain: "x.example",
    unsubscribeAddress: "courier@x.example",
  };
  for (const line of ["\r\n", "\n", "\r", "\u2028", "\u2029", "\u0085"]) {
    const facts = {
      outboxId: "out_1",
      to: EVE,
      fromName: `Ann${line}Bcc: all`,
      fromAddress: "alice@x.example",
      byAgent: false,
      title: `Plan${line}Pay now`,
      count: 1,
      senderId: "acc_1",
      readToken: "r",
      stopToken: "s",
    };
    const mail = inviteMail(at, facts, sayInEnglish);
    const { text, html, subject, ...heads } = mail;
    expect(JSON.stringify(heads)).not.toMatch(/Bcc|Plan|Pay/);
    expect(subject).toBe("Ann Bcc: all: Plan Pay now");
    expect(text.split(/[\r\n\u2028\u2029\u0085]+/)).not.toContain("Pay now");
    expect(text.split(/[\r\n\u2028\u2029\u0085]+/)).not.toContain("Bcc: all");
    expect(html?.split(line === "\n" ? "\u0000" : line)).toHaveLength(1);
  }
});

test("no address can write a header, name a second mailbox or pass for another", async () => {
  await using core = await startStage();
  const hostile = [
    '"eve at home"@example.org',
    '"eve@evil.example"@example.org',
    "eve@example.org\r\nBcc: all@example.org",
    "eve\u2028@example.org",
    "eve@example.org,all@example.org",
    "<eve@example.org>",
    "Eve <eve@example.org>",
    "eve(all)@example.org",
    "ëve@example.org",
    "eve@exam\u0000ple.org",
    "eve@localhost",
    "eve@b",
    "eve@[127.0.0.1]",
    "eve@127.0.0.1",
    "@example.org",
    "a@b@c.example",
  ];
  for (const to of hostile) {
    const input = { to: [to], text: "x", submit: true };
    const refused = await core.alice.refused(createConversation, input);
    expect([to, refused.code]).toEqual([to, "invalid_address"]);
  }
  expect(await core.rows("select 1 from deliveries")).toEqual([]);
});
