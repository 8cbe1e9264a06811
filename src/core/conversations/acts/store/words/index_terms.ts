import { LIMITS } from "../../../../base/limits.ts";
import { firstChars } from "../../../../base/text.ts";

// Letters of Unicode 6.1, with which the index began; it had those of New Tai Lue and
// Vedic as marks.
const LETTER = String.raw`[[\p{L}\p{N}\p{Co}]--[\u19b0-\u19c0\u19c8\u19c9\u1cf2\u1cf3]]`;
const ACCENTS = String.raw`[\u0300-\u0304\u0306-\u030c\u030f\u0311\u031b\u0323-\u0328\u032d\u032e\u0330\u0331]`;

/**
 * A word of the index: it keeps marks on Latin letters, and ends a word at others, such as
 * the vowels of Hindi and the points of Hebrew.
 */
const INDEXED = new RegExp(`${LETTER}(?:${LETTER}|${ACCENTS})*`, "gv");

/** The words of a text in the index; one word may be several, where the index splits at a mark. */
export function indexedWords(text: string): readonly string[] {
  return text.match(INDEXED) ?? [];
}

/** A word for comparison: lower case, without accents. */
export function folded(word: string): string {
  // Most words are ASCII, which gives the same in a tenth of the time.
  if (/^\p{ASCII}*$/u.test(word)) return word.toLowerCase();
  const plain = word.toLowerCase().normalize("NFD").replace(ACCENT, "");
  return plain.normalize("NFC").replaceAll("ς", "σ");
}

/** Removes accents from Latin letters only: й and ά are letters of their own. */
const ACCENT = /(?<=\p{Script=Latin})[\u0300-\u036f]+/gu;

/**
 * A term of the index, which each reader of a text has separately. A search, also for a
 * prefix, therefore never touches what others read, and takes no longer for it.
 */
export function termOf(accountId: string, word: string): string {
  return `${readerOf(accountId)}${keptOf(word)}`;
}

/**
 * An account's id as letters and digits only, so that it forms one word with the word after
 * it.
 */
function readerOf(accountId: string): string {
  return accountId.replaceAll("_", "");
}

/** Cuts a word between characters, where the index would cut between bytes. */
function keptOf(word: string): string {
  return firstChars(folded(word), LIMITS.indexedWordCharsMax);
}

/** All terms of a text for its readers, up to the index's limit for one text. */
export function indexTermsOf(text: string, readers: readonly string[]): string {
  const most = Math.floor(LIMITS.indexedTermsMax / Math.max(readers.length, 1));
  const said = [...new Set(indexedWords(text))].slice(0, most);
  const words = [...new Set(said.map(keptOf))];
  return readers
    .flatMap((reader) => words.map((word) => `${readerOf(reader)}${word}`))
    .join(" ");
}

/** A word as a reader sees it. */
export const WORD = /[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{M}\p{Co}]*/gu;

/** All words of a text, as {@linkcode folded}. */
export function foldedWords(text: string): readonly string[] {
  return folded(text).match(WORD) ?? [];
}
