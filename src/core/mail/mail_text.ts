import { escaped } from "../../../packages/standards/src/html.ts";
import type { Settings } from "../access/context.ts";
import { sha256 } from "../base/digest.ts";
import type { Language } from "../base/words/languages.ts";
import { USUAL_LANGUAGE } from "../base/words/languages.ts";
import type { Say } from "../base/words/say.ts";
import { phrase } from "../base/words/say.ts";
import type { InviteFacts } from "./invite_words.ts";
import { inviteHtml, inviteText, inviteWords } from "./invite_words.ts";
import type { Mail } from "./mailer.ts";
import type { NoticeFacts } from "./notice_text.ts";
import { NOTICE_SETTINGS_PATH, noticeText } from "./notice_text.ts";
import type { OutboxMail } from "./outbox_store.ts";

type MailSettings = Pick<
  Settings,
  "baseUrl" | "addressDomain" | "unsubscribeAddress"
>;

/**
 * The mail that invites an ordinary address to read, without message text. Nothing that the
 * sender chose is clickable. Reply-To is never the sender's own mailbox: a quoted answer
 * would give the reader's link away.
 */
export function inviteMail(
  at: MailSettings,
  facts: InviteFacts,
  say: Say,
): Mail {
  const { outboxId, to, count, senderId, readToken, stopToken } = facts;
  const host = hostOf(at);
  const link = `${at.baseUrl}/i/${readToken}`;
  const stop = `${at.baseUrl}/i/stop/${stopToken}`;
  const courier = encodeURI(at.unsubscribeAddress).replaceAll("?", "%3F");
  const words = inviteWords(at, facts, say);
  return {
    to,
    subject:
      count > 1
        ? say`You have ${count} new messages on ${host}`
        : words.subject,
    replyTo: facts.replyTo,
    text: inviteText(words, link, say),
    html: inviteHtml(words, link, say),
    messageId: messageIdOf(at, outboxId),
    headers: {
      "List-Unsubscribe": `<${stop}>, <mailto:${courier}?subject=unsubscribe%20${stopToken}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "Feedback-ID": `${sha256(senderId).slice(0, 16)}:invite:${at.addressDomain}`,
    },
  };
}

/** A mail of the service to one of its people; undefined for an unknown subject. */
export function noticeMail(
  at: Pick<Settings, "baseUrl" | "addressDomain">,
  facts: NoticeFacts,
  say: Say,
): Mail | undefined {
  const made = noticeText(facts, say);
  if (!made) return undefined;
  const { subject, text, details, link, path } = made;
  const isRefusal = facts.about === "answer_refused";
  const why = `${facts.replyTo !== undefined && !isRefusal ? `${say.of(ANSWER_BY_MAIL)} ` : ""}${say`You get this email because notifications are on.`}`;
  const choose = say`Choose what you get`;
  const href = at.baseUrl + path;
  const settings = at.baseUrl + NOTICE_SETTINGS_PATH;
  return {
    to: facts.to,
    replyTo: isRefusal ? undefined : facts.replyTo,
    subject,
    text: `${[text, ...(details.length > 0 ? [details.join("\n")] : [])].join("\n\n")}\n\n${link}:\n${href}\n\n${why} ${choose}:\n${settings}\n`,
    html: htmlOf(say.language, [
      `<p>${escaped(text)}</p>`,
      ...(details.length > 0
        ? [`<p>${details.map(escaped).join("<br>")}</p>`]
        : []),
      `<p><a href="${escaped(href)}">${escaped(link)}</a></p>`,
      `<p>${why} <a href="${escaped(settings)}">${choose}</a></p>`,
    ]),
    messageId: messageIdOf(at, facts.outboxId),
    headers: {},
  };
}

const ANSWER_BY_MAIL = phrase`Replying to this email sends your message. It doesn't accept, approve or pay anything.`;

/** Tells an address without an account why its answer was refused. */
export function refusalMail(
  at: Pick<Settings, "baseUrl" | "addressDomain">,
  { id, recipient, body: { reason = "" } }: RefusalRow,
  say: Say,
): Mail {
  const said = say`Your email reply wasn't sent. ${say.of(reason)}`;
  const how = say`To reply, open the link in the email you answered. It shows the conversation on ${hostOf(at)}.`;
  return {
    to: recipient,
    subject: say`Your reply wasn't sent`,
    text: `${said}\n\n${how}\n`,
    html: htmlOf(
      say.language,
      [said, how].map((it) => `<p>${escaped(it)}</p>`),
    ),
    messageId: messageIdOf(at, id),
    headers: {},
  };
}

type RefusalRow = Pick<OutboxMail, "id" | "recipient" | "body">;

/** Tells the operator about a failure of the service. */
export function operatorMail(
  at: Pick<Settings, "baseUrl" | "addressDomain">,
  { outboxId, to, about = "", details = "" }: OperatorFacts,
): Mail {
  const isBackup = about === "backup";
  const what = isBackup ? "A backup failed" : "A verification found damage";
  const advice = isBackup
    ? "No backup was removed. Fix the cause; the service tries again within the hour."
    : "Keep all backups and follow docs/operations.md, Damage.";
  return {
    to,
    subject: `${what} on ${hostOf(at)}`,
    text: `${what}:\n\n${details}\n\n${advice}\n`,
    html: htmlOf(
      USUAL_LANGUAGE,
      [what, ...details.split("\n"), advice].map(
        (it) => `<p>${escaped(it)}</p>`,
      ),
    ),
    messageId: messageIdOf(at, outboxId),
    headers: {},
  };
}

interface OperatorFacts {
  readonly outboxId: string;
  readonly to: string;
  readonly about?: string;
  readonly details?: string;
}

/** The same for every attempt, so a mail that left twice is recognised as one. */
export function messageIdOf(
  { addressDomain }: Pick<Settings, "addressDomain">,
  outboxId: string,
): string {
  return `<${outboxId}@${addressDomain}>`;
}

function hostOf({ baseUrl }: Pick<Settings, "baseUrl">): string {
  return new URL(baseUrl).host;
}

/** A mail's HTML around its HTML paragraphs. It loads nothing. */
function htmlOf(language: Language, paragraphs: readonly string[]): string {
  return `<!doctype html>\n<html lang="${language}"><body>\n${paragraphs.join("\n")}\n</body></html>\n`;
}
