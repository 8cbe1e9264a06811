import type { SyntaxNode } from "@lezer/common";
import { LIMITS } from "../../../../../src/core/base/limits.ts";
import { webAddress } from "./web_address.ts";

/** A piece of text, or a part made of several. */
export type Made = string | Part;

/** The shape of a part. */
export type Shape =
  | "paragraph"
  | "heading"
  | "quote"
  | "bullets"
  | "numbers"
  | "item"
  | "code_block"
  | "rule"
  | "table"
  | "head_row"
  | "row"
  | "cell"
  | "emphasis"
  | "strong"
  | "struck"
  | "code"
  | "link"
  | "image";

export interface Part {
  readonly shape: Shape;
  readonly parts: readonly Made[];
  /** The number of a list item, as written. */
  readonly number?: number;
  /** The language of a code block. */
  readonly language?: string;
  /** The target of a link or an image: as written, and as the browser reads it. */
  readonly written?: string;
  readonly href?: string;
  readonly title?: string;
}

/** One parse of a text, with limits on its result. */
export interface Reading {
  readonly text: string;
  parts: number;
  hasMarkup: boolean;
  isTooMuch: boolean;
}

/** Counts one more part; above a limit, parsing stops. */
function mayGoOn(reading: Reading, depth: number): boolean {
  reading.parts++;
  reading.isTooMuch ||=
    reading.parts > LIMITS.markdownPartsMax || depth > LIMITS.markdownDepthMax;
  return !reading.isTooMuch;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function textOf({ text }: Reading, { from, to }: Range): string {
  return text.slice(from, to);
}

const SHAPES: Readonly<Record<string, Shape>> = {
  Paragraph: "paragraph",
  ATXHeading1: "heading",
  ATXHeading2: "heading",
  ATXHeading3: "heading",
  ATXHeading4: "heading",
  ATXHeading5: "heading",
  ATXHeading6: "heading",
  Blockquote: "quote",
  BulletList: "bullets",
  OrderedList: "numbers",
  HorizontalRule: "rule",
  Table: "table",
  TableHeader: "head_row",
  TableRow: "row",
  TableCell: "cell",
  Emphasis: "emphasis",
  StrongEmphasis: "strong",
  Strikethrough: "struck",
  InlineCode: "code",
};

/** Markup, which the shape replaces. */
const MARKS: ReadonlySet<string> = new Set([
  "HeaderMark",
  "QuoteMark",
  "ListMark",
  "EmphasisMark",
  "StrikethroughMark",
  "CodeMark",
  "TableDelimiter",
]);

/** The content of a node, or between two positions of it: its own text, and its parts. */
export function readNode(
  reading: Reading,
  node: SyntaxNode,
  depth: number,
  { from, to }: Range = node,
): readonly Made[] {
  const made: Made[] = [];
  let at = from;
  for (let it = node.firstChild; it; it = it.nextSibling) {
    if (it.from < from || it.to > to) continue;
    const before = { from: at, to: it.from };
    made.push(textOf(reading, before), ...partsOf(reading, it, depth));
    at = it.to;
  }
  made.push(textOf(reading, { from: at, to }));
  return made.filter((it) => it !== "");
}

function partsOf(
  reading: Reading,
  node: SyntaxNode,
  depth: number,
): readonly Made[] {
  const { name } = node;
  if (!mayGoOn(reading, depth)) return [];
  if (name !== "Paragraph") reading.hasMarkup = true;
  if (MARKS.has(name)) return [];
  const special = SPECIAL[name];
  if (special) return special(reading, node, depth + 1);
  const shape = SHAPES[name];
  if (!shape) return [textOf(reading, node)];
  if (shape === "rule") return [{ shape, parts: [] }];
  return [{ shape, parts: readNode(reading, node, depth + 1) }];
}

type Read = (
  reading: Reading,
  node: SyntaxNode,
  depth: number,
) => readonly Made[];

/** Nodes with their own rules. */
const SPECIAL: Readonly<Record<string, Read>> = {
  Escape: (reading, { from, to }) => [textOf(reading, { from: from + 1, to })],
  HardBreak: () => ["\n"],
  ListItem(reading, node, depth) {
    const mark = node.getChild("ListMark");
    const number = mark && textOf(reading, mark).match(/\d+/)?.[0];
    const parts = readNode(reading, node, depth);
    const numbered = number && { number: Number(number) };
    return [{ shape: "item", parts, ...numbered }];
  },
  FencedCode(reading, node) {
    const info = node.getChild("CodeInfo");
    const parts = node.getChildren("CodeText").map((it) => textOf(reading, it));
    const language = info && { language: textOf(reading, info) };
    return [{ shape: "code_block", parts, ...language }];
  },
  TableHeader: (reading, node, depth) => [
    { shape: "head_row", parts: cellsOf(reading, node, depth) },
  ],
  TableRow: (reading, node, depth) => [
    { shape: "row", parts: cellsOf(reading, node, depth) },
  ],
  Link: (reading, node, depth) => target(reading, node, depth, "link"),
  Image: (reading, node, depth) => target(reading, node, depth, "image"),
};

/** The cells between the bars of a row; an empty one is no node. */
function cellsOf(reading: Reading, row: SyntaxNode, depth: number): Part[] {
  const cells: Part[] = [];
  let open: SyntaxNode | undefined;
  const close = () => {
    if (!mayGoOn(reading, depth)) return;
    const parts = open ? readNode(reading, open, depth) : [];
    cells.push({ shape: "cell", parts });
    open = undefined;
  };
  for (let it = row.firstChild; it; it = it.nextSibling) {
    if (it.name === "TableCell") open = it;
    else if (it.from > row.from) close();
  }
  if (open) close();
  return cells;
}

/** A link or an image; as typed if its target is not on the web. */
function target(
  reading: Reading,
  node: SyntaxNode,
  depth: number,
  shape: "link" | "image",
): readonly Made[] {
  const address = node.getChild("URL");
  const [open, close] = node.getChildren("LinkMark");
  const written = address && textOf(reading, address).replace(/^<|>$/g, "");
  const href = written ? webAddress(written) : undefined;
  if (!href || !open || !close) return [textOf(reading, node)];
  const titled = node.getChild("LinkTitle");
  const title = titled && { title: textOf(reading, titled) };
  const inner = { from: open.to, to: close.from };
  const parts = readNode(reading, node, depth, inner);
  return [{ shape, parts, ...(written && { written }), href, ...title }];
}
