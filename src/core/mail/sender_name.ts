import { LIMITS } from "../base/limits.ts";
import { firstChars } from "../base/text.ts";

/** Looks like a link or an address, which a mail program would make clickable. */
const CLICKABLE =
  /[@<>\\/\uff20]|:\S|[\p{L}\p{N}][.\u3002\uff0e\uff61]\p{L}|\d\.\d+\.\d+\.\d/u;
/** Ends of a line for some program, and characters that reverse the text after them. */
const NOT_ON_A_LINE =
  /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
/** An amount of money: a sign of a currency, or a number beside what may be its code. */
const MONEY =
  /\p{Sc}|\p{N}\s*\p{L}{3,4}(?!\p{L})|(?<!\p{L})\p{L}{3,4}\s*\p{N}/u;
const SENTENCE_END = /[!?;。！？]/u;
const NUMERAL = /\p{N}/gu;

// Also of scripts that put no blanks between their words.
const WORDS = new Intl.Segmenter("en", { granularity: "word" });

/** One line of what somebody chose for a mail; "" if a part of it could be clicked. */
export function plainLine(text: string): string {
  const line = text.replaceAll(NOT_ON_A_LINE, " ").trim();
  return CLICKABLE.test(line) ? "" : line;
}

/**
 * A sender's name for the first line of a mail; "" for what could be clicked, or
 * tells the reader something instead: a sentence, a phone number, an amount of money.
 */
export function plainName(text: string): string {
  // As it is read: other forms of the same letters and digits count alike.
  const name = plainLine(text.normalize("NFKC"));
  return isMessage(name) ? "" : firstChars(name, LIMITS.inviteNameCharsMax);
}

/** The author, by the name of their account and an address of theirs. */
export interface MailAuthor {
  readonly fromName: string;
  readonly fromAddress: string;
}

/** The name, or the address of who has none that reads as a name. */
export function nameInWords({ fromName, fromAddress }: MailAuthor): string {
  return plainName(fromName) || fromAddress;
}

/** The name before the address, if it reads as one. */
export function senderInWords({ fromName, fromAddress }: MailAuthor): string {
  const name = plainName(fromName);
  return name === "" || name === fromAddress
    ? fromAddress
    : `${name} (${fromAddress})`;
}

function isMessage(name: string): boolean {
  const words = [...WORDS.segment(name.replaceAll("_", " "))];
  const count = words.filter((it) => it.isWordLike).length;
  const numerals = name.match(NUMERAL) ?? [];
  return (
    count > LIMITS.inviteNameWordsMax ||
    numerals.length > LIMITS.inviteNameNumeralsMax ||
    MONEY.test(name) ||
    SENTENCE_END.test(name)
  );
}
