import type { Settings } from "../access/context.ts";
import { LIMITS } from "../base/limits.ts";
import { escaped, firstChars } from "../base/text.ts";
import { plainLine, senderInWords } from "./sender_name.ts";

/** What an invite is made of (docs/mail.md). */
export interface InviteFacts {
  readonly outboxId: string;
  readonly to: string;
  /** The name of the writer's account; left out if it could pass for a message. */
  readonly fromName: string;
  readonly fromAddress: string;
  /** True if it was an agent of theirs that wrote. */
  readonly byAgent: boolean;
  /** Absent unless the sender's account opted in. */
  readonly title?: string | undefined;
  /** How many messages it is about. */
  readonly count: number;
  /** What is held for the reader, in words; absent if nothing is. */
  readonly price?: string | undefined;
  /** Where an answer is sent; absent where none is taken. */
  readonly replyTo?: string | undefined;
  readonly senderId: string;
  readonly readToken: string;
  readonly stopToken: string;
}

type Said = Pick<
  InviteFacts,
  | "fromName"
  | "fromAddress"
  | "byAgent"
  | "title"
  | "count"
  | "price"
  | "replyTo"
>;

/** What an invite says, a sentence or two each. */
export interface InviteWords {
  /** The sender, and the title if it may be told. */
  readonly lead: readonly string[];
  /** What is held for the reader, if anything. */
  readonly price: readonly string[];
  /** How the mail is told from one that only looks like it. */
  readonly signs: readonly string[];
  readonly choices: string;
}

/**
 * The words of an invite. They urge nothing but to read, and say what the service never
 * asks for: an imitation that wants a password has to leave that out.
 */
export function inviteWords(
  at: Pick<Settings, "baseUrl" | "addressDomain">,
  facts: Said,
): InviteWords {
  const { host } = new URL(at.baseUrl);
  const { count, price, byAgent } = facts;
  const title = firstChars(
    plainLine(facts.title ?? ""),
    LIMITS.inviteTitleCharsMax,
  );
  const first =
    count > 1
      ? `${count} messages wait for you on ${host}, the first by ${byAgent ? "an agent of " : ""}${senderInWords(facts)}.`
      : `${byAgent ? "An agent of " : ""}${senderInWords(facts)} wrote to you on ${host}.`;
  return {
    lead: [first, ...(title === "" ? [] : [`About: ${title}`])],
    price:
      price === undefined
        ? []
        : [
            `The sender has ${price} held for whoever the message is addressed to; what earns it is said there. You pay nothing.`,
          ],
    signs: [
      `${host} carries messages between people and their software; its own addresses end in @${at.addressDomain}.`,
      `It never asks by mail for a password, a payment, a code, or details of a card or an account, and attaches nothing. The one link here leads to ${host}.`,
    ],
    choices: `There you can answer, decline, report the sender, or stop these mails. ${
      facts.replyTo === undefined
        ? "A reply to this mail reaches nobody."
        : "A reply to this mail is sent as your answer; it accepts nothing."
    }`,
  };
}

/** The plain text. What does not fit is left out; the link always does. */
export function inviteText(words: InviteWords, link: string): string {
  const { lead, price, signs, choices } = words;
  const rest = [
    `Read it, without an account:\n${link}`,
    ...price,
    choices,
    `How to know this mail:\n${signs.join("\n")}`,
  ].join("\n\n");
  const whole = `${lead.join("\n")}\n\n${rest}\n`;
  if (whole.length <= LIMITS.inviteTextCharsMax) return whole;
  return `Somebody wrote to you.\n\n${rest}\n`;
}

const BODY =
  "margin:0;padding:24px 16px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";
const SMALL = "font-size:14px;opacity:.75";

/**
 * The same as HTML. The link shows the very address that it leads to; no picture, no
 * script, nothing that is fetched when the mail is opened.
 */
export function inviteHtml(words: InviteWords, link: string): string {
  const { lead, price, signs, choices } = words;
  const [first = "", ...more] = lead.map(escaped);
  const href = escaped(link);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><meta name="viewport" content="width=device-width"><title>A message for you</title></head>
<body style="${BODY}"><div style="max-width:560px;margin:0 auto">
<p style="font-size:18px;font-weight:600">${first}</p>
${more.map((it) => `<p>${it}</p>`).join("\n")}
<p>Read it, without an account:<br><a href="${href}" style="overflow-wrap:anywhere">${href}</a></p>
${price.map((it) => `<p>${escaped(it)}</p>`).join("\n")}
<p>${choices}</p>
<hr style="border:0;border-top:1px solid;opacity:.2;margin:24px 0">
<p style="${SMALL}"><strong>How to know this mail</strong><br>${signs.map(escaped).join("<br>")}</p>
</div></body></html>
`;
}
