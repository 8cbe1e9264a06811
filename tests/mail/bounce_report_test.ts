import { expect, test } from "bun:test";
import { readBounce } from "../../src/core/mail/bounce_report.ts";
import { outcomeOf } from "../../src/core/mail/smtp_outcome.ts";

const OURS = "inbox.example";
const about = (fields: string) =>
  readBounce(`${fields}\n\nMessage-ID: <out_1@${OURS}>\n`, OURS);

test("a report is about the mail of ours that it gives back, not about itself", () => {
  const raw = `Message-ID: <a@relay.example>\nAction: failed\nStatus: 5.1.1\n\nMessage-ID: <out_1@${OURS}>`;
  expect(readBounce(raw, OURS)).toEqual({
    kind: "hard",
    messageId: `out_1@${OURS}`,
    status: "5.1.1",
  });
  expect(readBounce(raw, "other.example")).toBeUndefined();
});

test("folded headers and quoted-printable lines are read as one", () => {
  const raw = `Action: failed\r\nStatus: 5.0.0\r\n\r\nMessage-ID:\r\n <out_1@inb=\r\nox.example>\r\n`;
  expect(readBounce(raw, OURS)).toMatchObject({ kind: "hard" });
});

test("a delay, and a failure for now, are no bounce", () => {
  expect(about("Action: delayed\nStatus: 4.4.7")).toMatchObject({
    kind: "soft",
  });
  expect(about("Action: failed\nStatus: 4.4.7")).toMatchObject({
    kind: "soft",
  });
});

test("what is no report is nothing", () => {
  for (const raw of ["", "Subject: unsubscribe", "Subject: unsubscribe me!!"]) {
    expect(readBounce(raw, OURS)).toBeUndefined();
  }
});

test("a long hostile text is read in no time", () => {
  const started = performance.now();
  readBounce("Message-ID: <".repeat(3_500), OURS);
  readBounce(`Subject: unsubscribe${" ".repeat(48_000)}x`, OURS);
  expect(performance.now() - started).toBeLessThan(500);
});

test("whatever the client throws, nothing but codes is kept", () => {
  for (const error of [
    undefined,
    null,
    "eve@example.org",
    new Error("x@y.z"),
  ]) {
    expect(outcomeOf(error)).toMatchObject({
      outcome: "retry",
      error: "failed",
    });
  }
  const error = {
    code: "EENVELOPE",
    command: "RCPT TO:<eve@example.org>",
    responseCode: 550,
    response: "550 5.1.1 <eve@example.org> unknown",
  };
  expect(outcomeOf(error)).toEqual({
    outcome: "bounced",
    error: "RCPT TO 550 5.1.1 EENVELOPE",
    isBadMailbox: true,
  });
});
