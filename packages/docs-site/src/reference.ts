import type { TSchema } from "typebox";
import { Type } from "typebox";
import { needsSession } from "../../../src/core/access/access.ts";
import { escaped } from "../../../src/core/base/text.ts";
import { codeTabs } from "./code.ts";
import type { DescribedField, DescribedRoute } from "./described.ts";
import { samplesOf } from "./samples.ts";
import { table } from "./table.ts";

/** The path of a group's page. */
export function groupPath(group: string): string {
  return `/docs/rest/${group.toLowerCase()}`;
}

/** The routes of one group, from the same rows as the OpenAPI document. */
export function groupPage(
  group: string,
  routes: readonly DescribedRoute[],
  baseUrl: string,
): string {
  const own = routes.filter((route) => route.group === group);
  return `<h1>${group}</h1>
${own.map((route) => routeSection(route, baseUrl)).join("\n")}`;
}

function routeSection(route: DescribedRoute, baseUrl: string): string {
  const { operation, method, path } = route;
  const place = method === "GET" ? "Query" : "Body";
  return `<section class="route">
<h2 id="${route.id}">${escaped(operation.title)}</h2>
<p class="place"><code><span class="method">${method}</span>${escaped(path)}</code></p>
<p>${escaped(operation.description ?? "")}</p>
${codeTabs(samplesOf(route, baseUrl))}
${route.fields.length > 0 ? fieldTable(place, route.fields) : ""}
<p class="small">${answered(route)}</p>
</section>`;
}

/** The responses, and who may call it. */
function answered({ operation, statuses = [200], isPublic }: DescribedRoute) {
  return [
    `Answers ${statuses.join(" or ")}.`,
    ...(isPublic ? ["Needs no token."] : []),
    ...(needsSession(operation.access)
      ? [
          `<strong>Session only</strong>: needs a <a href="/docs#session-token">session token</a>; no agent credential may do this.`,
        ]
      : []),
    ...(operation.scope
      ? [
          `<a href="/docs/agent_access#scopes-and-presets">Scope</a>: <code>${operation.scope}</code>.`,
        ]
      : []),
  ].join(" ");
}

function fieldTable(place: string, fields: readonly DescribedField[]): string {
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
function allowedIn(schema: TSchema): string {
  if (Type.IsEnum(schema)) return `One of ${schema.enum.join(", ")}.`;
  return "type" in schema && typeof schema.type === "string"
    ? `(${schema.type})`
    : "";
}
