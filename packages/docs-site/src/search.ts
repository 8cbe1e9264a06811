import { escaped } from "../../standards/src/html.ts";
import type { DocsSettings } from "./content.ts";
import type { DocsPage } from "./site.ts";

/** A section of a page below one heading. */
interface Section {
  readonly href: string;
  readonly page: string;
  readonly title: string;
  readonly text: string;
  /** The words of both, each after a space. */
  readonly words: string;
  readonly titleWords: string;
  /** The weight of its page. */
  readonly rank: number;
}

/** A search result: a section, and the text around the first word; `snippet` is HTML. */
export interface SearchHit {
  readonly href: string;
  readonly page: string;
  readonly title: string;
  readonly snippet: string;
}

const AROUND = 70;

/** Words of a question that say nothing about its subject, each after a space. */
const FILLERS: ReadonlySet<string> = new Set(
  " a an the how what when where why who do does can could should will i my me you your it is are to of for in on".split(
    /(?= )/,
  ),
);

/** Finds sections by words and prefixes, best first. */
export type Search = (query: string, limit: number) => readonly SearchHit[];

/** Reads every page once, and yields after each; longer queries are cut. */
export async function openSearch(
  pages: Iterable<DocsPage>,
  place: DocsSettings,
  queryCharsMax: number,
): Promise<Search> {
  const sections: Section[] = [];
  for (const page of pages) {
    sections.push(...sectionsOf(page, place));
    await Bun.sleep(0);
  }
  return (query, limit) => {
    const typed = spaced(query.slice(0, queryCharsMax)).match(/ \S+/g) ?? [];
    const telling = typed.filter((word) => !FILLERS.has(word));
    const words = telling.length > 0 ? telling : typed;
    if (words.length === 0) return [];
    const stems = words.map(stemOf);
    // As they were typed, else in another form of the words, else some of them.
    for (const [sought, least] of [
      [words, words.length],
      [stems, stems.length],
      [stems, Math.ceil((stems.length + 1) / 2)],
    ] as const) {
      const found = sections
        .map((it) => ({ it, weight: weightOf(it, sought, { query, least }) }))
        .filter(({ weight }) => weight > 0)
        .toSorted((a, b) => b.weight - a.weight)
        .slice(0, limit)
        .map(({ it }) => shown(it, sought));
      if (found.length > 0) return found;
    }
    return [];
  };
}

/** The beginning that the forms of an English word share: of "getting" and "gets" it is "get". */
function stemOf(word: string): string {
  return word.replace(/(?<=\w{3})(?:ing|ed|s)$/, "").replace(/(\w)\1$/, "$1");
}

/** Nothing unless enough words are there; a heading counts more than what is below it. */
function weightOf(
  { words, titleWords, href, rank }: Section,
  sought: readonly string[],
  { query, least }: { readonly query: string; readonly least: number },
): number {
  const count = sought.filter((word) => words.includes(word)).length;
  if (count < least) return 0;
  const isNamed = href.endsWith(`#${query.trim()}`);
  let weight = (isNamed ? 100 : 0) + rank + 20 * (count - least);
  for (const word of sought) {
    if (titleWords.includes(word)) weight += 10;
    if (`${titleWords} `.includes(`${word} `)) weight += 10;
  }
  return weight;
}

/** The words of a text in lower case, each after a space. */
function spaced(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()}`;
}

function shown({ href, page, title, text }: Section, words: readonly string[]) {
  const first = words[0]?.trim() ?? "";
  const at = Math.max(0, text.toLowerCase().indexOf(first));
  const start = Math.max(0, at - AROUND);
  const end = at + first.length + AROUND;
  const mark = text.toLowerCase().startsWith(first, at);
  const upTo = at + (mark ? first.length : 0);
  const snippet = `${start > 0 ? "…" : ""}${escaped(text.slice(start, at))}${
    mark ? `<mark>${escaped(text.slice(at, upTo))}</mark>` : ""
  }${escaped(text.slice(upTo, end))}${end < text.length ? "…" : ""}`;
  return { href, page, title, snippet };
}

/** The sections of a page: those below each heading, and table rows with an id. */
function sectionsOf(page: DocsPage, place: DocsSettings): readonly Section[] {
  const parts = page.body(place).split(/(?=<h[123][ >]|<code id=)/);
  return parts.flatMap((part) => {
    const id = /^<(?:h\d|code) id="([^"]+)"/.exec(part)?.[1];
    const title = textOf(
      /^<(h\d|code)\b[^>]*>([\s\S]*?)<\/\1>/.exec(part)?.[2],
    );
    if (!title) return [];
    const text = textOf(part).slice(title.length).trim();
    const isTop = part.startsWith("<h1");
    return [
      {
        href: id === undefined || isTop ? page.path : `${page.path}#${id}`,
        page: page.title,
        title,
        text,
        words: spaced(`${title} ${text}`),
        titleWords: spaced(title),
        rank: rankOf(page.path),
      },
    ];
  });
}

/** Ranks the guide before the reference, and both before the decisions. */
function rankOf(path: string): number {
  if (path.startsWith("/docs/guide/")) return 15;
  return path.startsWith("/docs/decisions/") ? 1 : 8;
}

const LETTERS: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&amp;": "&",
};

function textOf(html = ""): string {
  return html
    .replace(/<[^>]*>/g, " ")
    .replace(/&(?:lt|gt|quot|#39|amp);/g, (it) => LETTERS[it] ?? it)
    .replace(/\s+/g, " ")
    .trim();
}
