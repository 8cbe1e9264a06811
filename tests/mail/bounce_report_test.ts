import { expect, test } from "bun:test";
import { readBounce } from "../../packages/mail-reading/src/bounce_report.ts";
import { MAIL_BOUNDS } from "../../src/core/mail/mail_bounds.ts";
import { outcomeOfError } from "../../src/core/mail/smtp_outcome.ts";

const DOMAIN = "inbox.example";
const OURS = { ours: DOMAIN, bounds: MAIL_BOUNDS };
const TOKEN = "AbCdEfGhIjKlMnOpQrStUv";
const RETURNED = `Content-Type: text/rfc822-headers\n\nMessage-ID: <out_1@${DOMAIN}>`;

/** A report as mail systems make them, of parts with their headers. */
function reportOf(...parts: readonly string[]): string {
  const head = `Message-ID: <a@relay.example>\nContent-Type: multipart/report;\n boundary="b 1"`;
  return `${head}\n\nPreamble\n--b 1\n${parts.join("\n--b 1\n")}\n--b 1--\n`;
}

const about = (fields: string, returned: string = RETURNED) =>
  readBounce(
    reportOf(`Content-Type: message/delivery-status\n\n${fields}`, returned),
    OURS,
  );
const complaint = (type: string) =>
  readBounce(
    reportOf(
      `Content-Type: message/feedback-report\n\nFeedback-Type: ${type}`,
      RETURNED,
    ),
    OURS,
  );
const wish = (subject: string) =>
  readBounce(`From: x@y.example\nSubject: ${subject}\n\nHello`, OURS);

test("a report is about our returned mail, not about itself", () => {
  const raw = reportOf(
    "Content-Type: message/delivery-status\n\nAction: failed\nStatus: 5.1.1",
    RETURNED,
  );
  expect(readBounce(raw, OURS)).toEqual({
    kind: "hard",
    messageId: `out_1@${DOMAIN}`,
    isBadMailbox: true,
  });
  expect(readBounce(raw, { ...OURS, ours: "other.example" })).toBeUndefined();
  expect(readBounce(raw, { ...OURS, ours: "relay.example" })).toBeUndefined();
});

test("parts are read however they are folded, encoded and written", () => {
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const status = `content-type: MESSAGE/delivery-status\r\nContent-Transfer-Encoding: BASE64\r\n\r\n${base64("Reporting-MTA: dns; x\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n")}`;
  const folded =
    "Content-Type: message/rfc822\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nMESSAGE-ID:\r\n <OUT_1@Inb=\r\nox.Example>\r\n";
  const raw = reportOf(status, folded).replaceAll(/\r?\n/g, "\r\n");
  expect(readBounce(raw, OURS)).toEqual({
    kind: "hard",
    messageId: `out_1@${DOMAIN}`,
    isBadMailbox: true,
  });
});

test("a delay, and a failure for now, are no bounce", () => {
  expect(about("Action: delayed\nStatus: 4.4.7")).toMatchObject({
    kind: "soft",
  });
  expect(about("Action: failed\nStatus: 4.4.7")).toMatchObject({
    kind: "soft",
  });
});

test("only a status about the mailbox means that it does not exist", () => {
  for (const status of ["5.2.2", "5.7.1", "5.0.0", ""]) {
    expect([status, about(`Action: failed\nStatus: ${status}`)]).toMatchObject([
      status,
      { kind: "hard", isBadMailbox: false },
    ]);
  }
});

test("a complaint is what a reader complains of, no other feedback", () => {
  for (const type of ["abuse", "Fraud", "virus", "other"]) {
    expect(complaint(type)).toMatchObject({ kind: "complaint" });
  }
  for (const type of ["not-spam", "auth-failure", "dmarc", ""]) {
    expect([type, complaint(type)]).toEqual([type, undefined]);
  }
});

test("an answer that quotes our mail and looks like a report is not a report", () => {
  const words = `Action: failed\nStatus: 5.1.1\nFeedback-Type: abuse\n\nMessage-ID: <out_1@${DOMAIN}>\n`;
  for (const type of ["text/plain", "multipart/mixed; boundary=b"]) {
    const raw = `Subject: Out of office\nContent-Type: ${type}\n\n--b\nContent-Type: message/delivery-status\n\n${words}\n--b--`;
    expect(readBounce(raw, OURS)).toBeUndefined();
  }
  expect(readBounce(reportOf(words, RETURNED), OURS)).toBeUndefined();
});

test("a wish to get no more mail is read as mail programs write subjects", () => {
  const word = Buffer.from(`Re: unsubscribe ${TOKEN}`).toString("base64");
  for (const subject of [
    `unsubscribe ${TOKEN}`,
    `Re: AW: Unsubscribe ${TOKEN} `,
    `=?utf-8?B?${word}?=`,
    `=?utf-8?q?Re:_unsubscribe?= =?utf-8?q?_${TOKEN}?=`,
    `unsubscribe\n ${TOKEN}`,
  ]) {
    expect([subject, wish(subject)]).toEqual([
      subject,
      { kind: "unsubscribe", token: TOKEN },
    ]);
  }
});

test("what is no report is nothing", () => {
  for (const raw of [
    "",
    "Subject: unsubscribe",
    "Subject: unsubscribe me!!",
    `From: x\n\nSubject: unsubscribe ${TOKEN}`,
    "Content-Type: multipart/report",
    "Content-Type: multipart/report; boundary=b\n\n--b",
  ]) {
    expect(readBounce(raw, OURS)).toBeUndefined();
  }
});

test("a long hostile text is read in no time", () => {
  const started = performance.now();
  const head = "Content-Type: multipart/report; boundary=b\n\n";
  for (const raw of [
    "Message-ID: <".repeat(3_500),
    `Subject: unsubscribe${" ".repeat(48_000)}x`,
    `Subject: ${"=?u?q?x".repeat(6_000)}`,
    `Subject: ${"=?u?q?x?= ".repeat(4_800)}`,
    `Content-Type:${" ;boundary".repeat(4_800)}`,
    `Content-Type: x${";".repeat(24_000)}${" ".repeat(24_000)}`,
    head + "\n--b".repeat(12_000),
    `${head}--b\nContent-Type: message/rfc822\n\n${"Message-ID: <".repeat(3_500)}`,
    `${head}--b${" ".repeat(47_000)}x`,
    "\n ".repeat(24_000),
  ]) {
    readBounce(raw, OURS);
  }
  expect(performance.now() - started).toBeLessThan(500);
});

test("whatever the client throws, nothing but codes is kept", () => {
  for (const error of [
    undefined,
    null,
    "eve@example.org",
    new Error("x@y.z"),
  ]) {
    expect(outcomeOfError(error)).toMatchObject({
      came: "retry",
      error: "failed",
    });
  }
  const error = {
    code: "EENVELOPE",
    command: "RCPT TO:<eve@example.org>",
    responseCode: 550,
    response: "550 5.1.1 <eve@example.org> unknown",
  };
  expect(outcomeOfError(error)).toEqual({
    came: "gone",
    error: "RCPT TO 550 5.1.1 EENVELOPE",
  });
});
