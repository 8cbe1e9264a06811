import { LIMITS } from "../../../base/limits.ts";
import { cleanLine, partOf } from "../../../base/text.ts";
import {
  folded,
  foldedWords,
  indexedWords,
  WORD,
} from "../../acts/store/words/index_terms.ts";

/** Letters and digits together, with their marks. */

/** The words of a typed search. */
export function askedWords(text: string): readonly string[] {
  return text.match(WORD)?.slice(0, LIMITS.searchWordsMax) ?? [];
}

/** A range of a text, in UTF-16 units. */
export interface Mark {
  readonly start: number;
  readonly end: number;
}

/** A short part of a text, and the positions of the searched words. */
export interface Snippet {
  readonly text: string;
  readonly marks: readonly Mark[];
}

/** A searched word and its position in a text. */
interface Found extends Mark {
  readonly word: number;
}

/** The characters before the first marked word. */
const LEAD = 40;

/**
 * The part of a text with the most searched words, the last of which may be incomplete;
 * undefined if none is in it. Pure.
 */
export function snippetOf(said: string, asked: string): Snippet | undefined {
  const text = cleanLine(said);
  const found = foundIn(text, askedWords(asked).map(folded));
  const [first] = found;
  if (!first) return undefined;
  const best = found.reduce(
    (best, it, at) => {
      const count = distinctFrom(found, at);
      return count > best.count ? { it, count } : best;
    },
    { it: first, count: 0 },
  ).it;
  const start = startFor(text, best);
  const end = endFor(text, start, best);
  const before = start > 0 ? "…" : "";
  const shift = before.length - start;
  return {
    text: `${before}${partOf(text, start, end)}${end < text.length ? "…" : ""}`,
    marks: found
      .filter((it) => it.start >= start && it.start < end)
      .map((it) => ({
        start: it.start + shift,
        end: Math.min(it.end, end) + shift,
      })),
  };
}

function foundIn(text: string, asked: readonly string[]): readonly Found[] {
  const found: Found[] = [];
  for (const { 0: written, index } of text.matchAll(WORD)) {
    const said = folded(written);
    const word = asked.findIndex((it, at) =>
      at === asked.length - 1 ? said.startsWith(it) : said === it,
    );
    if (word === -1) continue;
    found.push({ start: index, end: index + written.length, word });
  }
  return found;
}

/** Quoted words, which must follow one another. */
export interface Phrase {
  readonly words: readonly string[];
  /** True before a closing quote: its last word is complete. */
  readonly isClosed: boolean;
}

/** True if a search ends with a closing quote. */
export function endsQuoted(asked: string): boolean {
  return /"\s*$/.test(asked) && quotedIn(asked).at(-1)?.isClosed === true;
}

/**
 * The phrases to look for in the text itself: quoted words, and words that the index splits.
 */
export function lookedPhrases(asked: string): readonly Phrase[] {
  const words = askedWords(asked);
  const isWhole = endsQuoted(asked);
  return [
    ...quotedIn(asked).filter((it) => it.words.length > 1),
    ...words.flatMap((word, at) =>
      indexedWords(word)[0] === word
        ? []
        : { words: [folded(word)], isClosed: isWhole || at < words.length - 1 },
    ),
  ];
}

/** The quoted parts of a search, in the form of {@linkcode folded}. */
function quotedIn(asked: string): readonly Phrase[] {
  const quoted = [...asked.matchAll(/"([^"]*)("?)/g)];
  return quoted.map(([, said = "", end]) => ({
    words: foldedWords(said),
    isClosed: end === '"',
  }));
}

/** True if a text has the words of each phrase in sequence. */
export function hasPhrases(text: string, phrases: readonly Phrase[]): boolean {
  const said = foldedWords(text);
  return phrases.every(({ words, isClosed }) =>
    said.some((_, start) =>
      words.every((word, at) => {
        const here = said[start + at];
        const isBeginning = !isClosed && at === words.length - 1;
        return isBeginning ? here?.startsWith(word) : here === word;
      }),
    ),
  );
}

/** How many of the words are close together from one on. */
function distinctFrom(found: readonly Found[], at: number): number {
  const words = new Set<number>();
  const from = found[at]?.start ?? 0;
  for (let index = at; index < found.length; index++) {
    const it = found[index];
    if (!it || it.end - from > LIMITS.snippetCharsMax - LEAD) break;
    words.add(it.word);
  }
  return words.size;
}

/** The start of a word, a little before the shown one. */
function startFor(text: string, { start }: Mark): number {
  if (start <= LEAD) return 0;
  const blank = text.indexOf(" ", start - LEAD);
  return blank === -1 || blank >= start ? start : blank + 1;
}

/** The end of a word; a word that is too long is cut. */
function endFor(text: string, start: number, shown: Mark): number {
  const most = start + LIMITS.snippetCharsMax;
  if (most >= text.length) return text.length;
  const blank = text.lastIndexOf(" ", most);
  return blank >= Math.min(shown.end, most) ? blank : most;
}
