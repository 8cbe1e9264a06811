import { parser as commonMark, Strikethrough, Table } from "@lezer/markdown";
import { LIMITS } from "../../../../../src/core/base/limits.ts";
import type { Made, Reading } from "./reading.ts";
import { readNode } from "./reading.ts";

/**
 * CommonMark with tables, without features that would hide words or misread plain text: HTML
 * and entities stay as typed, a link shows its target in place, and neither indented lines
 * nor underlined headings have a meaning.
 */
const parser = commonMark.configure([
  Table,
  Strikethrough,
  {
    remove: [
      "HTMLBlock",
      "HTMLTag",
      "Entity",
      "LinkReference",
      "IndentedCode",
      "SetextHeading",
    ],
  },
]);

const WORDS = /[\p{L}\p{N}\p{M}\p{Sc}\p{Extended_Pictographic}]/gu;

/**
 * The parts of a Markdown text; undefined for a text to show as typed: it has no markup,
 * exceeds a limit, or would lose a word. Pure.
 */
export function blocksOf(text: string): readonly Made[] | undefined {
  if (isSlowToRead(text)) return undefined;
  const reading: Reading = {
    text,
    parts: 0,
    hasMarkup: false,
    isTooMuch: false,
  };
  const root = readNode(reading, parser.parse(text).topNode, 0);
  const isPlain = !reading.hasMarkup || reading.isTooMuch;
  if (isPlain || wordsOf(shownText(root)) !== wordsOf(text)) return undefined;
  return root;
}

const MARKS = /[[\]*_~]/g;
const BLANKS = new RegExp(`[^\\S\\n]{${LIMITS.markdownBlanksMax + 1}}`);
// A line that begins with more nested lists and quotes than are ever shown.
const NESTED = new RegExp(
  `^(?:[ \\t]*(?:[-+*>]|\\d{1,9}[.)])){${LIMITS.markdownDepthMax + 1}}`,
  "m",
);

/** True for a text above a limit, whose parsing would block the page. */
function isSlowToRead(text: string): boolean {
  return (
    text.length > LIMITS.markdownCharsMax ||
    (text.match(MARKS)?.length ?? 0) > LIMITS.markdownMarksMax ||
    BLANKS.test(text) ||
    NESTED.test(text)
  );
}

/** All visible text of some parts, in order. */
export function shownText(parts: readonly Made[]): string {
  return parts
    .map((it) => {
      if (typeof it === "string") return it;
      const { number = "", language = "", written = "", title = "" } = it;
      return [number, language, shownText(it.parts), written, title].join("");
    })
    .join("");
}

/** The words, numbers and pictures of a text, without what is between them. */
function wordsOf(text: string): string {
  return text.match(WORDS)?.join("") ?? "";
}
