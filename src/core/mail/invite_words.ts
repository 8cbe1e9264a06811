import { escaped } from "../../../packages/standards/src/html.ts";
import type { Settings } from "../access/context.ts";
import { LIMITS } from "../base/limits.ts";
import { firstChars } from "../base/text.ts";
import type { Say } from "../base/words/say.ts";
import { phrase } from "../base/words/say.ts";
import { nameInWords, plainLine, senderInWords } from "./sender_name.ts";

/** The facts of an invite (docs/mail.md). */
export interface InviteFacts {
  readonly outboxId: string;
  readonly to: string;
  /** The name of the writer's account; left out if it could pass for a message. */
  readonly fromName: string;
  readonly fromAddress: string;
  /** True if their agent wrote it. */
  readonly byAgent: boolean;
  /** Absent unless the sender's account opted in. */
  readonly title?: string | undefined;
  /** The number of its messages. */
  readonly count: number;
  /** The amount held for the reader, in words; absent if nothing is. */
  readonly price?: string | undefined;
  /** The reply address; absent if answers are not read. */
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

/** The text of an invite, a sentence or two each. */
export interface InviteWords {
  /** The writer, the offered amount and, if allowed, the title. */
  readonly subject: string;
  /** The sender, and the title if allowed. */
  readonly lead: readonly string[];
  /** The amount held for the reader, if any. */
  readonly price: readonly string[];
  /** How to distinguish the mail from an imitation. */
  readonly signs: readonly string[];
  readonly choices: string;
}

/**
 * The words of an invite. They only urge to read, and say what the service never asks for: an
 * imitation that wants a password has to omit that.
 */
export function inviteWords(
  at: Pick<Settings, "baseUrl" | "addressDomain">,
  facts: Said,
  say: Say,
): InviteWords {
  const { host } = new URL(at.baseUrl);
  const { price } = facts;
  const title = firstChars(
    plainLine(facts.title ?? ""),
    LIMITS.inviteTitleCharsMax,
  );
  return {
    subject: subjectOf(facts, title, say),
    lead: [
      firstOf(facts, host, say),
      ...(title === "" ? [] : [say`About: ${title}`]),
    ],
    price:
      price === undefined
        ? []
        : [
            say`${nameInWords(facts)} is holding ${price} for you. It costs you nothing.`,
          ],
    signs: [
      say`${host} delivers messages between people and their agents. Its own addresses end in @${at.addressDomain}.`,
      say`We never email you to ask for a password, a payment, a code, or card or account details, and never attach files. The only link here leads to ${host}.`,
    ],
    choices: `${say`You can reply, decline, report the sender or unsubscribe there.`} ${
      facts.replyTo === undefined
        ? say`Replies to this email aren't read.`
        : say`Replying to this email sends your answer. It doesn't accept the request.`
    }`,
  };
}

function subjectOf(facts: Said, title: string, say: Say): string {
  const name = nameInWords(facts);
  if (facts.price !== undefined) {
    const offer = say`${name} offers ${facts.price}`;
    return title === "" ? offer : say`${offer}: ${title}`;
  }
  return title === ""
    ? say`${name} sent you a message`
    : say`${name}: ${title}`;
}

/** Names the author, and where to read the message. */
function firstOf(facts: Said, host: string, say: Say): string {
  const { count, byAgent } = facts;
  const who = senderInWords(facts);
  if (count > 1) {
    return byAgent
      ? say`You have ${count} messages on ${host}, the first from an agent of ${who}.`
      : say`You have ${count} messages on ${host}, the first from ${who}.`;
  }
  return byAgent
    ? say`An agent of ${who} wrote to you on ${host}.`
    : say`${who} wrote to you on ${host}.`;
}

/** The plain text. It omits parts that do not fit, never the link. */
export function inviteText(words: InviteWords, link: string, say: Say): string {
  const { lead, price, signs, choices } = words;
  const rest = [
    `${say.of(READ_IT)}:\n${link}`,
    ...price,
    choices,
    `${say.of(HOW_TO_KNOW)}:\n${signs.join("\n")}`,
  ].join("\n\n");
  const whole = `${lead.join("\n")}\n\n${rest}\n`;
  if (whole.length <= LIMITS.inviteTextCharsMax) return whole;
  return `${say`You have a new message.`}\n\n${rest}\n`;
}

const READ_IT = phrase`Read it (no account needed)`;
const HOW_TO_KNOW = phrase`How to recognize our emails`;

const BODY =
  "margin:0;padding:24px 16px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";
const SMALL = "font-size:14px;opacity:.75";

/**
 * The same as HTML. The link shows its own target; no picture, no script, nothing loaded when
 * the mail is opened.
 */
export function inviteHtml(words: InviteWords, link: string, say: Say): string {
  const { lead, price, signs, choices } = words;
  const [first = "", ...more] = lead.map(escaped);
  const href = escaped(link);
  return `<!doctype html>
<html lang="${say.language}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><meta name="viewport" content="width=device-width"><title>${say`A message for you`}</title></head>
<body style="${BODY}"><div style="max-width:560px;margin:0 auto">
<p style="font-size:18px;font-weight:600">${first}</p>
${more.map((it) => `<p>${it}</p>`).join("\n")}
<p>${say.of(READ_IT)}:<br><a href="${href}" style="overflow-wrap:anywhere">${href}</a></p>
${price.map((it) => `<p>${escaped(it)}</p>`).join("\n")}
<p>${choices}</p>
<hr style="border:0;border-top:1px solid;opacity:.2;margin:24px 0">
<p style="${SMALL}"><strong>${say.of(HOW_TO_KNOW)}</strong><br>${signs.map(escaped).join("<br>")}</p>
</div></body></html>
`;
}
