import { LIMITS } from "../base/limits.ts";
import { firstChars } from "../base/text.ts";
import { timeInWords } from "../base/time.ts";
import type { Say } from "../base/words/say.ts";
import { phrase } from "../base/words/say.ts";
import type { Sender } from "./sender_name.ts";
import { plainLine, senderInWords } from "./sender_name.ts";

/** The conversation of a notice. */
export interface NoticeSubject {
  /** The author; absent for the reader's own request. */
  readonly from?: Sender | undefined;
  readonly title: string;
  /** The amount held, in words; absent if nothing is. */
  readonly price?: string | undefined;
}

/** The subject of a notice, as the outbox keeps it. */
export interface NoticeFacts {
  readonly outboxId: string;
  readonly to: string;
  readonly about: string;
  /** Null for a notice about no conversation. */
  readonly conversationId: string | null;
  /** RFC 3339. */
  readonly endsAt?: string | undefined;
  readonly domain?: string | undefined;
  /** Why an answer was not taken. */
  readonly reason?: string | undefined;
  /** Where an answer is sent; absent where none is taken. */
  readonly replyTo?: string | undefined;
  /** The zone that its reader chose; UTC without one. */
  readonly timeZone?: string | null | undefined;
  /** Of its conversation; absent for a notice about none. */
  readonly subject?: NoticeSubject | undefined;
}

/** The words of a notice, and the page of the web app that it leads to. */
export interface NoticeText {
  readonly subject: string;
  readonly text: string;
  /** The author, the subject and the price, a line each. */
  readonly details: readonly string[];
  readonly link: string;
  readonly path: string;
}

/** Where each person chooses which notices they get, in the web app. */
export const NOTICE_SETTINGS_PATH = "/settings/notifications";

type Words = Omit<NoticeText, "path" | "details">;

const DOMAIN_LINK = phrase`See your addresses`;

const NOTICES: Readonly<
  Record<string, (facts: NoticeFacts, say: Say) => Words>
> = {
  needs_you: ({ subject }, say) => ({
    subject: say`Something needs your decision`,
    text: `${subject?.from ? say`Somebody asks for your decision.` : say`A request of yours waits for your decision.`} ${say`Whatever else waits for you is in your inbox, view Needs you.`}`,
    link: say`Read it and decide`,
  }),
  hold_ending: (facts, say) => ({
    subject: say`A held price ends soon`,
    text: say`A price is held until ${endOf(facts, say)}. Whoever earned it signs the receipt before then; afterwards it goes back to the sender.`,
    link: say`Open the conversation`,
  }),
  hold_extended: (facts, say) => ({
    subject: say`A held price was extended`,
    text: say`A price was earned and not signed for. It is held once more, until ${endOf(facts, say)}.`,
    link: say`Open the conversation`,
  }),
  answer_refused: ({ reason = "" }, say) => ({
    subject: say`Your answer was not sent`,
    text: say`Your answer by mail was not sent. ${say.of(reason)}`,
    link: say`Answer there`,
  }),
  domain_lost: ({ domain }, say) => ({
    subject: say`Your domain is no longer verified`,
    text: say`The record of ${domain ?? ""} is missing. Until it is published again you cannot write from its address.`,
    link: say.of(DOMAIN_LINK),
  }),
  domain_taken: ({ domain }, say) => ({
    subject: say`Your domain is another account's`,
    text: say`Another account has proved ${domain ?? ""}, and your record of it is gone. Its address is no longer yours. If it is your domain, add it again.`,
    link: say.of(DOMAIN_LINK),
  }),
  payout_changed: (_facts, say) => ({
    subject: say`Where you are paid was changed`,
    text: say`The wallet that USDC is paid to was changed, or taken out, in your settings. What was asked for before keeps its address. If that was not you, set your own address again, end every session that you do not know, and change the passkeys and the mailbox that you sign in by.`,
    link: say`See where you are paid`,
  }),
  webhook_paused: ({ domain }, say) => ({
    subject: say`A webhook was paused`,
    text: say`A webhook of yours to ${domain ?? ""} is sent nothing for now: it failed for three days, wants no more, or the access that made it has ended. Once you let it go on it is sent what it missed.`,
    link: say`See your webhooks`,
  }),
};

/** Where notices lead that are about no conversation; the addresses if absent. */
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
  const { conversationId } = facts;
  return (
    words && {
      ...words,
      details: facts.subject ? noticeDetails(facts.subject, say) : [],
      path:
        conversationId === null
          ? (PATHS[facts.about] ?? "/settings/addresses")
          : `/c/${conversationId}`,
    }
  );
}

/**
 * The author, the subject and the price, a line each. Only these lines hold words that
 * somebody chose, and nothing of them can be clicked.
 */
export function noticeDetails(
  subject: NoticeSubject,
  say: Say,
): readonly string[] {
  const title = firstChars(
    plainLine(subject.title),
    LIMITS.inviteTitleCharsMax,
  );
  return [
    ...(subject.from ? [say`From: ${senderInWords(subject.from)}`] : []),
    ...(title === "" ? [] : [say`About: ${title}`]),
    ...(subject.price === undefined
      ? []
      : [say`Price: ${subject.price}, held`]),
  ];
}

function endOf({ endsAt = "", timeZone }: NoticeFacts, say: Say): string {
  return timeInWords(Date.parse(endsAt), timeZone, say.language);
}
