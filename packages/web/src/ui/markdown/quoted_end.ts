import { shownText } from "./blocks.ts";
import type { Made } from "./reading.ts";

interface Folded {
  readonly said: readonly Made[];
  /** The quoted message below an answer, as a mail program added it. */
  readonly quoted: readonly Made[];
}

/** Separates a quote at the end, with the line that introduces it. Pure. */
export function quotedEnd(blocks: readonly Made[]): Folded {
  const isQuote = (it: Made) => typeof it !== "string" && it.shape === "quote";
  const isSpace = (it: Made) => typeof it === "string" && it.trim() === "";
  let from = blocks.findLastIndex((it) => !isQuote(it) && !isSpace(it)) + 1;
  if (from === 0 || !blocks.slice(from).some(isQuote)) {
    return { said: blocks, quoted: [] };
  }
  const last = blocks[from - 1];
  // "On Monday she wrote:", unless that is the whole text.
  const introduces = last !== undefined && /^.*:\s*$/.test(shownText([last]));
  const isAll = blocks.slice(0, from - 1).every(isSpace);
  if (introduces && !isAll) from--;
  return { said: blocks.slice(0, from), quoted: blocks.slice(from) };
}
