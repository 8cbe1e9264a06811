import { escaped } from "../../standards/src/html.ts";
import type { DocsError } from "./content.ts";
import { docsLayout } from "./layout.ts";
import type { DocsGroup } from "./site.ts";

/** The page of one problem type, the target of a problem's `type`. */
export function problemPage(
  { code, title, status, fix }: DocsError,
  groups: readonly DocsGroup[],
): string {
  return docsLayout({
    title,
    groups,
    body: `<h1>${escaped(title)}</h1>
<p><code>${code}</code>, status ${status}.</p>
<p>${escaped(fix)}</p>
<p><a href="/docs/errors#${code}">All errors</a></p>`,
  });
}

/** The page of the extension of agent cards, at its own path. */
export function accountExtensionPage(groups: readonly DocsGroup[]): string {
  return docsLayout({
    title: "Account extension of agent cards",
    groups,
    body: `<h1>Account extension of agent cards</h1>
<p>An extended agent card of this service (A2A <code>GetExtendedAgentCard</code>) has in
<code>capabilities.extensions</code> what signed-in callers can know about an account:
its <code>address</code>, <code>displayName</code> and <code>prices</code> for each group of
senders, the ids of skills that only signed-in callers see (<code>privateSkillIds</code>),
and the service's <code>limits</code>. It changes no method and doesn't need activation.</p>
<p><a href="/docs/a2a">A2A</a></p>`,
  });
}
