import type { Static } from "typebox";
import type { getConversation } from "../core/operations/get_conversation.ts";
import type { Guest } from "../core/principal.ts";
import { escaped } from "../http/html.ts";
import type { Answer, Claimant } from "./invite_forms.ts";
import { claimForm, replyForm, stopForms } from "./invite_forms.ts";
import { isolated } from "./page.ts";

/** A conversation as a guest may see it. */
export type GuestView = Static<typeof getConversation.output>["conversation"];

/** Where it stands, for somebody who reads it for the first time. */
const STATE_WORDS: Readonly<Record<string, string>> = {
  submitted: "Waits for an answer",
  working: "Answered, and open",
  "input-required": "Waits for a decision",
  "auth-required": "Waits for a payment",
  completed: "Finished",
  canceled: "Canceled",
  failed: "Failed",
  rejected: "Declined",
};
const CLOSED: ReadonlySet<string> = new Set([
  "completed",
  "canceled",
  "failed",
  "rejected",
]);

const WHEN = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "UTC",
});

/** What the page shows beside the conversation itself. */
export interface GuestPage {
  readonly claimant: Claimant;
  readonly answer: Answer;
}

/** The page of an invite: what was written, and what can be done about it. */
export function inviteBody(
  view: GuestView,
  guest: Guest,
  { claimant, answer }: GuestPage,
): string {
  const isClosed = CLOSED.has(view.state);
  const isPayable = view.payment.payee === null && isHeld(view);
  return [
    `<h1>${isolated(view.title)}</h1>`,
    factsOf(view, guest),
    `<section aria-label="Messages">`,
    ...view.messages.map(messageOf),
    "</section>",
    filesOf(view),
    isClosed
      ? "<p>It is closed: nothing more can be written here.</p>"
      : replyForm(guest, { ...answer, reader: readerOf(view, guest) }),
    claimForm(guest, claimant, isPayable),
    stopForms(guest, isClosed),
  ]
    .filter((it) => it !== "")
    .join("\n");
}

function factsOf(view: GuestView, guest: Guest): string {
  const { from, state } = view;
  const price = isHeld(view)
    ? `\n<div><dt>Price</dt><dd>${priceOf(view)}</dd></div>`
    : "";
  return `<dl class="facts">
<div><dt>From</dt><dd>${nameOf(from.name, from.address)}</dd></div>
<div><dt>To you</dt><dd>${isolated(guest.address)}</dd></div>
<div><dt>State</dt><dd>${escaped(STATE_WORDS[state] ?? state)}</dd></div>${price}
</dl>`;
}

function isHeld({ payment }: GuestView): boolean {
  return payment.status === "held";
}

function priceOf({ payment: { price, label, payee } }: GuestView): string {
  const test = label === "TEST" ? " (test money)" : "";
  const amount = `${escaped(price.amount)} ${escaped(price.currency)}${test}`;
  const whose =
    payee === null
      ? "It is held for the first one addressed who takes this over with an account, and paid once they sign for it."
      : `It is held for ${isolated(payee.address)}.`;
  return `${amount}<p class="hint">${whose}</p>`;
}

/** A name that is no more than the address is said once. */
function nameOf(name: string, address: string): string {
  return name === address
    ? isolated(address)
    : `${isolated(name)}, ${isolated(address)}`;
}

function messageOf({
  author,
  text,
  parts,
  createdAt,
}: GuestView["messages"][number]): string {
  const others = parts.filter((it) => it.text === undefined).length;
  const more =
    others === 0
      ? ""
      : `\n<p class="hint">It has ${others} more ${others === 1 ? "part" : "parts"} for programs, which this page does not show.</p>`;
  return `<article class="entry">
<h2>${isolated(author.displayName)}</h2>
<p class="hint lead"><time datetime="${escaped(createdAt)}">${WHEN.format(new Date(createdAt))} UTC</time></p>
<p class="words" dir="auto">${escaped(text)}</p>${more}
</article>`;
}

function filesOf({ artifacts }: GuestView): string {
  if (artifacts.length === 0) return "";
  const items = artifacts.map(({ artifactId, name, size, uri }) =>
    uri === undefined
      ? `<li><a href="/i/files/${escaped(artifactId)}" download>${isolated(name)}</a>, ${sizeOf(size)}</li>`
      : `<li>${isolated(name)}, elsewhere: <code>${escaped(uri)}</code></li>`,
  );
  return `<section>\n<h2>Files</h2>\n<ul>\n${items.join("\n")}\n</ul>\n</section>`;
}

function sizeOf(bytes: number): string {
  if (bytes < 1_000) return `${bytes} ${bytes === 1 ? "byte" : "bytes"}`;
  const kilobytes = bytes / 1_000;
  return kilobytes < 1_000
    ? `${Math.ceil(kilobytes)} kB`
    : `${(kilobytes / 1_000).toFixed(1)} MB`;
}

/** Whom an answer reaches: who wrote last; of a bcc, nobody learns but the sender. */
function readerOf(view: GuestView, { address }: Guest): string {
  const me = view.participants.find((it) => it.address === address);
  const last = view.messages.findLast((it) => it.author.address !== address);
  return me?.role === "bcc" || !last ? view.from.name : last.author.displayName;
}
