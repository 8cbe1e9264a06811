import { escaped } from "../../standards/src/html.ts";
import type { DocsContent, DocsSettings } from "./content.ts";
import { documentPath, renderDocument } from "./markdown.ts";
import { groupPage, groupPath } from "./reference.ts";
import { table } from "./table.ts";

/** One page of the documentation. */
export interface DocsPage {
  readonly path: string;
  readonly title: string;
  /** Its document in `docs/`, which is also served as Markdown. */
  readonly document?: string;
  /** HTML between the navigation and the footer. */
  body(place: DocsSettings): string;
}

/** A heading of the navigation, with its pages. */
export interface DocsGroup {
  readonly title: string;
  readonly pages: readonly DocsPage[];
}

/** The documents in the navigation, in order; others are found by links and search. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  Guide: [
    "guide/first_request",
    "guide/getting_paid",
    "guide/assistant",
    "guide/approving",
    "guide/refunds",
    "guide/privacy",
  ],
  Start: [
    "README",
    "quick_start/rest",
    "quick_start/client",
    "quick_start/mcp",
    "quick_start/a2a",
    "quick_start/webhooks",
    "assistants",
    "frameworks",
  ],
  Conversations: [
    "messages",
    "states",
    "addresses",
    "money",
    "chain",
    "asking",
    "time",
    "guests",
    "mail",
    "trust",
    "service_agents",
  ],
  Programs: [
    "interfaces",
    "terminal",
    "sign_in",
    "agent_access",
    "mcp",
    "tool_results",
    "a2a",
    "events",
    "webhooks",
    "audit",
  ],
  Reference: ["errors", "limits", "review_rules"],
  Operators: ["production", "operations", "monitoring", "settings", "backup"],
};

/** The navigation, including the routes of REST. */
export function docsGroups(content: DocsContent): readonly DocsGroup[] {
  const groups = Object.entries(GROUPS).map(([title, documents]) => ({
    title,
    pages: documents.map((it) => documentPage(content, it)),
  }));
  return groups.flatMap((group) =>
    group.title === "Reference" ? [restGroup(content), group] : [group],
  );
}

/** Every page by its path, including those that the navigation does not show. */
export function docsPages(content: DocsContent): ReadonlyMap<string, DocsPage> {
  const shown = docsGroups(content).flatMap(({ pages }) => pages);
  const others = [...content.documents.keys()].map((it) =>
    documentPage(content, it),
  );
  return new Map([...others, ...shown].map((page) => [page.path, page]));
}

function documentPage(content: DocsContent, document: string): DocsPage {
  const text = content.documents.get(document) ?? "";
  return {
    path: documentPath(document),
    title: /^# (.*)$/m.exec(text)?.[1] ?? document,
    document,
    body:
      document === "errors"
        ? () => errorsPage(content)
        : (place) => renderDocument(content, document, place),
  };
}

function restGroup({ routes }: DocsContent): DocsGroup {
  const names = new Set(routes.map(({ group }) => group));
  return {
    title: "REST",
    pages: [...names].toSorted().map((name) => ({
      path: groupPath(name),
      title: name,
      body: ({ baseUrl }) => groupPage(name, routes, baseUrl),
    })),
  };
}

/** All errors, each with an anchor: the target of a problem's `docs`. */
function errorsPage({ errors }: DocsContent): string {
  const rows = errors.map(({ code, status, rpc, title, fix }) => [
    `<code id="${code}">${code}</code>`,
    String(status),
    String(rpc),
    `${escaped(title)}. ${escaped(fix)}`,
  ]);
  return `<h1>Errors</h1>
<p>A REST problem (RFC 9457) has <code>code</code>, <code>detail</code>, <code>fix</code>
and <code>requestId</code>, and lists wrong fields in <code>errors</code>. MCP and A2A send
the same code and words in their own form.</p>
${table(["Code", "Status", "JSON-RPC", "Meaning and fix"], rows)}`;
}
