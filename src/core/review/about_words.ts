import { amountText } from "../base/money.ts";
import type { Say } from "../base/words/say.ts";
import { sayInEnglish } from "../base/words/say.ts";

type Words = (say: Say, value: string) => string;

const ABOUT = {
  perPayment: (say, most) => say`at most ${most} per payment`,
  perDay: (say, most) => say`at most ${most} per day (UTC)`,
  leftToday: (say, left) => say`${left} left today`,
  approvedAbove: (say, most) => say`above ${most}`,
  newPeople: (say, count) => say`${count} new people`,
  maxPrice: (say) => say`its price`,
  contactTypes: (say) => say`your relation to the sender`,
  senders: (say) => say`its sender`,
} as const satisfies Readonly<Record<string, Words>>;

/** The subject of a rule's reason as a record stores it, in English. */
export function aboutText(what: keyof typeof ABOUT, value = ""): string {
  const words: Words = ABOUT[what];
  return words(sayInEnglish, value);
}

/** The rules whose reasons are about a subject here, not about addresses or file names. */
const RULES: ReadonlySet<string> = new Set([
  "R-PAY-LIMIT",
  "R-PAY-LIMIT-PAYEE",
  "R-PAY-QUORUM",
  "R-PAY-AGENT",
  "R-PAY-AGENT-DAY",
  "R-PAY-AGENT-PAYEE",
  "R-RATE",
  "R-ACCEPT-LIMIT",
]);

const PATTERNS = Object.values<Words>(ABOUT).map((words) => {
  const [before = "", after = ""] = words(sayInEnglish, "\0")
    .split("\0")
    .map(RegExp.escape);
  return {
    words,
    pattern: new RegExp(
      `^${before}([\\d.,]+(?: USDC(?: \\(TEST\\))?)?|)${after}$`,
    ),
  };
});

/** The same in the reader's language, from a record's English. */
export function saidAbout(id: string, text: string, say: Say): string {
  if (!RULES.has(id)) return text;
  return text
    .split(", ")
    .map((part) => saidPart(part, say))
    .join(", ");
}

function saidPart(part: string, say: Say): string {
  for (const { words, pattern } of PATTERNS) {
    const [, value] = pattern.exec(part) ?? [];
    if (value === undefined) continue;
    const amount = value.replace(/^[\d.,]+(?= USDC)/, (it) =>
      amountText(it.replaceAll(",", ""), say.language),
    );
    return words(say, amount);
  }
  return part;
}
