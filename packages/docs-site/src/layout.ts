import { escaped, htmlDocument } from "../../standards/src/html.ts";
import { markdownPath } from "./markdown.ts";
import type { DocsGroup, DocsPage } from "./site.ts";

export const STYLE_PATH = "/docs/style.css";
export const SCRIPT_PATH = "/docs/script.js";
export const SEARCH_PATH = "/docs/search";
export const SUGGEST_PATH = "/docs/search.json";

/** Lets a page of the documentation load only the style, script and icon of the service. */
export const DOCS_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy":
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

/** The parts of a documentation page around its own text. */
interface Shown {
  readonly title: string;
  /** HTML. */
  readonly body: string;
  readonly groups: readonly DocsGroup[];
  /** The path of the page, if the navigation has it. */
  readonly path?: string;
  readonly page?: DocsPage;
  /** The words searched for. */
  readonly query?: string;
}

/** A whole page: search at the top, navigation on the left, the page's headings on the right. */
export function docsLayout({
  title,
  body,
  groups,
  path,
  page,
  query,
}: Shown): string {
  return htmlDocument({
    language: "en",
    title: `${title} · Conversation inbox`,
    head: `<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${STYLE_PATH}">
<script type="module" src="${SCRIPT_PATH}"></script>`,
    body: `<a class="skip" href="#main">Skip to content</a>
<header class="top">
<a class="brand" href="/docs"><img src="/icon.svg" alt="" width="24" height="24"> Conversation inbox</a>
<form class="search" role="search" action="${SEARCH_PATH}">
<input type="search" name="q" aria-label="Search the documentation" placeholder="Search" value="${escaped(query ?? "")}" autocomplete="off" maxlength="100" data-suggest="${SUGGEST_PATH}">
</form>
<a class="contents" href="#contents">Contents</a>
<a href="/">Inbox</a>
</header>
<div class="columns">
${navigation(groups, path)}
<main id="main">
${body}
${page?.document === undefined ? "" : `<p class="small"><a href="${markdownPath(page.document)}">This page as Markdown</a></p>`}
</main>
${onThisPage(body)}
</div>`,
  });
}

function navigation(groups: readonly DocsGroup[], path?: string): string {
  const lists = groups.map(({ title, pages }) => {
    const links = pages.map(
      (page) =>
        `<li><a href="${page.path}"${page.path === path ? ' aria-current="page"' : ""}>${escaped(page.title)}</a></li>`,
    );
    return `<h2>${escaped(title)}</h2>\n<ul>\n${links.join("\n")}\n</ul>`;
  });
  return `<nav id="contents" aria-label="Documentation">\n${lists.join("\n")}\n</nav>`;
}

/** The headings of a page, if it has several. */
function onThisPage(body: string): string {
  const headings = [...body.matchAll(/<h2 id="([^"]+)">([\s\S]*?)<\/h2>/g)];
  if (headings.length < 3) return "";
  const links = headings.map(
    ([, id = "", html = ""]) =>
      `<li><a href="#${id}">${html.replace(/<\/?a\b[^>]*>/g, "")}</a></li>`,
  );
  return `<aside aria-label="On this page"><h2>On this page</h2>\n<ul>\n${links.join("\n")}\n</ul></aside>`;
}
