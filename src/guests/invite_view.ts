import type { Guest } from "../core/access/principal.ts";
import { escaped, sizeText } from "../core/base/text.ts";
import type { ActionView } from "../core/conversations/actions/action.ts";
import type { ConversationView } from "../core/conversations/projection/present.ts";
import { isolated, momentText } from "../pages/page.ts";
import type { Answer, Claimant } from "./invite_forms.ts";
import { claimForm, replyForm, stopForms } from "./invite_forms.ts";
import { priceSection } from "./invite_price.ts";

/** What the page shows beside the conversation itself. */
export interface GuestPage {
  readonly claimant: Claimant;
  readonly answer: Answer;
}

/** The page of an invite: what was written, and what can be done about it. */
export function inviteBody(
  view: ConversationView,
  guest: Guest,
  { claimant, answer }: GuestPage,
): string {
  const isClosed = view.links.followUp !== undefined;
  const state = participantIn(view, guest)?.delivery.state;
  const isStopped = state === "invite_suppressed";
  const action = (name: ActionView["name"]) =>
    view.actions?.find((it) => it.name === name);
  const reply = action("reply");
  return [
    `<h1>${isolated(view.title)}</h1>`,
    state === "declined"
      ? told(isClosed ? DECLINED : `${DECLINED} ${STILL_OPEN}`)
      : "",
    isStopped ? told("This service writes you no more mail.") : "",
    factsOf(view, guest),
    `<section aria-label="Messages">`,
    ...view.messages.map(messageOf),
    "</section>",
    filesOf(view),
    priceSection(view),
    reply
      ? replyForm(guest, {
          ...answer,
          error: answer.error ?? reply.because?.detail,
          readers: readersOf(view),
          inReplyTo: view.replyReaders?.inReplyTo,
          accepts: action("ask_first")?.ready === true,
        })
      : "<p>It is closed: nothing more can be written here.</p>",
    claimForm(guest, claimant, action("claim")),
    stopForms(guest, { decline: action("decline"), isStopped }),
  ]
    .filter((it) => it !== "")
    .join("\n");
}

const DECLINED =
  "You declined. The sender was told, and you get no more mail about this.";
const STILL_OPEN =
  "It goes on without you; if you answer after all, you are in it again.";

/** What the guest has done already. */
function told(text: string): string {
  return `<p class="told" role="status">${text}</p>`;
}

function participantIn({ participants }: ConversationView, { address }: Guest) {
  return participants.find((it) => it.address === address);
}

function factsOf(view: ConversationView, guest: Guest): string {
  // What the accounts in it still settle among themselves is not for a guest.
  const { from, stateTitle, links } = view;
  return `<dl class="facts">
<div><dt>From</dt><dd>${nameOf(from.name, from.address)}</dd></div>
<div><dt>To you</dt><dd>${isolated(guest.address)}</dd></div>
<div><dt>State</dt><dd>${links.followUp ? stateTitle : "Open"}</dd></div>
</dl>`;
}

/** A name that is no more than the address is said once. */
function nameOf(name: string, address: string): string {
  return name === address
    ? isolated(address)
    : `${isolated(name)}, ${isolated(address)}`;
}

/** A guest goes by their address; of everybody else it is said who really wrote. */
function writerOf({
  author,
  actor,
}: Pick<ConversationView["messages"][number], "author" | "actor">): string {
  return actor.kind === "guest" ? author.displayName : actor.label;
}

function messageOf({
  author,
  actor,
  text,
  parts,
  createdAt,
  accept,
}: ConversationView["messages"][number]): string {
  const others = parts.filter((it) => it.text === undefined).length;
  const more =
    others === 0
      ? ""
      : `\n<p class="hint">It has ${others} more ${others === 1 ? "part" : "parts"} for programs, which this page does not show.</p>`;
  return `<article class="entry">
<h2>${isolated(writerOf({ author, actor }))}</h2>
<p class="hint lead">${momentText(createdAt)}${accept === false ? ", asked before accepting" : ""}</p>
<p class="words" dir="auto">${escaped(text)}</p>${more}
</article>`;
}

function filesOf({ artifacts }: ConversationView): string {
  if (artifacts.length === 0) return "";
  const items = artifacts.map(({ artifactId, name, size, uri }) =>
    uri === undefined
      ? `<li><a href="/i/files/${escaped(artifactId)}" download>${isolated(name)}</a>, ${sizeText(size)}</li>`
      : `<li>${isolated(name)}, elsewhere: <code>${escaped(uri)}</code></li>`,
  );
  return `<section>\n<h2>Files</h2>\n<ul>\n${items.join("\n")}\n</ul>\n</section>`;
}

/** Who reads the answer, by the name that the conversation knows them by. */
function readersOf({ participants, replyReaders }: ConversationView): string {
  const names = replyReaders?.reply.map(
    (address) =>
      participants.find((it) => it.address === address)?.displayName || address,
  );
  return (names ?? []).map(isolated).join(", ");
}
