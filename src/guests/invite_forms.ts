import { escaped } from "../../packages/standards/src/html.ts";
import type { Guest } from "../core/access/principal.ts";
import { LIMITS } from "../core/base/limits.ts";
import type { Say } from "../core/base/words/say.ts";
import type { ActionView } from "../core/conversations/model/turn_schemas.ts";
import { field, hidden } from "../pages/forms.ts";
import { isolated } from "../pages/page.ts";
import { participantKey } from "./invite_cookie.ts";

/** The field that turns an answer into a question, which accepts nothing. */
export const ASKS = "asks";

/** A new answer, or one that was refused. */
export interface InviteAnswer {
  /** Makes a form that is submitted twice one answer. */
  readonly once: string;
  readonly text: string;
  readonly error?: string | undefined;
}

/** The account signed in to this browser that could claim the invite. */
export type Claimant =
  | { readonly kind: "nobody" }
  | { readonly kind: "newcomer" }
  | {
      readonly kind: "person";
      readonly name: string;
      readonly isInIt: boolean;
    };

interface Reading {
  /** The readers of the answer, as HTML. */
  readonly readers: string;
  /** The message it answers: it fixes the readers, whatever arrives meanwhile. */
  readonly inReplyTo: string | undefined;
  /** True if it accepts the request, so the guest may want to ask first. */
  readonly accepts: boolean;
}

/** The guest's answer form, with any text already typed. */
export function replyForm(
  guest: Guest,
  { once, text, error, readers, inReplyTo, accepts }: InviteAnswer & Reading,
  say: Say,
): string {
  const isWrong = error !== undefined;
  const send = `<button>${say`Send reply`}</button>`;
  return `<section>
<form method="post" action="/i/reply">
<div class="${isWrong ? "field is-wrong" : "field"}">
<label for="text">${say`Your answer`}</label>
<textarea id="text" name="text" required rows="6" dir="auto" maxlength="${LIMITS.textCharsMax}" aria-describedby="text-hint${isWrong ? ` text-error" aria-invalid="true" autofocus` : `"`}>
${escaped(text)}</textarea>
${isWrong ? `<p class="error" id="text-error" role="alert">${escaped(error)}</p>\n` : ""}<p class="hint" id="text-hint">${say`Only ${readers} sees this.`}${accepts ? ` ${say`Replying accepts the request. Asking first doesn't.`}` : ""}</p>
</div>
${hidden("participant", participantKey(guest))}
${hidden("once", once)}
${inReplyTo === undefined ? "" : hidden("inReplyTo", inReplyTo)}
${
  accepts
    ? `<div class="answers">
${send}
<button name="${ASKS}" value="yes" class="plain">${say`Ask first`}</button>
</div>`
    : send
}
</form>
</section>`;
}

interface Claiming {
  readonly claimant: Claimant;
  readonly action: ActionView | undefined;
}

/** The link proves the address; the account proves itself by signing in. */
export function claimForm(
  guest: Guest,
  { claimant, action }: Claiming,
  say: Say,
): string {
  if (!action) return "";
  return `<section>
<h2>${say`Keep it in your own inbox`}</h2>
${claimBody(guest, { claimant, action }, say)}
</section>`;
}

function claimBody(
  guest: Guest,
  {
    claimant,
    action: { title, effect },
  }: { readonly claimant: Claimant; readonly action: ActionView },
  say: Say,
): string {
  if (claimant.kind === "newcomer") {
    return `<p>${say`Choose a name for your account first.`} ${escaped(effect)}</p>
<p><a class="link" href="/sign-up?invite=1">${say`Create your account`}</a></p>`;
  }
  if (claimant.kind === "nobody") {
    return `<form method="post" action="/sign-in">
<p>${escaped(effect)}</p>
${field({
  name: "email",
  label: say`Email`,
  attributes: `type="email" required autocomplete="email" maxlength="254"`,
  // A wallet has no mailbox.
  value: guest.accountId === undefined ? guest.address : "",
  hint: say`We'll email you a code to sign in or create your account.`,
})}
${hidden("query", "invite=1")}
<button name="by" value="code" class="plain">${say`Email me a code`}</button>
</form>`;
  }
  const other = `<form method="post" action="/sign-out">
<button class="plain">${say`Sign out`}</button>
</form>`;
  if (claimant.isInIt) {
    return `<p>${say`You're signed in as ${isolated(claimant.name)}, who is already in this conversation. Not you? Sign out.`}</p>
${other}`;
  }
  return `<p>${say`You're signed in as ${isolated(claimant.name)}. Not you? Sign out.`} ${escaped(effect)}</p>
<div class="answers">
<form method="post" action="/i/claim">
${hidden("participant", participantKey(guest))}
<button>${escaped(title)}</button>
</form>
${other}
</div>`;
}

/** The remaining ways out. */
export function stopForms(
  guest: Guest,
  {
    decline,
    isStopped,
  }: {
    readonly decline: ActionView | undefined;
    readonly isStopped: boolean;
  },
  say: Say,
): string {
  const participant = hidden("participant", participantKey(guest));
  const wish = isStopped
    ? `<p>${say`Report tells our team this email was unwanted. No one in the conversation is told.`}</p>
${participant}
<button name="reason" value="reported" class="plain">${say`Report`}</button>`
    : `<p>${say`Unsubscribe stops all email from us. Report also tells our team it was unwanted. No one in the conversation is told.`}</p>
${participant}
<div class="answers">
<button name="reason" value="unsubscribed" class="plain">${say`Unsubscribe`}</button>
<button name="reason" value="reported" class="plain">${say`Report and unsubscribe`}</button>
</div>`;
  return `<section>
<h2>${say`Not for you?`}</h2>
${decline ? declineForm(guest, decline, say) : ""}<form method="post" action="/i/stop">
${wish}
</form>
</section>`;
}

/** The form of one action: its effect and fields, or why it can't be done now. */
export function actForm(
  guest: Guest,
  { title, effect, ready, because }: ActionView,
  { path, fields = "" }: { readonly path: string; readonly fields?: string },
): string {
  const inner = ready
    ? `${hidden("participant", participantKey(guest))}
${fields}
<button class="plain">${escaped(title)}</button>
`
    : "";
  return `<form method="post" action="${path}">
<p>${escaped(because?.detail ?? effect)}</p>
${inner}</form>`;
}

/** The way out of an order; "" once it is over. */
export function cancelForm(
  guest: Guest,
  action: ActionView | undefined,
  say: Say,
): string {
  if (!action) return "";
  const fields = field({
    name: "reason",
    label: say`Reason`,
    attributes: `dir="auto" required maxlength="${LIMITS.reasonCharsMax}"`,
    hint: say`The seller will read this.`,
  });
  return `<section>
<h2>${say`Changed your mind?`}</h2>
${actForm(guest, action, { path: "/i/cancel", fields })}
</section>`;
}

/**
 * Confirmed on a second page, without a script: a decline also ends things for
 * others.
 */
function declineForm(guest: Guest, decline: ActionView, say: Say): string {
  const fields = field({
    name: "reason",
    label: say`Reason (optional)`,
    attributes: `dir="auto" maxlength="${LIMITS.commentCharsMax}"`,
    hint: say`The sender will read this.`,
  });
  return `<details>
<summary>${say`Decline`}</summary>
${actForm(guest, decline, { path: "/i/decline", fields })}
</details>
`;
}
