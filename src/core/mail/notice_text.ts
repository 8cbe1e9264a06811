import { LIMITS } from "../base/limits.ts";
import { firstChars } from "../base/text.ts";
import { timeInWords } from "../base/time.ts";
import type { Say } from "../base/words/say.ts";
import { phrase } from "../base/words/say.ts";
import type { MailAuthor } from "./sender_name.ts";
import {
  nameInWords,
  plainLine,
  plainName,
  senderInWords,
} from "./sender_name.ts";

/** A held amount: "5.00", and "5.00 USDC (test money)". */
export interface HeldPrice {
  readonly amount: string;
  readonly words: string;
}

/** The conversation of a notice. */
export interface NoticeSubject {
  /** The author; absent for the reader's own request. */
  readonly from?: MailAuthor | undefined;
  readonly title: string;
  /** The name of the team that it is for; absent for the reader's own account. */
  readonly team?: string | undefined;
  /** The held amount, alone and in words; absent if nothing is. */
  readonly price?: HeldPrice | undefined;
}

/** The subject of a notice, as stored in the outbox. */
export interface NoticeFacts {
  readonly outboxId: string;
  readonly to: string;
  readonly about: string;
  /** Null for a notice without a conversation. */
  readonly conversationId: string | null;
  /** RFC 3339. */
  readonly endsAt?: string | undefined;
  readonly domain?: string | undefined;
  /** Why an answer was refused. */
  readonly reason?: string | undefined;
  /** The colleague who says it. */
  readonly by?: string | undefined;
  /** The team's account, for one of its members. */
  readonly team?: string | undefined;
  /** The reply address; absent if answers are not read. */
  readonly replyTo?: string | undefined;
  /** The reader's time zone; UTC without one. */
  readonly timeZone?: string | null | undefined;
  /** For its conversation; absent without one. */
  readonly subject?: NoticeSubject | undefined;
}

/** The words of a notice, and its page in the web app. */
export interface NoticeText {
  readonly subject: string;
  readonly text: string;
  /** The author, the subject and the price, a line each. */
  readonly details: readonly string[];
  readonly link: string;
  readonly path: string;
}

/** Where people choose their notices, in the web app. */
export const NOTICE_SETTINGS_PATH = "/settings/notifications";

type Words = Omit<NoticeText, "path" | "details">;

const DOMAIN_LINK = phrase`See your addresses`;

const NOTICES: Readonly<
  Record<string, (facts: NoticeFacts, say: Say) => Words>
> = {
  needs_you: ({ subject }, say) => ({
    subject: askWords(subject, say),
    text: subject?.from
      ? say`${nameInWords(subject.from)} is waiting for your decision.`
      : say`Your request is waiting for your decision.`,
    link: say`Review and decide`,
  }),
  hold_ending: (facts, say) => ({
    subject: aboutIt(
      facts.subject?.price === undefined
        ? say`A held price ends soon`
        : say`The hold on ${facts.subject.price.amount} ends soon`,
      facts.subject,
      say,
    ),
    text: say`The price is held until ${endOf(facts, say)}. To be paid, the recipient signs the receipt before then. Otherwise it goes back to the sender.`,
    link: say`Open the conversation`,
  }),
  hold_extended: (facts, say) => ({
    subject: aboutIt(
      facts.subject?.price === undefined
        ? say`A held price was extended`
        : say`The hold on ${facts.subject.price.amount} was extended`,
      facts.subject,
      say,
    ),
    text: say`The price was earned, but the receipt isn't signed yet. It is now held until ${endOf(facts, say)}.`,
    link: say`Open the conversation`,
  }),
  due_soon: (facts, say) => ({
    subject: aboutIt(say`Due soon`, facts.subject, say),
    text:
      facts.subject?.price === undefined
        ? say`It's due ${endOf(facts, say)}.`
        : say`It's due ${endOf(facts, say)}. If the condition isn't met by then, the price goes back to the sender.`,
    link: say`Open the conversation`,
  }),
  step_due: (facts, say) => ({
    subject: aboutIt(say`A step is due`, facts.subject, say),
    text: say`The next step is due ${endOf(facts, say)}. If it is late, nothing goes back yet, but both sides see it as overdue.`,
    link: say`Open the conversation`,
  }),
  answer_refused: ({ reason = "", subject }, say) => ({
    subject: aboutIt(say`Your reply wasn't sent`, subject, say),
    text: say`Your email reply wasn't sent. ${say.of(reason)}`,
    link: say`Reply in your inbox`,
  }),
  assigned: ({ by = "", subject }, say) => ({
    subject: aboutIt(say`Assigned to you`, subject, say),
    text: say`${plainName(by) || subject?.team || ""} put you on this conversation.`,
    link: say`Open the conversation`,
  }),
  mentioned: ({ by = "", subject }, say) => ({
    subject: aboutIt(say`You were mentioned in a note`, subject, say),
    text: say`${plainName(by) || subject?.team || ""} mentioned you in an internal note.`,
    link: say`Open the conversation`,
  }),
  domain_lost: ({ domain = "" }, say) => ({
    subject: say`${domain} is no longer verified`,
    text: say`The DNS record of ${domain} is missing. Publish it again to write from its address.`,
    link: say.of(DOMAIN_LINK),
  }),
  domain_taken: ({ domain = "" }, say) => ({
    subject: say`${domain} now belongs to another account`,
    text: say`Another account verified ${domain}, and your DNS record is gone, so its address is no longer yours. If it's your domain, add it again.`,
    link: say.of(DOMAIN_LINK),
  }),
  payout_changed: (_facts, say) => ({
    subject: say`Your payout address was changed`,
    text: say`The wallet that receives your USDC was changed or removed in your settings. Payments that were requested before still go to the old address. If this wasn't you: set your address again, end sessions you don't recognize, and change your passkeys and sign-in email.`,
    link: say`Check your payout address`,
  }),
  webhook_paused: ({ domain = "" }, say) => ({
    subject: say`Your webhook to ${domain} was paused`,
    text: say`We've paused your webhook to ${domain}: it failed for three days, asked for no more events, or the access that created it has ended. Resume it to get the events it missed.`,
    link: say`See your webhooks`,
  }),
};

/** Says who asks for a decision, how much is offered, and for what. */
export function askWords(subject: NoticeSubject | undefined, say: Say): string {
  const { from, price } = subject ?? {};
  const name = from && nameInWords(from);
  const ask =
    name === undefined
      ? say`Your request needs your decision`
      : price === undefined
        ? say`${name} needs your decision`
        : say`${name} offers ${price.amount}`;
  return aboutIt(ask, subject, say);
}

/** A subject line followed by the title, if allowed. */
function aboutIt(
  words: string,
  subject: NoticeSubject | undefined,
  say: Say,
): string {
  const title = titleOf(subject);
  return title === "" ? words : say`${words}: ${title}`;
}

function titleOf(subject: NoticeSubject | undefined): string {
  const line = plainLine(subject?.title ?? "");
  return firstChars(line, LIMITS.inviteTitleCharsMax);
}

/** The targets of notices without a conversation; the addresses if absent. */
const PATHS: Readonly<Record<string, string>> = {
  payout_changed: "/settings/prices",
  webhook_paused: "/settings/webhooks",
};

/** The words and the link of a notice; undefined for an unknown subject. */
export function noticeText(
  facts: NoticeFacts,
  say: Say,
): NoticeText | undefined {
  const words = NOTICES[facts.about]?.(facts, say);
  const { conversationId, team } = facts;
  const path =
    conversationId === null
      ? (PATHS[facts.about] ?? "/settings/addresses")
      : `/c/${conversationId}`;
  return (
    words && {
      ...words,
      details: facts.subject ? noticeDetails(facts.subject, say) : [],
      path: pathAs(path, team),
    }
  );
}

/** A page, for a member of a team in the team's inbox. */
export function pathAs(path: string, team: string | undefined): string {
  return team ? `${path}?as=${team}` : path;
}

/**
 * The author, the title and the price, a line each. They contain other people's words, and
 * nothing in them is clickable.
 */
export function noticeDetails(
  subject: NoticeSubject,
  say: Say,
): readonly string[] {
  const title = titleOf(subject);
  return [
    ...(subject.team ? [say`For: ${plainLine(subject.team)}`] : []),
    ...(subject.from ? [say`From: ${senderInWords(subject.from)}`] : []),
    ...(title === "" ? [] : [say`About: ${title}`]),
    ...(subject.price === undefined
      ? []
      : [say`Price: ${subject.price.words}, held`]),
  ];
}

function endOf({ endsAt = "", timeZone }: NoticeFacts, say: Say): string {
  return timeInWords(Date.parse(endsAt), timeZone, say.language);
}
