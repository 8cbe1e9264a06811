import { afterAll, beforeAll, expect, test } from "bun:test";
import type { TestAccount, TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";
import { deliverDue } from "./deliver_due.ts";
import { openInvite } from "./guest.ts";
import type { Relay } from "./relay.ts";
import { startRelay } from "./relay.ts";

const SECRET = "what-the-relay-and-the-service-share";
const RELAY = "mx.relay.example";

let service: TestService;
let relay: Relay;
let alice: TestAccount;
let bob: TestAccount;
let count = 0;

beforeAll(async () => {
  service = await startService({
    env: {
      MAIL_WEBHOOK_SECRET: SECRET,
      MAIL_REPLY_DOMAIN: "answers.example",
      MAIL_AUTHSERV_ID: RELAY,
    },
  });
  relay = await startRelay();
  alice = await service.addAccount("alice", { credit: "100.00" });
  bob = await service.addAccount("bob");
  await service.addSession(bob);
});

afterAll(async () => {
  await relay[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const lastReplyTo = () => relay.mails.at(-1)?.replyTo?.value[0]?.address ?? "";

interface Written {
  readonly from: string;
  readonly to: string;
  readonly text?: string;
  readonly proof?: string;
  readonly more?: readonly string[];
  readonly id?: string;
  readonly body?: readonly string[];
}

function mailOf({ from, to, text, proof, more = [], id, body }: Written) {
  const domain = from.slice(from.indexOf("@") + 1);
  const results =
    proof ?? `dkim=pass header.d=${domain}; dmarc=pass header.from=${domain}`;
  return [
    ...(results === "" ? [] : [`Authentication-Results: ${RELAY}; ${results}`]),
    `From: Somebody <${from}>`,
    `To: <${to.toUpperCase()}>`,
    `Message-ID: <${id ?? `m${++count}@mail.example`}>`,
    ...more,
    ...(body ?? ["Content-Type: text/plain; charset=utf-8", "", text ?? ""]),
  ].join("\r\n");
}

async function hand(message: string, token = SECRET) {
  const response = await service.fetch("/v1/mail/inbound", {
    method: "POST",
    token,
    body: message,
    headers: { "content-type": "message/rfc822" },
  });
  const { outcome, reason, status } = await json(response);
  return outcome === undefined ? status : (reason ?? outcome);
}

async function told(): Promise<readonly string[]> {
  const before = relay.mails.length;
  await deliverDue(service.services, relay.mailer);
  return relay.mails.slice(before).map((it) => it.text ?? "");
}

async function shown(id: string) {
  const response = await service.fetch(`/v1/conversations/${id}`, {
    token: alice.token,
  });
  return (await json(response)).conversation;
}

async function invited(more: object = {}) {
  const guest = `guest${++count}@example.org`;
  const opened = await openInvite(service, relay, alice, {
    to: [guest],
    ...more,
  });
  return { guest, ...opened, address: lastReplyTo() };
}

test("a guest's answer by mail is their message, without what it quotes or the link in it, and accepts nothing", async () => {
  const { guest, id, link, address } = await invited({ price: "5.00" });
  const text = `Can it be Friday? ${link} ${address}\r\n\r\nOn Mon, 5 Jan 2026 at 10:00, Courier <courier@x.example>\r\nwrote:\r\n> You have a message\r\n> ${link}`;
  const message = mailOf({ from: guest, to: address, text });
  expect(await hand(message)).toBe("sent");
  // The relay may hand the same mail over twice.
  expect(await hand(message)).toBe("sent");
  const { messages, payment, state } = await shown(id);
  expect(messages).toHaveLength(2);
  expect(messages[1]).toMatchObject({
    text: "Can it be Friday? [link removed] [link removed]",
    accept: false,
  });
  expect([state, payment.status]).toEqual(["submitted", "held"]);
  expect(JSON.stringify(await shown(id))).not.toContain(link.slice(-22));
});

test("a person answers a notice from their mailbox, with a file; turned off, its address is dead for good", async () => {
  const mailbox = `${bob.accountId}@mailbox.example`;
  const created = await service.fetch("/v1/conversations", {
    method: "POST",
    token: alice.token,
    json: { to: [bob.address], title: "Plan", text: "Words", submit: true },
  });
  const { conversationId: id } = await json(created);
  await told();
  const to = lastReplyTo();
  expect(to).toMatch(/^reply\+[0-9a-z]{58}@answers\.example$/);
  const file = (name: string, bytes: string) => [
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain; charset=iso-8859-1",
    "Content-Transfer-Encoding: quoted-printable",
    "",
    "Gr=FC=DFe",
    "--b",
    `Content-Type: application/octet-stream; name="${name}"`,
    "Content-Disposition: attachment",
    "Content-Transfer-Encoding: base64",
    "",
    Buffer.from(bytes).toString("base64"),
    "--b--",
  ];
  const body = file("notes.txt", "facts");
  expect(await hand(mailOf({ from: mailbox, to, body }))).toBe("sent");
  const { messages } = await shown(id);
  expect(messages.at(-1)).toMatchObject({
    actor: { kind: "person" },
    parts: [
      { text: "Grüße" },
      { filename: "notes.txt", raw: Buffer.from("facts").toString("base64") },
    ],
  });
  // A program is refused as over every wire, and its author told once.
  const program = mailOf({ from: mailbox, to, body: file("a.exe", "MZ") });
  expect(await hand(program)).toBe("review_denied");
  expect(await hand(program)).toBe("review_denied");
  expect(await told()).toEqual([
    expect.stringContaining("Your email reply wasn't sent."),
  ]);
  for (const replyByMail of [false, true]) {
    const { token } = await service.addSession(bob);
    await service.fetch("/v1/notifications", {
      method: "PUT",
      token,
      json: { replyByMail },
    });
    expect(await hand(mailOf({ from: mailbox, to, text: "Again" }))).toBe(
      "turned_off",
    );
  }
  expect(await told()).toEqual([]);
});

test("nobody answers as somebody else: not by another From, without proof, by an address that was guessed, claimed or has ended", async () => {
  const { guest, id, address: to } = await invited();
  const from = guest;
  const text = "Words";
  const forged = (proof: string, more: readonly string[] = []) =>
    hand(mailOf({ from, to, text, proof, more }));
  const own = "header.from=example.org";
  expect(await hand(mailOf({ from: "eve@evil.example", to, text }))).toBe(
    "another_sender",
  );
  const two = mailOf({ from, to, text, more: ["From: eve@evil.example"] });
  expect(await hand(two)).toBe("another_sender");
  expect(await forged("")).toBe("unproven_sender");
  expect(
    await forged(`dmarc=fail ${own}; dkim=pass header.d=example.org`),
  ).toBe("unproven_sender");
  expect(
    await forged(
      "dkim=pass header.d=evil.example; spf=pass smtp.mailfrom=x@evil.example",
    ),
  ).toBe("unproven_sender");
  expect(await forged(`dkim=none (; dmarc=pass ${own})`)).toBe(
    "unproven_sender",
  );
  // Headers in the mail itself stand below the relay's own.
  const brought = [`Authentication-Results: ${RELAY}; dmarc=pass ${own}`];
  expect(await forged("dmarc=fail", brought)).toBe("unproven_sender");
  expect(await told()).toHaveLength(5);
  const last = to.at(to.indexOf("@") - 1) === "0" ? "1" : "0";
  const guessed = to.replace(/.@/, `${last}@`);
  expect(await hand(mailOf({ from, to: guessed, text }))).toBe(
    "unknown_address",
  );
  expect(await hand(mailOf({ from, to, text }), "another-secret")).toBe(401);
  service.clock.advance(31 * 86_400_000);
  expect(await hand(mailOf({ from, to, text }))).toBe("unknown_address");
  expect((await shown(id)).messages).toHaveLength(1);
  expect(await told()).toEqual([]);
});

test("an automatic mail is ignored: no message, no mail back", async () => {
  const { guest: from, id, address: to } = await invited();
  const text = "I am away";
  for (const more of [
    ["Auto-Submitted: auto-replied"],
    ["Precedence: bulk"],
    ["Return-Path: <>"],
    ["X-Autoreply: yes"],
  ]) {
    expect(await hand(mailOf({ from, to, text, more }))).toBe("automatic");
  }
  expect(await hand(mailOf({ from, to, text: "> all of it\n" }))).toBe("sent");
  expect(await hand(mailOf({ from, to, text: " " }))).toBe("invalid_input");
  expect((await shown(id)).messages).toHaveLength(2);
  expect(await told()).toHaveLength(1);
});

test("an answer with what no message holds is taken without it", async () => {
  const { guest: from, id, address: to } = await invited();
  const body = [
    "Content-Type: text/plain; charset=utf-16le",
    "Content-Transfer-Encoding: base64",
    "",
    Buffer.from("हाँ\0\ud800 👍", "utf16le").toString("base64"),
  ];
  expect(await hand(mailOf({ from, to, body }))).toBe("sent");
  expect((await shown(id)).messages[1].text).toBe("हाँ\ufffd 👍");
});

const ATTACHED = [
  "Content-Type: image/png; name=a.png",
  "Content-Disposition: attachment; filename=a.png",
  "",
  "bytes",
];

function mixed(...parts: readonly (readonly string[])[]): readonly string[] {
  const within = parts.flatMap((it) => ["--b", ...it]);
  return ["Content-Type: multipart/mixed; boundary=b", "", ...within, "--b--"];
}

test("words on both sides of a file are one text, without what they quote", async () => {
  const { guest: from, id, address: to } = await invited();
  const body = mixed(
    ["Content-Type: text/plain", "", "First paragraph.", ""],
    ATTACHED,
    [
      "Content-Type: text/plain",
      "",
      "Second paragraph, with the decision: no.",
      "",
      "On Mon, 5 Jan 2026 at 10:00, Courier <courier@x.example> wrote:",
      "> Old words",
    ],
    ATTACHED,
    ["Content-Type: text/plain", "", "> More old words"],
  );
  expect(await hand(mailOf({ from, to, body }))).toBe("sent");
  const { messages } = await shown(id);
  const file = expect.objectContaining({ filename: "a.png" });
  expect(messages.at(-1).parts).toEqual([
    { text: "First paragraph.\n\nSecond paragraph, with the decision: no." },
    file,
    file,
  ]);
});

test("a mail of more parts than are read is refused as a whole, and its author told", async () => {
  const { guest: from, id, address: to } = await invited();
  const words = ["Content-Type: text/plain", "", "Words"];
  const body = mixed(words, ...Array.from({ length: 60 }, () => ATTACHED));
  expect(await hand(mailOf({ from, to, body }))).toBe("invalid_input");
  expect((await shown(id)).messages).toHaveLength(1);
  expect(await told()).toEqual([expect.stringContaining("more than 50 parts")]);
  // Of what is not proven, or for nobody, no part is read.
  expect(await hand(mailOf({ from, to, body, proof: "" }))).toBe(
    "unproven_sender",
  );
  const nobody = to.replace(/.@/, "@");
  expect(await hand(mailOf({ from, to: nobody, body }))).toBe(
    "unknown_address",
  );
});
