/** How an attempt to hand a mail over failed. */
export interface SmtpFailure {
  /** `gone` if the relay says that there is no such mailbox. */
  readonly came: "retry" | "failed" | "gone";
  /** Codes of SMTP and of the connection; nothing that the relay wrote. */
  readonly error: string;
}

const COMMAND = /^(?:CONN|EHLO|HELO|AUTH|STARTTLS|MAIL FROM|RCPT TO|DATA|API)/;
const CODE = /^[A-Z][A-Z0-9_]{1,30}$/;
const ENHANCED = /^[245]\d\d[ -]([245]\.\d{1,3}\.\d{1,3})\b/;
/** Basic codes of a mailbox that is not there (RFC 5321, section 4.2.3). */
const NO_MAILBOX = [550, 551, 553];

/**
 * Reads what the SMTP client threw. A refusal for good counts only where it is
 * about the recipient or the mail; a relay that refuses ourselves is tried again.
 */
export function outcomeOfError(error: unknown): SmtpFailure {
  const fields: Readonly<Record<string, unknown>> =
    typeof error === "object" && error !== null ? { ...error } : {};
  const status = Number(fields.responseCode);
  const command = COMMAND.exec(String(fields.command ?? ""))?.[0] ?? "";
  const enhanced = ENHANCED.exec(String(fields.response ?? ""))?.[1] ?? "";
  const code = CODE.exec(String(fields.code ?? ""))?.[0] ?? "";
  const isFinal =
    status >= 500 && (command === "RCPT TO" || command === "DATA");
  const isBadMailbox =
    isFinal &&
    command === "RCPT TO" &&
    (enhanced === ""
      ? NO_MAILBOX.includes(status)
      : enhanced.startsWith("5.1."));
  const said = [command, status > 0 ? String(status) : "", enhanced, code];
  return {
    came: isBadMailbox ? "gone" : isFinal ? "failed" : "retry",
    error: said.filter((it) => it !== "").join(" ") || "failed",
  };
}
