import type { Settings } from "../context.ts";
import { sha256 } from "../digest.ts";
import { LIMITS } from "../limits.ts";
import { firstChars } from "../text.ts";
import type { Mail } from "./mailer.ts";
import type { NoticeFacts } from "./notice_text.ts";
import { NOTICE_SETTINGS_PATH, noticeText } from "./notice_text.ts";
import { plainLine, plainName } from "./sender_name.ts";

type Place = Pick<Settings, "baseUrl" | "addressDomain" | "unsubscribeAddress">;

/** What an invite is made of (decisions.md O). */
export interface InviteFacts {
  readonly outboxId: string;
  readonly to: string;
  /** The name of the writer's account; left out if it could pass for a message. */
  readonly fromName: string;
  readonly fromAddress: string;
  /** Absent unless the sender's account opted in. */
  readonly title?: string | undefined;
  readonly senderId: string;
  readonly readToken: string;
  readonly stopToken: string;
}

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

/** A mail of the service to one of its own people; undefined for an unknown subject. */
export function noticeMail(
  at: Pick<Settings, "baseUrl" | "addressDomain">,
  facts: NoticeFacts,
): Mail | undefined {
  const made = noticeText(facts);
  if (!made) return undefined;
  const { subject, text, link, path } = made;
  const why = "You get this because notices are on.";
  const href = at.baseUrl + path;
  const settings = at.baseUrl + NOTICE_SETTINGS_PATH;
  return {
    to: facts.to,
    subject: `${subject} on ${hostOf(at)}`,
    text: `${text}\n\n${link}:\n${href}\n\n${why} Choose which you get:\n${settings}\n`,
    html: htmlOf([
      `<p>${escaped(text)}</p>`,
      `<p><a href="${escaped(href)}">${escaped(link)}</a></p>`,
      `<p>${why} <a href="${escaped(settings)}">Choose which you get</a></p>`,
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

function whoOf({ fromName, fromAddress }: InviteFacts): string {
  const name = plainName(fromName);
  return name === "" || name === fromAddress
    ? fromAddress
    : `${name} (${fromAddress})`;
}

function titleOf({ title = "" }: InviteFacts): string {
  return firstChars(plainLine(title), LIMITS.inviteTitleCharsMax);
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
