import type { ParsedMail } from "mailparser";
import { simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import type { Mailer } from "../../src/core/mail/mailer.ts";
import { smtpMailer } from "../../src/core/mail/mailer.ts";

/** The relay's way with the next mail. */
export type Mood =
  | "accept"
  | "refuse_recipient"
  | "refuse_for_now"
  | "policy"
  | "refuse_sender"
  | "drop_before_answer"
  | "drop_in_the_middle";

/** A real SMTP server on this machine, with a real client before it. */
export interface Relay extends AsyncDisposable {
  readonly url: string;
  readonly mailer: Mailer;
  /** The mails that arrived whole, as a mail program reads them. */
  readonly mails: readonly ParsedMail[];
  /** The same as it came over the line. */
  readonly raw: readonly string[];
  /** MAIL FROM of each. */
  readonly senders: readonly string[];
  mood: Mood;
  /** Resolves once the next mail is whole; until `answer` the client waits. */
  hold(): { readonly arrived: Promise<void>; answer(): void };
}

interface Refusal extends Error {
  responseCode?: number;
}

function refusal(responseCode: number, text: string): Refusal {
  return Object.assign(new Error(text), { responseCode });
}

/** Starts one that takes everything. */
export async function startRelay(
  options: Partial<Parameters<typeof smtpMailer>[0]> = {},
): Promise<Relay> {
  const mails: ParsedMail[] = [];
  const raw: string[] = [];
  const senders: string[] = [];
  let gate: { arrive(): void; readonly open: Promise<void> } | undefined;
  const relay = { mood: "accept" as Mood };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    logger: false,
    onMailFrom(_address, _session, done) {
      done(
        relay.mood === "refuse_sender"
          ? refusal(550, "5.7.1 eve@example.org may not send")
          : null,
      );
    },
    onRcptTo({ address }, _session, done) {
      if (relay.mood === "refuse_recipient") {
        return done(refusal(550, `5.1.1 <${address}> no such mailbox here`));
      }
      if (relay.mood === "policy") {
        return done(refusal(554, `5.7.1 <${address}> looks like spam`));
      }
      done(
        relay.mood === "refuse_for_now"
          ? refusal(451, `4.2.1 <${address}> try later`)
          : null,
      );
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        if (relay.mood === "drop_in_the_middle") drop();
      });
      stream.on("end", async () => {
        if (relay.mood === "drop_in_the_middle") return;
        const whole = Buffer.concat(chunks);
        raw.push(whole.toString());
        mails.push(await simpleParser(whole));
        const from = session.envelope.mailFrom;
        senders.push(from === false ? "" : from.address);
        gate?.arrive();
        await gate?.open;
        if (relay.mood === "drop_before_answer") return drop();
        done(null);
      });
    },
  });
  const connections = new Set<{ destroy(): void }>();
  server.server.on("connection", (socket) => connections.add(socket));
  const drop = () => {
    for (const socket of connections) socket.destroy();
    connections.clear();
  };
  server.on("error", () => {});
  await new Promise<void>((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve()),
  );
  const address = server.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const url = `smtp://127.0.0.1:${port}`;
  const from = "courier@inbox.localhost";
  const mailer = smtpMailer({ smtpUrl: url, from, ...options });
  return Object.assign(relay, {
    url,
    mailer,
    mails,
    raw,
    senders,
    hold() {
      const arrived = Promise.withResolvers<void>();
      const answered = Promise.withResolvers<void>();
      gate = { arrive: arrived.resolve, open: answered.promise };
      return {
        arrived: arrived.promise,
        answer() {
          gate = undefined;
          answered.resolve();
        },
      };
    },
    async [Symbol.asyncDispose]() {
      mailer.close();
      drop();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}

/** The one link of the newest mail to an address, as a path of the service. */
export function linkIn({ mails }: Relay, to: string): string {
  const mail = mails.findLast(({ to: header }) =>
    [header].flat().some((it) => it?.text === to),
  );
  const found = /https?:\/\/[^/\s]+(\/i\/[A-Za-z0-9_-]{22})/.exec(
    mail?.text ?? "",
  );
  return found?.[1] ?? "";
}
