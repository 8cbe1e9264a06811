import type { Guest } from "../core/access/principal.ts";
import { escaped } from "../core/base/text.ts";
import { timeInWords } from "../core/base/time.ts";
import type { ConversationView } from "../core/conversations/projection/present.ts";
import { isolated } from "../pages/page.ts";
import type { Answer, Claimant } from "./invite_forms.ts";
import { claimForm, replyForm, stopForms } from "./invite_forms.ts";
import { priceSection } from "./invite_price.ts";

/** How it ended. An open one is open: what the accounts in it still settle among
 * themselves, or ask their own people, is not for a guest. */
const END_WORDS: Readonly<Record<string, string>> = {
  completed: "Finished",
  canceled: "Canceled",
  failed: "Failed",
  rejected: "Declined",
};
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
  const isClosed = view.state in END_WORDS;
  const { role, delivery } = participantIn(view, guest) ?? {};
  const { status, payee } = view.payment;
  const isPayable = role === "to" && status === "held" && payee === null;
  const hasDeclined = delivery?.state === "declined";
  const isStopped = delivery?.state === "invite_suppressed";
  return [
    `<h1>${isolated(view.title)}</h1>`,
    hasDeclined ? told(isClosed ? DECLINED : `${DECLINED} ${STILL_OPEN}`) : "",
    isStopped ? told("This service writes you no more mail.") : "",
    factsOf(view, guest),
    `<section aria-label="Messages">`,
    ...view.messages.map(messageOf),
    "</section>",
    filesOf(view),
    priceSection(view),
    isClosed
      ? "<p>It is closed: nothing more can be written here.</p>"
      : replyForm(guest, {
          ...answer,
          reader: readerOf(view, guest),
          accepts: view.replyAccepts,
        }),
    claimForm(guest, claimant, isPayable),
    stopForms(guest, { canDecline: !isClosed && !hasDeclined, isStopped }),
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
  const { from, state } = view;
  return `<dl class="facts">
<div><dt>From</dt><dd>${nameOf(from.name, from.address)}</dd></div>
<div><dt>To you</dt><dd>${isolated(guest.address)}</dd></div>
<div><dt>State</dt><dd>${END_WORDS[state] ?? "Open"}</dd></div>
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
<p class="hint lead"><time datetime="${escaped(createdAt)}">${timeInWords(Date.parse(createdAt))}</time>${accept === false ? ", asked before accepting" : ""}</p>
<p class="words" dir="auto">${escaped(text)}</p>${more}
</article>`;
}

function filesOf({ artifacts }: ConversationView): string {
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
function readerOf(view: ConversationView, guest: Guest): string {
  const me = participantIn(view, guest);
  const { address } = guest;
  const last = view.messages.findLast((it) => it.author.address !== address);
  return me?.role === "bcc" || !last ? view.from.name : last.author.displayName;
}
