import { posix } from "node:path";
import { withCode } from "./code.ts";
import type { DocsContent, DocsSettings } from "./content.ts";

/** The service's address in the documents, not as a part of a longer name. */
const HERE = /(?<![\w.])(?:http:\/\/)?localhost:3000/g;
const DOMAIN = /(?<=\w@)inbox\.localhost/g;

/** The paths at which files other than pages are served. */
const SERVED: Readonly<Record<string, string>> = {
  "openapi.json": "/openapi.json",
};

/** A page of `docs/` with this service's addresses in its samples. */
export function documentText(
  { documents }: DocsContent,
  path: string,
  place: DocsSettings,
): string {
  return (documents.get(path) ?? "")
    .replace(HERE, place.baseUrl)
    .replace(DOMAIN, place.addressDomain);
}

/** The same as HTML, with links to pages of this service. */
export function renderDocument(
  content: DocsContent,
  path: string,
  place: DocsSettings,
): string {
  const html = Bun.markdown.html(documentText(content, path, place), {
    headings: { ids: true },
  });
  return new HTMLRewriter()
    .on("a", {
      element(link) {
        const href = hrefFrom(content, path, link.getAttribute("href") ?? "");
        if (href === undefined) link.removeAndKeepContent();
        else link.setAttribute("href", href);
      },
    })
    .on("img", {
      element(image) {
        const file = fileAt(path, image.getAttribute("src") ?? "");
        if (!content.pictures.has(file)) image.remove();
        else image.setAttribute("src", `/docs/${file}`);
      },
    })
    .on("table", {
      element(table) {
        table.before('<div class="scroll" tabindex="0">', { html: true });
        table.after("</div>", { html: true });
      },
    })
    .transform(withCode(html));
}

/** The target of a page's link here; empty for files that are not served. */
function hrefFrom(
  { documents }: DocsContent,
  page: string,
  href: string,
): string | undefined {
  if (href.startsWith("#") || /^[a-z]+:/.test(href)) return href;
  const [target = "", anchor] = href.split("#");
  const file = fileAt(page, target);
  const path = file.replace(/\.md$/, "");
  const found = documents.has(path) ? documentPath(path) : SERVED[file];
  return found && (anchor === undefined ? found : `${found}#${anchor}`);
}

/** The path in `docs/` that a link of a page refers to. */
function fileAt(page: string, target: string): string {
  return posix.normalize(posix.join(posix.dirname(page), target));
}

/** The path at which a page of `docs/` is served. */
export function documentPath(document: string): string {
  return document === "README" ? "/docs" : `/docs/${document}`;
}

/** The path at which its Markdown is served. */
export function markdownPath(document: string): string {
  return `/docs/${document}.md`;
}

/** The document whose Markdown a path refers to, if there is one. */
export function documentAt(
  { documents }: DocsContent,
  path: string,
): string | undefined {
  const [, document = ""] = /^\/docs\/(.*)\.md$/.exec(path) ?? [];
  return documents.has(document) ? document : undefined;
}
