import { hidden } from "../pages/forms.ts";
import type { OwnAccount } from "../pages/own_account.ts";
import { isolated, pageResponse } from "../pages/page.ts";
import type { Unread } from "./grant_fields.ts";
import { grantFields } from "./grant_fields.ts";
import { formTargetOf, isLoopback } from "./next.ts";

/** Where the consent page is, and where its form goes. */
export const CONSENT_PATH = "/oauth/consent";

/** A client that asks, as far as it is known. */
export interface Asking {
  readonly clientId: string;
  /** What it calls itself: hostile text on one line. */
  readonly name: string;
  readonly redirectUri: string;
  /** The page's own query: sealed by the library, checked by it again. */
  readonly query: string;
}

/** Says in plain words who asks, for whose inbox and where it leads, and lets the person choose. */
export function consentView(
  asking: Asking,
  own: OwnAccount,
  unread?: Unread,
): Response {
  const { redirectUri, query } = asking;
  const formTarget = formTargetOf(
    `redirect_uri=${encodeURIComponent(redirectUri)}`,
  );
  return pageResponse(
    "Allow access?",
    `<h1>Allow <q>${isolated(asking.name)}</q> into your inbox?</h1>
${facts(asking, own)}
<form method="post" action="${CONSENT_PATH}">
${grantFields(unread)}
<p>You can end this at any time under <em>Access</em>; it stops at once.</p>
${hidden("query", query)}
<div class="answers">
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny" class="plain" formnovalidate>Do not allow</button>
</div>
</form>`,
    {
      isWide: true,
      ...(unread && { status: 400 }),
      ...(formTarget !== undefined && { formTarget }),
    },
  );
}

function facts(
  { name, redirectUri }: Asking,
  { account, address }: OwnAccount,
): string {
  const target = new URL(redirectUri);
  const place = `<strong>${isolated(target.host || target.protocol)}</strong>`;
  const mailbox = address ? `, ${isolated(address.address)}` : "";
  return `<dl class="facts">
<div><dt>Who asks</dt><dd><strong>${isolated(name)}</strong><p class="hint">It has named itself so; nobody has checked who is behind it.</p></dd></div>
<div><dt>You go back to</dt><dd>${isLoopback(target) ? `A program on this device, ${place}` : place}<p class="hint">Allow it only if you have just started this there.</p></dd></div>
<div><dt>Your account</dt><dd>${isolated(account.displayName)}${mailbox}</dd></div>
</dl>`;
}
