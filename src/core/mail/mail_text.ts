import type { Settings } from "../context.ts";
import { sha256 } from "../digest.ts";
import { LIMITS } from "../limits.ts";
import { firstChars } from "../text.ts";
import type { Mail } from "./mailer.ts";

type Place = Pick<Settings, "baseUrl" | "addressDomain" | "unsubscribeAddress">;

/** What an invite is made of (decisions.md O). */
export interface InviteFacts {
  readonly outboxId: string;
  readonly to: string;
  readonly fromName: string;
  readonly fromAddress: string;
  /** Absent unless the sender's account opted in. */
  readonly title?: string | undefined;
  readonly senderId: string;
  readonly readToken: string;
  readonly stopToken: string;
}

/** Looks like a link or an address, which a mail program would make clickable. */
const CLICKABLE =
  /[@<>\\/\uff20]|:\S|[\p{L}\p{N}][.\u3002\uff0e\uff61]\p{L}|\d\.\d+\.\d+\.\d/u;
/** What some program takes for the end of a line, or turns what follows around by. */
const NOT_ON_A_LINE =
  /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * The mail that asks an ordinary address to come and read: no message text, no
 * price. The subject and every header are the service's own words; what the sender
 * chose stands in the body, and nothing of it can be clicked.
 */
export function inviteMail(at: Place, facts: InviteFacts): Mail {
  const { outboxId, to, senderId, readToken, stopToken } = facts;
  const host = hostOf(at);
  const link = `${at.baseUrl}/i/${readToken}`;
  const stop = `${at.baseUrl}/i/stop/${stopToken}`;
  const courier = encodeURI(at.unsubscribeAddress).replaceAll("?", "%3F");
  const title = titleOf(facts);
  const lines = [
    `${whoOf(facts)} wrote to you on ${host}.`,
    ...(title === "" ? [] : [`About: ${title}`]),
  ];
  const after =
    "There you can also answer, decline, report it, or stop these mails.";
  return {
    to,
    subject: `You have a new message on ${host}`,
    text: `${fitted(lines, `\n\nRead it, without an account:\n${link}\n\n${after}\n`)}`,
    html: htmlOf([
      ...lines.map((line) => `<p>${escaped(line)}</p>`),
      `<p><a href="${escaped(link)}">Read it</a>, without an account.</p>`,
      `<p>${after}</p>`,
    ]),
    messageId: messageIdOf(at, outboxId),
    headers: {
      "List-Unsubscribe": `<${stop}>, <mailto:${courier}?subject=unsubscribe%20${stopToken}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "Feedback-ID": `${sha256(senderId).slice(0, 16)}:invite:${at.addressDomain}`,
    },
  };
}

/** What a notice is about, as the outbox keeps it. */
export interface NoticeFacts {
  readonly outboxId: string;
  readonly to: string;
  readonly about: string;
  readonly endsAt?: string | undefined;
  readonly domain?: string | undefined;
}

const NOTICES: Readonly<
  Record<
    string,
    (facts: NoticeFacts) => readonly [subject: string, text: string]
  >
> = {
  needs_you: () => [
    "Something waits for your decision",
    "Somebody asks for your decision. Open your inbox, view Needs you.",
  ],
  hold_ending: ({ endsAt }) => [
    "A held price ends soon",
    `A price that is held ends at ${endsAt}. Whoever earned it signs the receipt before then; afterwards it goes back to the sender.`,
  ],
  hold_extended: ({ endsAt }) => [
    "A held price was extended",
    `A price that is held was earned and not signed for. It is held once more, until ${endsAt}.`,
  ],
  domain_lost: ({ domain }) => [
    "Your domain is no longer verified",
    `The record of ${domain} is missing. Until it is published again you cannot write from its address.`,
  ],
  domain_taken: ({ domain }) => [
    "Your domain is another account's",
    `Another account has proved ${domain}, and your record of it is gone. Its address is no longer yours. If it is your domain, add it again.`,
  ],
};

/** A mail of the service to one of its own people; undefined for an unknown subject. */
export function noticeMail(at: Place, facts: NoticeFacts): Mail | undefined {
  const made = NOTICES[facts.about]?.(facts);
  if (!made) return undefined;
  const [subject, text] = made;
  const footer = `You chose to hear of this. Change it with PUT ${at.baseUrl}/v1/notifications.`;
  return {
    to: facts.to,
    subject: `${subject} on ${hostOf(at)}`,
    text: `${text}\n\n${at.baseUrl}\n\n${footer}\n`,
    html: htmlOf([
      `<p>${escaped(text)}</p>`,
      `<p><a href="${escaped(at.baseUrl)}">Open your inbox</a></p>`,
      `<p>${escaped(footer)}</p>`,
    ]),
    messageId: messageIdOf(at, facts.outboxId),
    headers: {},
  };
}

/** The same for every attempt, so that a mail that left twice is seen as one. */
export function messageIdOf(
  { addressDomain }: Pick<Settings, "addressDomain">,
  outboxId: string,
): string {
  return `<${outboxId}@${addressDomain}>`;
}

function hostOf({ baseUrl }: Pick<Settings, "baseUrl">): string {
  return new URL(baseUrl).host;
}

function whoOf({ fromName: given, fromAddress }: InviteFacts): string {
  const fromName = oneLine(given);
  const isPlain = fromName !== "" && !CLICKABLE.test(fromName);
  if (!isPlain || fromName === fromAddress) return fromAddress;
  return `${firstChars(fromName, LIMITS.inviteNameCharsMax)} (${fromAddress})`;
}

function titleOf({ title: given = "" }: InviteFacts): string {
  const title = oneLine(given);
  return CLICKABLE.test(title)
    ? ""
    : firstChars(title, LIMITS.inviteTitleCharsMax);
}

function oneLine(text: string): string {
  return text.replaceAll(NOT_ON_A_LINE, " ").trim();
}

/** Leaves out what does not fit; the link always does. */
function fitted(lines: readonly string[], rest: string): string {
  const whole = lines.join("\n") + rest;
  if (whole.length <= LIMITS.inviteTextCharsMax) return whole;
  return `Somebody wrote to you.${rest}`;
}

function htmlOf(paragraphs: readonly string[]): string {
  return `<!doctype html>\n<html lang="en"><body>\n${paragraphs.join("\n")}\n</body></html>\n`;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
