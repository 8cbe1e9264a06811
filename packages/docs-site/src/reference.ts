import { escaped } from "../../standards/src/html.ts";
import { codeTabs } from "./code.ts";
import type { DocsField, DocsRoute, FieldSchema } from "./content.ts";
import { samplesOf } from "./samples.ts";
import { table } from "./table.ts";

/** The path of a group's page. */
export function groupPath(group: string): string {
  return `/docs/rest/${group.toLowerCase()}`;
}

/** The routes of one group. */
export function groupPage(
  group: string,
  routes: readonly DocsRoute[],
  baseUrl: string,
): string {
  const own = routes.filter((route) => route.group === group);
  return `<h1>${group}</h1>
${own.map((route) => routeSection(route, baseUrl)).join("\n")}`;
}

function routeSection(route: DocsRoute, baseUrl: string): string {
  const { title, description, method, path } = route;
  const place = method === "GET" ? "Query" : "Body";
  return `<section class="route">
<h2 id="${route.id}">${escaped(title)}</h2>
<p class="place"><code><span class="method">${method}</span>${escaped(path)}</code></p>
<p>${escaped(description)}</p>
${codeTabs(samplesOf(route, baseUrl))}
${route.fields.length > 0 ? fieldTable(place, route.fields) : ""}
<p class="small">${answered(route)}</p>
</section>`;
}

/** The responses, and who may call it. */
function answered({ statuses, isPublic, isSessionOnly, scope }: DocsRoute) {
  return [
    `Answers ${statuses.join(" or ")}.`,
    ...(isPublic ? ["Needs no token."] : []),
    ...(isSessionOnly
      ? [
          `<strong>Session only</strong>: needs a <a href="/docs#session-token">session token</a>; no agent credential may do this.`,
        ]
      : []),
    ...(scope
      ? [
          `<a href="/docs/agent_access#scopes-and-presets">Scope</a>: <code>${scope}</code>.`,
        ]
      : []),
  ].join(" ");
}

function fieldTable(place: string, fields: readonly DocsField[]): string {
  return table(
    [place, "Needed", "Meaning"],
    fields.map(({ name, isRequired, schema }) => [
      `<code>${escaped(name)}</code>`,
      isRequired ? "yes" : "",
      escaped(
        [schema.description, allowedIn(schema)].filter(Boolean).join(" "),
      ),
    ]),
  );
}

/** The values or the type of a field, in a few words. */
function allowedIn(schema: FieldSchema): string {
  if (schema.enum) return `One of ${schema.enum.join(", ")}.`;
  return schema.type === undefined ? "" : `(${schema.type})`;
}
