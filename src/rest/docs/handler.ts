import {
  PICTURES,
  pictureBytes,
} from "../../../packages/docs-site/src/document_files.ts";
import {
  DOCS_HEADERS,
  docsLayout,
  SCRIPT_PATH,
  SEARCH_PATH,
  STYLE_PATH,
  SUGGEST_PATH,
} from "../../../packages/docs-site/src/layout.ts";
import {
  documentAt,
  documentText,
} from "../../../packages/docs-site/src/markdown.ts";
import type {
  Search,
  SearchHit,
} from "../../../packages/docs-site/src/search.ts";
import { openSearch } from "../../../packages/docs-site/src/search.ts";
import { docsGroups, docsPages } from "../../../packages/docs-site/src/site.ts";
import NARROW from "../../../packages/docs-site/src/style/narrow.css" with {
  type: "text",
};
import PAGE from "../../../packages/docs-site/src/style/page.css" with {
  type: "text",
};
import TEXT from "../../../packages/docs-site/src/style/text.css" with {
  type: "text",
};
import { LIMITS } from "../../core/base/limits.ts";
import { escaped } from "../../core/base/text.ts";
import type { Services } from "../../core/pipeline/call.ts";
import { pageScript } from "../../http/page_script.ts";
import { urlOf } from "../../http/request_info.ts";
import COLOURS from "../../pages/style/colours.css" with { type: "text" };
import { describedRoutes } from "../described.ts";
import type { Incoming } from "../incoming.ts";
import { publicHeaders } from "../public_headers.ts";

const STYLE = [COLOURS, PAGE, TEXT, NARROW].join("");

interface Answer {
  readonly type: string;
  readonly text: string | Uint8Array<ArrayBuffer>;
  readonly status?: number;
}

const html = (text: string, status = 200): Answer => ({
  type: "text/html; charset=utf-8",
  text,
  status,
});

/**
 * Serves `/docs` and all pages below. A page is made on the first request and cached; there
 * are as many as documents and groups of routes.
 */
export function docsHandler({
  settings: place,
}: Services): (incoming: Incoming) => Promise<Response> {
  const routes = describedRoutes();
  const pages = docsPages(routes);
  const groups = docsGroups(routes);
  const script = pageScript("docs");
  const kept = new Map<string, Answer>();
  let search: Promise<Search> | undefined;

  async function find(request: Request, limit: number) {
    const query = urlOf(request).searchParams.get("q") ?? "";
    search ??= openSearch(pages.values(), place);
    return { query, found: (await search)(query, limit) };
  }

  function pageAt(path: string): Answer | undefined {
    const page = pages.get(path);
    if (page) {
      const body = page.body(place);
      return html(docsLayout({ title: page.title, body, groups, path, page }));
    }
    const picture = path.slice("/docs/".length);
    if (PICTURES.has(picture)) {
      return { type: "image/png", text: pictureBytes(picture) };
    }
    const document = documentAt(path);
    return document !== undefined
      ? {
          type: "text/markdown; charset=utf-8",
          text: documentText(document, place),
        }
      : undefined;
  }

  async function answerTo(path: string, request: Request): Promise<Answer> {
    if (path === STYLE_PATH) {
      return { type: "text/css; charset=utf-8", text: STYLE };
    }
    if (path === SCRIPT_PATH) {
      return { type: "text/javascript; charset=utf-8", text: script };
    }
    if (path === SUGGEST_PATH) {
      const { found } = await find(request, LIMITS.docsSuggestedMax);
      return { type: "application/json", text: JSON.stringify({ found }) };
    }
    if (path === SEARCH_PATH) {
      const { query, found } = await find(request, LIMITS.docsFoundMax);
      const body = foundList(query, found);
      return html(docsLayout({ title: "Search", body, groups, query }));
    }
    const known = kept.get(path) ?? pageAt(path);
    if (known) kept.set(path, known);
    return (
      known ??
      html(docsLayout({ title: "Page not found", body: MISSING, groups }), 404)
    );
  }

  return async ({ request, requestId }) => {
    const { type, text, status } = await answerTo(
      urlOf(request).pathname,
      request,
    );
    return new Response(text, {
      status: status ?? 200,
      headers: publicHeaders({ type, headers: DOCS_HEADERS }, requestId),
    });
  };
}

const MISSING = `<h1>Page not found</h1>
<p>Check the address, or search for the page above.</p>`;

function foundList(query: string, found: readonly SearchHit[]): string {
  const said = escaped(query.slice(0, LIMITS.docsQueryCharsMax));
  if (found.length === 0) {
    return `<h1>Search</h1>\n<p>${said ? `No results for “${said}”.` : "Type your search above."}</p>`;
  }
  const items = found.map(
    ({ href, title, page, snippet }) =>
      `<li><a href="${href}">${escaped(title)}</a> <span class="small">${escaped(page)}</span><p>${snippet}</p></li>`,
  );
  return `<h1>“${said}”</h1>\n<ul class="found">\n${items.join("\n")}\n</ul>`;
}
