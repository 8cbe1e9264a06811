/**
 * How is a mail worded, addressed and read? `mail_text.ts` and `notice_text.ts` have the
 * words, `sender_name.ts` the names in them, `invite_link.ts` the link of a guest,
 * `suppression_store.ts` those who want no mail. `packages/mail-reading/` reads mails,
 * `inbound/` has the addresses and the links that answers come to.
 * @module
 */
import { createTransport } from "nodemailer";
import { LIMITS } from "../base/limits.ts";

/** A short mail. Only `text` and `html` may contain other people's words. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** With its angle brackets; generated if absent. */
  readonly messageId?: string;
  /** The reply address; none if absent. */
  readonly replyTo?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Hands over mail for its reader. */
export interface Mailer {
  /** Rejects if it cannot be handed over. */
  send(mail: Mail): Promise<void>;
  /** True if mail is only shown on the server's terminal. */
  readonly isTerminal?: true;
  close(): void;
}

/** How mail is sent: the relay's address may contain a password and is never shown. */
export interface MailerOptions {
  readonly smtpUrl: string;
  readonly from: string;
  /** Where mail systems send bounces; `from` if absent. */
  readonly bounceAddress?: string | undefined;
  readonly dkim?: DkimKey | undefined;
  /** Certificate authorities in PEM for the relay; the usual ones if absent. */
  readonly authorities?: string | undefined;
}

/** Signs outgoing mail (RFC 6376). The key is never shown, never logged. */
export interface DkimKey {
  readonly domainName: string;
  readonly keySelector: string;
  readonly privateKey: string;
}

/** One-click unsubscribe counts only if its headers are signed (RFC 8058, section 4). */
const SIGNED_HEADERS =
  "from:to:reply-to:subject:date:message-id:mime-version:content-type:list-unsubscribe:list-unsubscribe-post:auto-submitted:feedback-id";

/**
 * Hands mail to an SMTP relay (RFC 5321). Mail and password cross no network unencrypted:
 * `smtps:` is TLS from the start, `smtp:` must upgrade to it (RFC 3207) unless the relay is
 * on this machine, or its address has `?ignoreTLS=true`.
 */
export function smtpMailer(options: MailerOptions): Mailer {
  const { from, bounceAddress = from, dkim } = options;
  const transport = createTransport({
    ...relayOf(options),
    pool: true,
    maxConnections: LIMITS.mailConnectionsMax,
    ...(dkim && { dkim: { ...dkim, headerFieldNames: SIGNED_HEADERS } }),
    // Our mails refer to no file or address to load.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, headers, ...mail }) {
      await transport.sendMail({
        ...mail,
        from,
        // One mailbox: as a text it would be parsed as a list.
        to: { name: "", address: to },
        envelope: { from: bounceAddress, to: { name: "", address: to } },
        // RFC 3834: no out-of-office reply answers a machine.
        headers: { ...headers, "Auto-Submitted": "auto-generated" },
      });
    },
    close: () => transport.close(),
  };
}

/**
 * Connects to the relay and signs in, with everything but a mail.
 * @throws with the relay's words if it would accept none.
 */
export async function tryRelay(options: MailerOptions): Promise<void> {
  const transport = createTransport(relayOf(options));
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** The connection to a relay. */
function relayOf({ smtpUrl, authorities }: MailerOptions) {
  return {
    url: smtpUrl,
    requireTLS: needsTls(smtpUrl),
    ...(authorities !== undefined && { tls: { ca: authorities } }),
    connectionTimeout: LIMITS.smtpTimeoutMs,
    greetingTimeout: LIMITS.smtpTimeoutMs,
    socketTimeout: LIMITS.smtpTimeoutMs,
  };
}

const THIS_MACHINE = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** True if missing or stripped STARTTLS ends the attempt. */
function needsTls(smtpUrl: string): boolean {
  if (smtpUrl.startsWith("smtps:")) return false;
  const url = URL.parse(smtpUrl);
  // An unreadable URL, such as one with a bare # in its password, could name any host.
  if (!url) return true;
  if (url.searchParams.get("ignoreTLS") === "true") return false;
  return !THIS_MACHINE.test(url.hostname);
}

/** Shows mail on the server's terminal: for development without a relay. */
export function terminalMailer(write: (text: string) => void): Mailer {
  return {
    isTerminal: true,
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
