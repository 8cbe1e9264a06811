import type { MailBounds, MailPart } from "./raw_mail.ts";
import {
  fieldOf,
  partsOf,
  readPart,
  typeOf,
  unfolded,
  withoutEncodedWords,
} from "./raw_mail.ts";

/** The content of a mail system's report, or of a reader's own mail. */
export type BounceReport =
  | {
      readonly kind: "hard" | "soft" | "complaint";
      readonly messageId: string;
      /** True if it says that the mailbox does not exist. */
      readonly isBadMailbox: boolean;
    }
  | { readonly kind: "unsubscribe"; readonly token: string };

const REPORT = "multipart/report";
/** Parts that may identify the mail: the mail itself, whole or in part, or a report's fields. */
const NAMES_MAIL = /^(?:message\/.+|text\/rfc822-headers)$/;
const STATUS_PART = /^message\/(?:global-)?delivery-status$/;
const FEEDBACK_PART = "message/feedback-report";
const MESSAGE_ID = /^(?:X-)?(?:Original-)?Message-ID:\s*<([^<>\s]+)>/gim;
/** The other types (RFC 5965, section 7.3; RFC 6591) are not a reader's complaint. */
const COMPLAINTS: ReadonlySet<string | undefined> = new Set([
  "abuse",
  "fraud",
  "virus",
  "other",
]);
const UNSUBSCRIBE =
  /^(?:[a-z]{1,4}:\s*){0,4}unsubscribe\s+([A-Za-z0-9_-]{22})$/i;

interface Ours {
  /** The domain of our Message-IDs. */
  readonly ours: string;
  readonly bounds: MailBounds;
}

/**
 * Reads a raw mail that came back: a delivery status notification (RFC 3464), an abuse report
 * (RFC 5965), or an answer to the `mailto:` of List-Unsubscribe. Only its Message-ID
 * identifies the mail, because the bounced address may be made up. An answer that quotes
 * either is not one. Pure.
 */
export function readBounce(
  raw: string,
  { ours, bounds }: Ours,
): BounceReport | undefined {
  const mail = readPart(raw, bounds);
  return typeOf(mail) === REPORT
    ? readReport(partsOf(mail, bounds), ours)
    : readWish(mail);
}

function readReport(
  parts: readonly MailPart[],
  ours: string,
): BounceReport | undefined {
  const messageId = messageIdIn(parts, ours.toLowerCase());
  if (messageId === undefined) return undefined;
  const feedback = parts.find((it) => typeOf(it) === FEEDBACK_PART);
  if (feedback) {
    const type = fieldOf(unfolded(feedback.body), "Feedback-Type");
    return COMPLAINTS.has(type?.toLowerCase())
      ? { kind: "complaint", messageId, isBadMailbox: false }
      : undefined;
  }
  const status = parts.find((it) => STATUS_PART.test(typeOf(it)));
  return status && { ...readStatus(status), messageId };
}

/** The mail's outcome: a permanent failure is final, whatever its reason. */
function readStatus({ body }: MailPart): {
  readonly kind: "hard" | "soft";
  readonly isBadMailbox: boolean;
} {
  const fields = unfolded(body);
  const action = fieldOf(fields, "Action")?.toLowerCase() ?? "";
  const status = fieldOf(fields, "Status") ?? "";
  const isHard = action.startsWith("failed") && !status.startsWith("4");
  return isHard
    ? // As of an answer of the relay: 5.2.2 is a full mailbox, 5.7.1 an opinion.
      { kind: "hard", isBadMailbox: status.startsWith("5.1.") }
    : { kind: "soft", isBadMailbox: false };
}

/** Our mail in a report, whatever wrote its Message-ID down. */
function messageIdIn(
  parts: readonly MailPart[],
  ours: string,
): string | undefined {
  return parts
    .filter((it) => NAMES_MAIL.test(typeOf(it)))
    .flatMap(({ body }) => [...unfolded(body).matchAll(MESSAGE_ID)])
    .map((it) => it[1]?.toLowerCase() ?? "")
    .findLast((it) => it.endsWith(`@${ours}`));
}

function readWish({ head }: MailPart): BounceReport | undefined {
  const subject = withoutEncodedWords(fieldOf(head, "Subject") ?? "").trim();
  const token = UNSUBSCRIBE.exec(subject)?.[1];
  return token === undefined ? undefined : { kind: "unsubscribe", token };
}
