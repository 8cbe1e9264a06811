import { afterEach, expect, test } from "bun:test";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { sayInEnglish } from "../../src/core/base/words/say.ts";
import type { Mailer } from "../../src/core/mail/mailer.ts";
import { smtpMailer, terminalMailer } from "../../src/core/mail/mailer.ts";
import { codeMail } from "../../src/core/mail/sign_in_mail.ts";
import { startService } from "../harness.ts";
import { Browser } from "./browser.ts";
import { ownTime } from "./clock.ts";

const MAILBOX = "very-private-7@mail.example";

afterEach(ownTime);

interface Relay extends AsyncDisposable {
  readonly smtpUrl: string;
  readonly mails: readonly { readonly to: string[]; readonly raw: string }[];
}

/** A real relay on this machine; one that refuses names the mailbox as it does. */
async function startRelay({
  refuses,
}: {
  readonly refuses?: number | undefined;
} = {}): Promise<Relay> {
  const mails: { to: string[]; raw: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo({ address }, _session, done) {
      const error = new Error(`no mailbox ${address}`);
      done(refuses ? Object.assign(error, { responseCode: refuses }) : null);
    },
    async onData(stream, { envelope }, done) {
      const raw = await text(stream);
      mails.push({ to: envelope.rcptTo.map(({ address }) => address), raw });
      done();
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve()),
  );
  const { port } = server.server.address() as AddressInfo;
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    mails,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => server.close(() => resolve())),
  };
}

function mailerTo({ smtpUrl }: Relay): Mailer {
  return smtpMailer({ smtpUrl, from: "courier@in.example" });
}

test("a mail arrives at a relay with its code, plainly, and asks for no answer of a machine", async () => {
  await using relay = await startRelay();
  const mailer = mailerTo(relay);
  await mailer.send(
    codeMail(MAILBOX, "123456", {
      baseUrl: "https://in.example",
      say: sayInEnglish,
    }),
  );
  mailer.close();
  const [mail] = relay.mails;
  expect(mail?.to).toEqual([MAILBOX]);
  expect(mail?.raw).toContain("Subject: 123456 is your sign-in code");
  expect(mail?.raw).toContain("Auto-Submitted: auto-generated");
  expect(mail?.raw).toContain("From: courier@in.example");
  expect(mail?.raw).toContain("123456 is your sign-in code for https://in");
});

test("a mailbox that would write headers or name more mailboxes writes none", async () => {
  await using relay = await startRelay();
  const mailer = mailerTo(relay);
  const hostile = "a@mail.example\r\nBcc: eve@evil.example";
  await mailer
    .send(
      codeMail(hostile, "123456", {
        baseUrl: "https://in.example",
        say: sayInEnglish,
      }),
    )
    .catch(() => {});
  mailer.close();
  const raw = relay.mails.map((it) => it.raw).join();
  expect(raw).not.toMatch(/^Bcc:/im);
  expect(relay.mails.flatMap(({ to }) => to)).not.toContain("eve@evil.example");
  await using s = await startService({ isRealTime: true });
  for (const email of [hostile, "a@mail.example,eve@evil.example", "x"]) {
    const page = await new Browser(s).post("/sign-in", { email, by: "code" });
    expect([email, page.status]).toEqual([email, 400]);
  }
  expect(s.mails).toEqual([]);
});

const TROUBLES = [
  { name: "refuses the mailbox", refuses: 550, isThere: true, status: 200 },
  { name: "takes no mail now", refuses: 451, isThere: true, status: 503 },
  { name: "is not there", refuses: undefined, isThere: false, status: 503 },
] as const;

for (const { name, refuses, isThere, status } of TROUBLES) {
  test(`where the relay ${name}, the page says no more than is so, to everybody alike, and the log names nobody`, async () => {
    await using relay = await startRelay({ refuses });
    if (!isThere) await relay[Symbol.asyncDispose]();
    const mailer = mailerTo(relay);
    await using s = await startService({ isRealTime: true, mailer });
    const known = await s.addAccount("ada");
    await s.addSession(known);
    const pages: string[] = [];
    for (const by of ["code", "link"]) {
      for (const email of [MAILBOX, `${known.accountId}@mailbox.example`]) {
        const browser = new Browser(s);
        const sent = await browser.post("/sign-in", { email, by });
        const next = sent.headers.get("location");
        const page = next === null ? sent : await browser.get(next);
        expect([by, email, page.status]).toEqual([by, email, status]);
        pages.push((await page.text()).replaceAll(email, "MAILBOX"));
      }
    }
    expect(pages[1]).toBe(pages[0] ?? "");
    expect(pages[3]).toBe(pages[2] ?? "");
    const says = status === 503 ? "couldn't send the email" : "We sent ";
    for (const page of pages) expect(page).toContain(says);
    expect(s.logged.join()).toContain("auth.mail_failed");
    expect(s.logged.join()).not.toContain("very-private-7");
    expect(s.logged.join()).not.toMatch(/\b\d{6}\b(?!Z)/);
    mailer.close();
  });
}

test("without a relay the terminal shows the mail, marked as development", async () => {
  const written: string[] = [];
  const mailer = terminalMailer((it) => void written.push(it));
  await mailer.send(
    codeMail(MAILBOX, "123456", {
      baseUrl: "https://in.example",
      say: sayInEnglish,
    }),
  );
  expect(written.join()).toContain("DEVELOPMENT");
  expect(written.join()).toContain("123456");
  const shown = "in the terminal where it runs";
  await using s = await startService({ isRealTime: true, mailer });
  for (const by of ["code", "link"]) {
    const browser = new Browser(s);
    const sent = await browser.post("/sign-in", { email: MAILBOX, by });
    const next = sent.headers.get("location");
    const page = next === null ? sent : await browser.get(next);
    expect(await page.text()).toContain(shown);
  }
});
