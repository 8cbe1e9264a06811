import { docsLayout } from "../../../packages/docs-site/src/layout.ts";
import { docsGroups } from "../../../packages/docs-site/src/site.ts";
import { escaped } from "../../core/base/text.ts";
import { wordsFor } from "../../core/errors/error_row.ts";
import type { ErrorCode } from "../../core/errors/error_table.ts";
import { ERRORS } from "../../core/errors/error_table.ts";
import { describedRoutes } from "../described.ts";

/** The page of one problem type, the target of a problem's `type`. */
export function problemPage(code: ErrorCode): string {
  const { title, status, fix } = ERRORS[code];
  return docsLayout({
    title,
    groups: docsGroups(describedRoutes()),
    body: `<h1>${escaped(title)}</h1>
<p><code>${code}</code>, status ${status}.</p>
<p>${escaped(wordsFor(fix, "rest"))}</p>
<p><a href="/docs/errors#${code}">All errors</a></p>`,
  });
}

/** The path of the extension of agent cards. */
export function accountExtensionPage(): string {
  return docsLayout({
    title: "Account extension of agent cards",
    groups: docsGroups(describedRoutes()),
    body: `<h1>Account extension of agent cards</h1>
<p>An extended agent card of this service (A2A <code>GetExtendedAgentCard</code>) has in
<code>capabilities.extensions</code> what signed-in callers can know about an account:
its <code>address</code>, <code>displayName</code> and <code>prices</code> for each group of
senders, the ids of skills that only signed-in callers see (<code>privateSkillIds</code>),
and the service's <code>limits</code>. It changes no method and doesn't need activation.</p>
<p><a href="/docs/a2a">A2A</a></p>`,
  });
}
