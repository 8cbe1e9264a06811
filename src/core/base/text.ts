import type { Say } from "./words/say.ts";
import { sayInEnglish } from "./words/say.ts";

// Controls, line separators, bidirectional overrides: invisible characters with effects.
const CONTROLS =
  /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** One line of text from outside, safe to show as a title or a name. */
export function cleanLine(text: string): string {
  return text.replace(CONTROLS, " ").replace(/ {2,}/g, " ").trim();
}

// Invisible characters; the braille blank is a symbol only by class.
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** True for text with something visible, not only joiners and blanks. */
export function isReadable(text: string): boolean {
  return SEEN.test(withoutUnseen(text));
}

/** A text without invisible characters. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, "");
}

/** Text of several lines from outside, without invisible control characters. */
export function cleanText(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(CONTROLS, (it) => (/[\n\t]/.test(it) ? it : " "));
}

/** The first characters of a text, never half a surrogate pair. */
export function firstChars(text: string, count: number): string {
  return text.length <= count
    ? text
    : [...text.slice(0, count * 2)].slice(0, count).join("");
}

/** The first words of a text for a list: one line without Markdown marks. Pure. */
export function firstWords(text: string, count: number): string {
  // Marks take room, too; text far behind is not read.
  const start = firstChars(text, count * 4);
  const plain = cleanLine(withoutMarks(start));
  return firstChars(isReadable(plain) ? plain : cleanLine(start), count);
}

/** Replacements in order: line prefixes, then marks around words. */
const MARKS: readonly (readonly [RegExp, string])[] = [
  // Rules, fences and table separators.
  [/^[ \t]*(?:(?:`{3,}|~{3,})[^\n`]*|[|:=*_-][|:=*_ \t-]{2,})$/gm, ""],
  [/^(?:[ \t]*>)+[ \t]?/gm, ""],
  [/^[ \t]*(?:#{1,6}|[*+-])[ \t]+/gm, ""],
  [/!?\[([^\]\n]+)\]\([^()\s]*(?: "[^"\n]*")?\)/g, "$1"],
  // Within a word they are part of a name, in code part of the text.
  [
    /(?<![\p{L}\p{N}*`\\])(\*{1,3})(?=[^\s*])([^*\n]*[^\s*])\1(?![\p{L}\p{N}*])/gu,
    "$2",
  ],
  [
    /(?<![\p{L}\p{N}_`\\])(_{1,3})(?=[^\s_])([^\n]*?[^\s_])\1(?![\p{L}\p{N}_])/gu,
    "$2",
  ],
  [/~~(?=\S)([^~\n]+)~~/g, "$1"],
  [/(`+)([^`\n]+)\1/g, "$2"],
  [/\\([!-/:-@[-`{-~])/g, "$1"],
];

function withoutMarks(text: string): string {
  return MARKS.reduce(
    (plain, [mark, words]) => plain.replace(mark, words),
    text,
  );
}

/** A part of a text by UTF-16 units; a pair at its end is kept whole. */
export function partOf(text: string, start: number, end: number): string {
  const last = text.charCodeAt(end - 1);
  const isHalf = last >= 0xd800 && last < 0xdc00;
  return text.slice(start, isHalf ? end + 1 : end).toWellFormed();
}

/** A size as people read it: "999 bytes", "12 kB", "3.4 MB". */
export function sizeText(bytes: number, say: Say = sayInEnglish): string {
  if (bytes < 1_000) return say.many(bytes)`# byte|# bytes`;
  const kilobytes = Math.round(bytes / 1_000);
  return kilobytes < 1_000
    ? `${kilobytes} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
