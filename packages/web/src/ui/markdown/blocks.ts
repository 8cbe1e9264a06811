import { parser as commonMark, Strikethrough, Table } from "@lezer/markdown";
import { LIMITS } from "../../../../../src/core/base/limits.ts";
import type { Made, Reading } from "./reading.ts";
import { readNode } from "./reading.ts";

/**
 * CommonMark with tables. Without what would hide words or take plain writing for
 * something else: HTML and entities stay as they were typed, a link says where it leads in
 * its place, and neither an indented line nor one above a rule means anything.
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
 * The parts of a text that is written in Markdown; undefined where it is to be shown as it
 * was typed: it has no markup, is beyond a bound, or would lose a word. Pure.
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
// A line that begins with more lists and quotes, one in another, than are ever shown.
const NESTED = new RegExp(
  `^(?:[ \\t]*(?:[-+*>]|\\d{1,9}[.)])){${LIMITS.markdownDepthMax + 1}}`,
  "m",
);

/** True for a text beyond a bound, whose reading would hold the page. */
function isSlowToRead(text: string): boolean {
  return (
    text.length > LIMITS.markdownCharsMax ||
    (text.match(MARKS)?.length ?? 0) > LIMITS.markdownMarksMax ||
    BLANKS.test(text) ||
    NESTED.test(text)
  );
}

/** All that a reader sees of some parts, in its order. */
export function shownText(parts: readonly Made[]): string {
  return parts
    .map((it) => {
      if (typeof it === "string") return it;
      const { number = "", language = "", written = "", title = "" } = it;
      return [number, language, shownText(it.parts), written, title].join("");
    })
    .join("");
}

/** The words, numbers and pictures of a text, without what stands between them. */
function wordsOf(text: string): string {
  return text.match(WORDS)?.join("") ?? "";
}
