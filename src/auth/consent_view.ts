import { isDocumentUrl } from "../core/agents/remote/client_document.ts";
import type { Say } from "../core/base/words/say.ts";
import { phrase } from "../core/base/words/say.ts";
import { hidden } from "../pages/forms.ts";
import type { OwnAccount } from "../pages/own_account.ts";
import { isolated, pageResponse } from "../pages/page.ts";
import type { Unread } from "./grant_fields.ts";
import { grantFields } from "./grant_fields.ts";
import { formTargetOf, isLoopback } from "./next.ts";

/** The path of the consent page and its form. */
export const CONSENT_PATH = "/oauth/consent";

/** The name shown for a client that has none. */
export const UNNAMED = phrase`Unnamed app`;

/** A client that requests access, as far as it is known. */
export interface AskingClient {
  readonly clientId: string;
  /**
   * The client's own name for itself: hostile text on one line; "" if it has
   * none.
   */
  readonly name: string;
  readonly redirectUri: string;
  /** The page's own query, sealed and checked by the library. */
  readonly query: string;
}

/** Shows who asks, for whose inbox and where it leads, and lets the person choose. */
export function consentView(
  asking: AskingClient,
  own: OwnAccount,
  say: Say,
  unread?: Unread,
): Response {
  const { redirectUri, query } = asking;
  const name = isolated(asking.name || say.of(UNNAMED));
  const formTarget = formTargetOf(
    `redirect_uri=${encodeURIComponent(redirectUri)}`,
  );
  return pageResponse(
    say`Allow access?`,
    `<h1>${say`Allow ${`<q>${name}</q>`} to access your inbox?`}</h1>
${facts(name, { asking, own }, say)}
<form method="post" action="${CONSENT_PATH}">
${grantFields(say, unread)}
<p>${say`You can end this at any time under ${`<em>${say`Access`}</em>`}.`}</p>
${hidden("query", query)}
<div class="answers">
<button name="decision" value="allow">${say`Allow`}</button>
<button name="decision" value="deny" class="plain" formnovalidate>${say`Don't allow`}</button>
</div>
</form>`,
    {
      isWide: true,
      say,
      ...(unread && { status: 400 }),
      ...(formTarget !== undefined && { formTarget }),
    },
  );
}

function facts(
  name: string,
  { asking, own }: { readonly asking: AskingClient; readonly own: OwnAccount },
  say: Say,
): string {
  const { account, address } = own;
  const target = new URL(asking.redirectUri);
  const said = isDocumentUrl(asking.clientId)
    ? say`It's published at ${`<strong>${isolated(new URL(asking.clientId).host)}</strong>`}. We haven't checked who runs it.`
    : say`The app chose this name. We haven't checked who runs it.`;
  const place = `<strong>${isolated(target.host || target.protocol)}</strong>`;
  const mailbox = address ? `, ${isolated(address.address)}` : "";
  return `<dl class="facts">
<div><dt>${say`App`}</dt><dd><strong>${name}</strong><p class="hint">${said}</p></dd></div>
<div><dt>${say`Returns to`}</dt><dd>${isLoopback(target) ? say`An app on this device, ${place}` : place}<p class="hint">${say`Allow it only if you just started this there.`}</p></dd></div>
<div><dt>${say`Your account`}</dt><dd>${isolated(account.displayName)}${mailbox}</dd></div>
</dl>`;
}
