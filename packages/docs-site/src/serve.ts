import { escaped } from "../../standards/src/html.ts";
import type { DocsContent, DocsSettings } from "./content.ts";
import {
  docsLayout,
  SCRIPT_PATH,
  SEARCH_PATH,
  STYLE_PATH,
  SUGGEST_PATH,
} from "./layout.ts";
import { documentAt, documentText } from "./markdown.ts";
import type { Search, SearchHit } from "./search.ts";
import { openSearch } from "./search.ts";
import { docsGroups, docsPages } from "./site.ts";
import NARROW from "./style/narrow.css" with { type: "text" };
import PAGE from "./style/page.css" with { type: "text" };
import TEXT from "./style/text.css" with { type: "text" };

/** A file of the site. */
export interface DocsAnswer {
  readonly type: string;
  readonly text: string | Uint8Array<ArrayBuffer>;
  readonly status?: number;
}

/** What the service adds to the content. */
export interface DocsGiven {
  readonly place: DocsSettings;
  /** CSS: the properties of its colours. */
  readonly colours: string;
  /** The script of each page. */
  readonly script: string;
  readonly limits: {
    readonly queryCharsMax: number;
    readonly foundMax: number;
    readonly suggestedMax: number;
  };
  pictureBytes(path: string): Uint8Array<ArrayBuffer>;
}

const html = (text: string, status = 200): DocsAnswer => ({
  type: "text/html; charset=utf-8",
  text,
  status,
});

/**
 * Answers a path of `/docs` or below, with the words of a search. A page is made on the first
 * request and cached; there are as many as documents and groups of routes.
 */
export function docsSite(
  content: DocsContent,
  { place, colours, script, limits, pictureBytes }: DocsGiven,
): (path: string, query: string) => Promise<DocsAnswer> {
  const style = [colours, PAGE, TEXT, NARROW].join("");
  const pages = docsPages(content);
  const groups = docsGroups(content);
  const kept = new Map<string, DocsAnswer>();
  let search: Promise<Search> | undefined;

  async function find(query: string, limit: number) {
    search ??= openSearch(pages.values(), place, limits.queryCharsMax);
    return (await search)(query, limit);
  }

  function pageAt(path: string): DocsAnswer | undefined {
    const page = pages.get(path);
    if (page) {
      const body = page.body(place);
      return html(docsLayout({ title: page.title, body, groups, path, page }));
    }
    const picture = path.slice("/docs/".length);
    if (content.pictures.has(picture)) {
      return { type: "image/png", text: pictureBytes(picture) };
    }
    const document = documentAt(content, path);
    return document !== undefined
      ? {
          type: "text/markdown; charset=utf-8",
          text: documentText(content, document, place),
        }
      : undefined;
  }

  return async (path, query) => {
    if (path === STYLE_PATH) {
      return { type: "text/css; charset=utf-8", text: style };
    }
    if (path === SCRIPT_PATH) {
      return { type: "text/javascript; charset=utf-8", text: script };
    }
    if (path === SUGGEST_PATH) {
      const found = await find(query, limits.suggestedMax);
      return { type: "application/json", text: JSON.stringify({ found }) };
    }
    if (path === SEARCH_PATH) {
      const found = await find(query, limits.foundMax);
      const said = escaped(query.slice(0, limits.queryCharsMax));
      const body = foundList(said, found);
      return html(docsLayout({ title: "Search", body, groups, query }));
    }
    const known = kept.get(path) ?? pageAt(path);
    if (known) kept.set(path, known);
    return (
      known ??
      html(docsLayout({ title: "Page not found", body: MISSING, groups }), 404)
    );
  };
}

const MISSING = `<h1>Page not found</h1>
<p>Check the address, or search for the page above.</p>`;

/** The results for escaped words. */
function foundList(said: string, found: readonly SearchHit[]): string {
  if (found.length === 0) {
    return `<h1>Search</h1>\n<p>${said ? `No results for “${said}”.` : "Type your search above."}</p>`;
  }
  const items = found.map(
    ({ href, title, page, snippet }) =>
      `<li><a href="${href}">${escaped(title)}</a> <span class="small">${escaped(page)}</span><p>${snippet}</p></li>`,
  );
  return `<h1>“${said}”</h1>\n<ul class="found">\n${items.join("\n")}\n</ul>`;
}
