import type { Preset } from "../core/identity/scopes.ts";
import { PRESETS } from "../core/identity/scopes.ts";
import { escaped } from "../http/html.ts";
import type { Form } from "./forms.ts";
import { field, hidden } from "./forms.ts";
import { formTargetOf, isLoopback } from "./next.ts";
import type { OwnAccount } from "./own_account.ts";
import { isolated, pageResponse } from "./page.ts";

/** Where the consent page is, and where its form goes. */
export const CONSENT_PATH = "/oauth/consent";

const PRESET_AT_FIRST = "assistant";

/** A client that asks, as far as it is known. */
export interface Asking {
  readonly clientId: string;
  /** What it calls itself: hostile text on one line. */
  readonly name: string;
  readonly redirectUri: string;
  /** The page's own query: sealed by the library, checked by it again. */
  readonly query: string;
}

/** An answer that could not be taken, to be mended. */
interface Unread {
  readonly said: Form;
  /** By field, what is wrong. */
  readonly wrong: Form;
}

/** Says in plain words who asks, for whose inbox and where it leads, and lets the person choose. */
export function consentView(
  asking: Asking,
  own: OwnAccount,
  unread?: Unread,
): Response {
  const { redirectUri, query } = asking;
  const { preset = PRESET_AT_FIRST } = unread?.said ?? {};
  const wrongPreset = unread?.wrong.preset;
  const formTarget = formTargetOf(
    `redirect_uri=${encodeURIComponent(redirectUri)}`,
  );
  return pageResponse(
    "Allow access?",
    `<h1>Allow <q>${isolated(asking.name)}</q> into your inbox?</h1>
${facts(asking, own)}
<form method="post" action="${CONSENT_PATH}">
<fieldset${wrongPreset === undefined ? "" : ` aria-describedby="preset-error"`}><legend>What it may do</legend>
${wrongPreset === undefined ? "" : `<p class="error" id="preset-error" role="alert">${escaped(wrongPreset)}</p>`}
${PRESETS.map((it) => choice(it, it.id === preset)).join("\n")}
</fieldset>
<fieldset aria-describedby="spend-hint"><legend>What it may spend</legend>
<p class="hint lead" id="spend-hint">Only <em>Full</em> may pay. Leave a limit empty to set none.</p>
<div class="pair">
${amount("perPayment", "For one payment", unread)}
${amount("perDay", "In a day", unread)}
</div>
</fieldset>
<p>You can end this at any time under <em>Agent access</em>; it stops at once.</p>
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

function choice(preset: Preset, isChosen: boolean): string {
  const { id, title, means, cannot } = preset;
  return `<label class="choice"><input type="radio" name="preset" value="${id}" required${isChosen ? " checked" : ""} aria-labelledby="${id}-title" aria-describedby="${id}-means ${id}-cannot">
<span><strong id="${id}-title">${escaped(title)}</strong> <span class="means" id="${id}-means">${escaped(means)}</span> <span class="cannot" id="${id}-cannot">${escaped(cannot)}</span></span></label>`;
}

function amount(
  name: "perPayment" | "perDay",
  label: string,
  unread: Unread | undefined,
): string {
  return field({
    name,
    label,
    attributes: `inputmode="decimal" autocomplete="off" maxlength="20"`,
    value: unread?.said[name] ?? "",
    unit: "USDC",
    error: unread?.wrong[name],
  });
}
