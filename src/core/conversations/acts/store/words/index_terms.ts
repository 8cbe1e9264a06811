import { LIMITS } from "../../../../base/limits.ts";
import { firstChars } from "../../../../base/text.ts";

// Letters of Unicode 6.1, as the index began; these of New Tai Lue and Vedic were marks yet.
const LETTER = String.raw`[[\p{L}\p{N}\p{Co}]--[\u19b0-\u19c0\u19c8\u19c9\u1cf2\u1cf3]]`;
const ACCENTS = String.raw`[\u0300-\u0304\u0306-\u030c\u030f\u0311\u031b\u0323-\u0328\u032d\u032e\u0330\u0331]`;

/**
 * A word as the index has it: of marks it knows those on Latin letters, and ends a word at
 * each other one, as at the vowels of Hindi and the points of Hebrew.
 */
const INDEXED = new RegExp(`${LETTER}(?:${LETTER}|${ACCENTS})*`, "gv");

/** The words of a text in the index: several where the index ends one at a mark. */
export function indexedWords(text: string): readonly string[] {
  return text.match(INDEXED) ?? [];
}

/** A word as it is compared: in small letters, without accents. */
export function folded(word: string): string {
  // Most words, and the same for them in a tenth of the time.
  if (/^\p{ASCII}*$/u.test(word)) return word.toLowerCase();
  const plain = word.toLowerCase().normalize("NFD").replace(ACCENT, "");
  return plain.normalize("NFC").replaceAll("ς", "σ");
}

/** Accents are left out on Latin letters alone: й and ά are letters of their own. */
const ACCENT = /(?<=\p{Script=Latin})[\u0300-\u036f]+/gu;

/**
 * A word in the index, where each reader of a text has terms of their own. So a search, also
 * for a beginning, meets nothing of what others read, and takes no longer for it.
 */
export function termOf(accountId: string, word: string): string {
  return `${readerOf(accountId)}${keptOf(word)}`;
}

/** An account's id as letters and digits alone: with the word behind it, it is one word. */
function readerOf(accountId: string): string {
  return accountId.replaceAll("_", "");
}

/** Cuts a word between characters, where the index would cut it between bytes. */
function keptOf(word: string): string {
  return firstChars(folded(word), LIMITS.indexedWordCharsMax);
}

/** All terms of a text for its readers, as many as the index takes of one text. */
export function indexTermsOf(text: string, readers: readonly string[]): string {
  const most = Math.floor(LIMITS.indexedTermsMax / Math.max(readers.length, 1));
  const said = [...new Set(indexedWords(text))].slice(0, most);
  const words = [...new Set(said.map(keptOf))];
  return readers
    .flatMap((reader) => words.map((word) => `${readerOf(reader)}${word}`))
    .join(" ");
}

/** A word as a reader has it. */
export const WORD = /[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{M}\p{Co}]*/gu;

/** All words of a text, as {@linkcode folded} has them. */
export function foldedWords(text: string): readonly string[] {
  return folded(text).match(WORD) ?? [];
}
