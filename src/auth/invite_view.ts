import type { Static } from "typebox";
import { LIMITS } from "../core/limits.ts";
import type { getConversation } from "../core/operations/get_conversation.ts";
import type { Guest, Principal } from "../core/principal.ts";
import { escaped } from "../http/html.ts";
import { hidden } from "./forms.ts";

/** A conversation as a guest may see it. */
export type GuestView = Static<typeof getConversation.output>["conversation"];

const CLOSED: readonly string[] = [
  "completed",
  "canceled",
  "failed",
  "rejected",
];

/** The page of an invite: what was written, and what can be done about it. */
export function inviteBody(
  view: GuestView,
  guest: Guest,
  {
    person,
    once,
  }: { readonly person: Principal | undefined; readonly once: string },
): string {
  const isClosed = CLOSED.includes(view.state);
  return [
    `<h1>${escaped(view.title)}</h1>`,
    `<p>From ${escaped(view.from.name)} (${escaped(view.from.address)}), to ${escaped(guest.address)}. The state is ${escaped(view.state)}.</p>`,
    offerOf(view),
    ...view.messages.map(messageOf),
    filesOf(view),
    isClosed ? "" : replyForm(once),
    claimForm(guest, person),
    stopForms(isClosed),
  ].join("\n");
}

function offerOf({ payment }: GuestView): string {
  if (payment.status !== "held") return "";
  const { amount, currency } = payment.price;
  return `<p>${escaped(amount)} ${escaped(currency)} (test money) is held for whoever takes this conversation over with an account.</p>`;
}

function messageOf({
  author,
  text,
  parts,
  createdAt,
}: GuestView["messages"][number]): string {
  const lines = text.split("\n").map(escaped).join("<br>\n");
  const others = parts.filter((it) => it.text === undefined).length;
  const more =
    others === 0 ? "" : `\n<p>${others} more part(s) that are no text.</p>`;
  return `<article>
<h2>${escaped(author.displayName)}</h2>
<p><small>${escaped(author.address)}, ${escaped(createdAt)}</small></p>
<p>${lines}</p>${more}
</article>`;
}

function filesOf({ artifacts }: GuestView): string {
  if (artifacts.length === 0) return "";
  const items = artifacts.map(({ artifactId, name, size, uri }) =>
    uri === undefined
      ? `<li><a href="/i/files/${escaped(artifactId)}" download>${escaped(name)}</a> (${size} bytes)</li>`
      : `<li>${escaped(name)}: ${escaped(uri)}</li>`,
  );
  return `<h2>Files</h2>\n<ul>\n${items.join("\n")}\n</ul>`;
}

function replyForm(once: string): string {
  return `<form method="post" action="/i/reply">
<label>Your answer <textarea name="text" required rows="6" maxlength="${LIMITS.textCharsMax}"></textarea></label>
${hidden("once", once)}
<button>Send the answer</button>
</form>`;
}

/** The link proves the address; an account is proved by signing in, as always. */
function claimForm(guest: Guest, person: Principal | undefined): string {
  const head = "<h2>Take it over</h2>";
  if (person?.kind === "person") {
    return `${head}
<form method="post" action="/i/claim">
<p>You are signed in. The conversation moves into your inbox, and this link stops working.</p>
<button>Put it into my inbox</button>
</form>`;
  }
  if (person?.kind === "newcomer") {
    return `${head}\n<p><a href="/sign-up?invite=1">Make your account first</a></p>`;
  }
  return `${head}
<form method="post" action="/sign-in">
<p>With an account you keep the conversation in an inbox of your own. We mail you a code.</p>
<label>Email <input type="email" name="email" required autocomplete="email" maxlength="254" value="${escaped(guest.address)}"></label>
${hidden("query", "invite=1")}
<button name="by" value="code">Email me a code</button>
</form>`;
}

function stopForms(isClosed: boolean): string {
  const decline = `<form method="post" action="/i/decline">
<p>Decline: the sender is told, and nothing more is mailed to you about this.</p>
<button class="plain">Decline</button>
</form>`;
  return `<h2>Not for you?</h2>
${isClosed ? "" : decline}
<form method="post" action="/i/stop">
<p>No mail from this service any more, whoever writes.</p>
<button name="reason" value="unsubscribed" class="plain">Stop all mail</button>
<button name="reason" value="reported" class="plain">Report it, and stop all mail</button>
</form>`;
}
