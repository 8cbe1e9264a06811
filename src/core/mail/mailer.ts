import { createTransport } from "nodemailer";
import { LIMITS } from "../limits.ts";

/** A short mail in plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Takes a mail to where its reader sees it. */
export interface Mailer {
  /** Rejects if it cannot be handed over. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** How mail leaves: the relay's address may hold a password and is never shown. */
export interface MailerOptions {
  readonly smtpUrl: string;
  readonly from: string;
}

/** Hands mail to an SMTP relay (RFC 5321), over TLS where the URL says so. */
export function smtpMailer({ smtpUrl, from }: MailerOptions): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    connectionTimeout: LIMITS.smtpTimeoutMs,
    greetingTimeout: LIMITS.smtpTimeoutMs,
    socketTimeout: LIMITS.smtpTimeoutMs,
    // A mail of ours names no file and no address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, ...mail }) {
      await transport.sendMail({
        ...mail,
        // One mailbox: as a text it would be read as a list of them.
        to: { name: "", address: to },
        from,
        headers: { "Auto-Submitted": "auto-generated" },
      });
    },
    close: () => transport.close(),
  };
}

/** Shows mail on the server's terminal: for development, where no relay is set. */
export function terminalMailer(write: (text: string) => void): Mailer {
  return {
    async send({ to, subject, text }) {
      const lines = [`To: ${to}`, subject, "", ...text.split("\n")];
      write(
        [
          "",
          "--- DEVELOPMENT: no SMTP_URL is set, so this mail is shown here ---",
          ...lines.map((line) => `| ${line}`),
          "-------------------------------------------------------------------",
          "",
        ].join("\n"),
      );
    },
    close() {},
  };
}
