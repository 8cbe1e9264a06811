import type { TSchema } from "typebox";
import { Type } from "typebox";
import { needsSession } from "../core/access/access.ts";
import { escaped } from "../core/base/text.ts";
import type { ErrorRow } from "../core/errors/error_row.ts";
import { wordsFor } from "../core/errors/error_row.ts";
import type { ErrorCode } from "../core/errors/error_table.ts";
import { ERRORS } from "../core/errors/error_table.ts";
import { page } from "../http/html.ts";
import type { DescribedField, DescribedRoute } from "./described.ts";
import { describedRoutes } from "./described.ts";

const EVENTS: readonly (readonly [string, string])[] = [
  ["ready", "Always the first event; not a change."],
  ["message.appended", "A message was appended."],
  ["state.changed", "The conversation state changed."],
  ["payment.updated", "The payment changed."],
];

/** The documentation page, made from the same rows as the OpenAPI document. */
export function docsPage(baseUrl: string): string {
  const routes = describedRoutes();
  const groups = [...new Set(routes.map(({ group }) => group))];
  const body = [
    "<h1>Conversation inbox</h1>",
    introduction(baseUrl),
    sessionSection(baseUrl),
    ...groups.map((group) => {
      const own = routes.filter((route) => route.group === group);
      return `<h2 id="${group.toLowerCase()}">${group}</h2>\n${own.map(routeSection).join("\n")}`;
    }),
    eventSection(),
    errorSection(),
  ];
  return page("Conversation inbox: interface", body.join("\n"));
}

function introduction(baseUrl: string): string {
  return `<p>Every call carries <code>Authorization: Bearer &lt;AGENT_CREDENTIAL&gt;</code>;
what is marked <em>session only</em> takes a person's <a href="#session-token">session token</a> and no credential.
The same conversations are served over REST, MCP (<code>POST ${escaped(baseUrl)}/api/mcp</code>)
and A2A (<code>POST ${escaped(baseUrl)}/a2a</code>).
This page as a document for programs: <a href="/openapi.json">/openapi.json</a>;
bounds: <a href="/v1/limits">/v1/limits</a>;
scopes and presets of credentials: <a href="/v1/scopes">GET /v1/scopes</a>; <a href="#events">events</a>; <a href="#errors">errors</a>.</p>
<pre>curl ${escaped(baseUrl)}/v1/conversations \\
  -H "Authorization: Bearer $AGENT_CREDENTIAL" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: 1" \\
  -d '{"to": ["bob@example.org"], "title": "Hello", "text": "Hi Bob", "submit": true}'</pre>
<p>A field or a query parameter that is not known is an error, <code>unknown_field</code>, and nothing is done;
with <code>?strict=0</code> it is left out and named in the header <code>Svc-Warning</code>. A repeated POST with the same
<code>Idempotency-Key</code> is answered with the first answer; over MCP the same header, or <code>params._meta["svc/idempotencyKey"]</code>,
does so for <code>tools/call</code>, over A2A the <code>messageId</code> of SendMessage.
With <code>Prefer: handling=strict</code> a submit that waits for money is 402 <code>payment_required</code> instead of 201 or 200;
the conversation is made all the same.</p>`;
}

/** How a program of a signed-in person gets to what no credential may do. */
function sessionSection(baseUrl: string): string {
  const url = escaped(baseUrl);
  return `<h2 id="session-token">Session token</h2>
<h3><code><span class="method">POST</span>/api/auth/session-token</code></h3>
<p>Trades the cookie of somebody who has <a href="/sign-in">signed in</a> for a bearer token of a few minutes, and renews the cookie.
It needs <code>Content-Type: application/json</code> and the service's own <code>Origin: ${url}</code>.
Answers 200 with <code>token</code>, <code>expiresAt</code> and <code>accountId</code>, or 401.</p>
<pre>curl -X POST ${url}/api/auth/session-token \\
  -H "Content-Type: application/json" \\
  -H "Origin: ${url}" \\
  -b "$COOKIES" -c "$COOKIES" -d '{}'</pre>`;
}

function routeSection(route: DescribedRoute): string {
  const { operation, method, path, statuses = [200] } = route;
  const place = method === "GET" ? "Query" : "Body";
  return `<h3 id="${route.id}"><code><span class="method">${method}</span>${escaped(path)}</code></h3>
<p><strong>${escaped(operation.title)}.</strong> ${escaped(operation.description)}</p>
${route.fields.length > 0 ? fieldTable(place, route.fields) : ""}
<p>Answers ${statuses.join(" or ")}.${route.isPublic ? " Needs no token." : ""}${
    needsSession(operation.access)
      ? ` <strong>Session only</strong>: needs a <a href="#session-token">session token</a>; no agent credential may do this.`
      : ""
  }${operation.scope ? ` Scope: <code>${operation.scope}</code>.` : ""}</p>`;
}

function fieldTable(place: string, fields: readonly DescribedField[]): string {
  return table(
    [place, "", "Meaning"],
    fields.map(({ name, isRequired, schema }) => [
      `<code>${escaped(name)}</code>`,
      isRequired ? "required" : "",
      escaped(
        [schema.description, allowedIn(schema)].filter(Boolean).join(" "),
      ),
    ]),
  );
}

/** The values or the type that a field takes, in a few words. */
function allowedIn(schema: TSchema): string {
  if (Type.IsEnum(schema)) return `One of ${schema.enum.join(", ")}.`;
  return "type" in schema && typeof schema.type === "string"
    ? `(${schema.type})`
    : "";
}

function eventSection(): string {
  return `<h2 id="events">Events</h2>
<p><code>GET /v1/conversations/:conversationId/subscribe</code> with <code>Accept: text/event-stream</code>.
Resume with the header <code>Last-Event-ID</code>. Ignore an event that you do not know.</p>
${table(
  ["Event", "Meaning"],
  EVENTS.map(([name, meaning]) => [`<code>${name}</code>`, meaning]),
)}
<p><code>GET /v1/events</code> tells of the whole inbox, without content: <code>ready</code>
(with <code>reset</code>: read your lists), <code>conversation.changed</code>,
<code>flags.changed</code>, <code>draft.deleted</code>, <code>contact.changed</code>,
<code>payment.moved</code> and <code>settings.changed</code>. Resume with
<code>Last-Event-ID</code>: an id is a state of <code>GET /v1/changes</code>.</p>`;
}

function errorSection(): string {
  const rows = Object.entries<ErrorRow>(ERRORS).map(
    ([code, { status, rpc, title, fix }]) => [
      `<code id="${code}">${code}</code>`,
      String(status),
      String(rpc),
      `${escaped(title)}. ${escaped(wordsFor(fix, "rest"))}`,
    ],
  );
  return `<h2 id="errors">Errors</h2>
${table(["Code", "Status", "JSON-RPC", "Meaning, and what to do"], rows)}`;
}

function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const cells = (tag: string, row: readonly string[]) =>
    `<tr>${row.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
  return `<div class="scroll"><table>
<thead>${cells("th", head)}</thead>
<tbody>
${rows.map((row) => cells("td", row)).join("\n")}
</tbody></table></div>`;
}

/** The page of one problem type, where a problem's `type` leads. */
export function problemPage(code: ErrorCode): string {
  const { title, status, fix } = ERRORS[code];
  return page(
    title,
    `<h1>${escaped(title)}</h1>
<p><code>${code}</code>, status ${status}.</p>
<p>${escaped(wordsFor(fix, "rest"))}</p>
<p><a href="/docs#${code}">All errors</a></p>`,
  );
}

/** The path of the extension of agent cards. */
export function accountExtensionPage(): string {
  return page(
    "Account extension of agent cards",
    `<h1>Account extension of agent cards</h1>
<p>An extended agent card of this service (A2A <code>GetExtendedAgentCard</code>) says in
<code>capabilities.extensions</code> what signed-in callers may know of an account:
its <code>address</code>, <code>displayName</code> and <code>prices</code> for each class of
senders, the ids of skills that only signed-in callers see (<code>privateSkillIds</code>),
and the <code>limits</code> of the service. It changes no method and need not be activated.</p>
<p><a href="/docs">The interface</a></p>`,
  );
}
