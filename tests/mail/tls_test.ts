import { expect, test } from "bun:test";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { SMTPServerOptions } from "smtp-server";
import { SMTPServer } from "smtp-server";
import { smtpMailer } from "../../src/core/mail/mailer.ts";
import { CERTIFICATE, CERTIFICATE_KEY } from "./certificate.ts";

const MAIL = { to: "eve@example.org", subject: "Hello", text: "A secret" };

/** A relay with a certificate of its own, and what reached it how. */
async function startTlsRelay(options: SMTPServerOptions = {}) {
  const arrived: { raw: string; isSecure: boolean }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    key: CERTIFICATE_KEY,
    cert: CERTIFICATE,
    async onData(stream, { secure }, done) {
      arrived.push({ raw: await text(stream), isSecure: secure });
      done();
    },
    ...options,
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve()),
  );
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    arrived,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Gives how it went: "sent", or the code of the client. */
async function sendTo(smtpUrl: string, authorities?: string): Promise<string> {
  const from = "courier@in.example";
  const mailer = smtpMailer({ smtpUrl, from, authorities });
  try {
    await mailer.send(MAIL);
    return "sent";
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : "";
  } finally {
    mailer.close();
  }
}

for (const [scheme, options] of [
  ["smtps", { secure: true }],
  ["smtp", {}],
] as const) {
  test(`${scheme}: a certificate that nobody vouches for is refused, one of a configured authority is not`, async () => {
    await using relay = await startTlsRelay(options);
    const url = `${scheme}://localhost:${relay.port}`;
    expect(await sendTo(url)).toBe("ESOCKET");
    expect(relay.arrived).toEqual([]);
    expect(await sendTo(url, CERTIFICATE)).toBe("sent");
    expect(relay.arrived.map((it) => it.isSecure)).toEqual([true]);
  });
}

test("a relay elsewhere that does not offer TLS, or lost it on the way, gets no mail", async () => {
  await using relay = await startTlsRelay({ disabledCommands: ["STARTTLS"] });
  // The same machine by a name that is none of this machine's.
  const url = `smtp://127.1:${relay.port}`;
  expect(await sendTo(url)).toBe("ETLS");
  expect(relay.arrived).toEqual([]);
  expect(await sendTo(`${url}?ignoreTLS=true`)).toBe("sent");
  expect(await sendTo(`smtp://127.0.0.1:${relay.port}`)).toBe("sent");
  expect(relay.arrived.map((it) => it.isSecure)).toEqual([false, false]);
});
