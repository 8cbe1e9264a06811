import { escaped } from "../../packages/standards/src/html.ts";
import type { Guest } from "../core/access/principal.ts";
import { sizeText } from "../core/base/text.ts";
import type { Say } from "../core/base/words/say.ts";
import { phrase } from "../core/base/words/say.ts";
import type { ActionView } from "../core/conversations/model/turn_schemas.ts";
import type { ConversationView } from "../core/conversations/read/projection/present.ts";
import { isolated, momentText } from "../pages/page.ts";
import type { Claimant, InviteAnswer } from "./invite_forms.ts";
import { cancelForm, claimForm, replyForm, stopForms } from "./invite_forms.ts";
import { priceLead, priceSection } from "./invite_price.ts";
import { disputeSection } from "./order_dispute.ts";

/** The parts of a guest's page besides the conversation itself. */
export interface GuestPage {
  readonly claimant: Claimant;
  readonly answer: InviteAnswer;
  readonly say: Say;
}

/** The page of an invite: the messages, and the possible actions. */
export function inviteBody(
  view: ConversationView,
  guest: Guest,
  { claimant, answer, say }: GuestPage,
): string {
  const isClosed = view.links.followUp !== undefined;
  const state = participantIn(view, guest)?.delivery.state;
  const isBuyer = guest.accountId !== undefined;
  const isStopped = state === "invite_suppressed";
  const action = (name: ActionView["name"]) =>
    view.actions?.find((it) => it.name === name);
  const reply = action("reply");
  return [
    `<h1>${isolated(view.title)}</h1>`,
    priceLead(view, guest, say),
    state === "declined"
      ? told(
          isClosed
            ? say.of(DECLINED)
            : `${say.of(DECLINED)} ${say.of(STILL_OPEN)}`,
        )
      : "",
    isStopped ? told(say`You're unsubscribed from our emails.`) : "",
    factsOf(view, guest, say),
    `<section aria-label="${say`Messages`}">`,
    ...view.messages.map((it) => messageOf(it, say)),
    "</section>",
    filesOf(view, say),
    priceSection(view, guest, say),
    reply
      ? replyForm(
          guest,
          {
            ...answer,
            error: answer.error ?? reply.because?.detail,
            readers: readersOf(view),
            inReplyTo: view.replyReaders?.inReplyTo,
            accepts: action("ask_first")?.ready === true,
          },
          say,
        )
      : `<p>${say`This conversation is closed.`}</p>`,
    isBuyer ? disputeSection(view, guest, say) : "",
    claimForm(guest, { claimant, action: action("claim") }, say),
    isBuyer
      ? cancelForm(guest, action("cancel"), say)
      : stopForms(guest, { decline: action("decline"), isStopped }, say),
  ]
    .filter((it) => it !== "")
    .join("\n");
}

const DECLINED = phrase`You declined. The sender knows, and we won't email you about this again.`;
const STILL_OPEN = phrase`The conversation continues without you. Reply to rejoin it.`;

/** A line that confirms the guest's last act. */
function told(text: string): string {
  return `<p class="told" role="status">${text}</p>`;
}

function participantIn({ participants }: ConversationView, { address }: Guest) {
  return participants.find((it) => it.address === address);
}

function factsOf(view: ConversationView, guest: Guest, say: Say): string {
  // A guest doesn't see what the accounts still settle among themselves.
  const { from, stateTitle, links } = view;
  if (guest.accountId !== undefined) return factsOfOrder(view, guest, say);
  return `<dl class="facts">
<div><dt>${say`From`}</dt><dd>${nameOf(from.name, from.address)}</dd></div>
<div><dt>${say`To you`}</dt><dd>${isolated(guest.address)}</dd></div>
<div><dt>${say`State`}</dt><dd>${links.followUp ? stateTitle : say`Open`}</dd></div>
</dl>`;
}

/** The same for a buyer without an account. */
function factsOfOrder(
  { participants, stateTitle }: ConversationView,
  { address }: Guest,
  say: Say,
): string {
  const seller = participants.find(({ role }) => role === "to");
  const [wallet = ""] = address.split("@");
  return `<dl class="facts">
${seller ? `<div><dt>${say`Seller`}</dt><dd>${nameOf(seller.displayName, seller.address)}</dd></div>` : ""}
<div><dt>${say`Your wallet`}</dt><dd>${isolated(wallet)}</dd></div>
<div><dt>${say`State`}</dt><dd>${stateTitle}</dd></div>
</dl>`;
}

/** A name that equals the address is shown once. */
function nameOf(name: string, address: string): string {
  return name === address
    ? isolated(address)
    : `${isolated(name)}, ${isolated(address)}`;
}

/** A guest is shown by address; for others the real author is shown. */
function writerOf({
  author,
  actor,
}: Pick<ConversationView["messages"][number], "author" | "actor">): string {
  return actor.kind === "guest" ? author.displayName : actor.label;
}

function messageOf(
  {
    author,
    actor,
    text,
    parts,
    createdAt,
    accept,
  }: ConversationView["messages"][number],
  say: Say,
): string {
  const others = parts.filter((it) => it.text === undefined).length;
  const more =
    others === 0
      ? ""
      : `\n<p class="hint">${say.many(others)`# more part for programs, not shown here.|# more parts for programs, not shown here.`}</p>`;
  return `<article class="entry">
<h2>${isolated(writerOf({ author, actor }))}</h2>
<p class="hint lead">${accept === false ? say`${momentText(createdAt, say)} · asked before accepting` : momentText(createdAt, say)}</p>
<p class="words" dir="auto">${escaped(text)}</p>${more}
</article>`;
}

function filesOf({ artifacts }: ConversationView, say: Say): string {
  if (artifacts.length === 0) return "";
  const items = artifacts.map(({ artifactId, name, size = 0, uri }) =>
    uri === undefined
      ? `<li><a href="/i/files/${escaped(artifactId)}" download>${isolated(name)}</a>, ${sizeText(size, say)}</li>`
      : `<li>${say`${isolated(name)}, hosted elsewhere: ${`<code>${escaped(uri)}</code>`}`}</li>`,
  );
  return `<section>\n<h2>${say`Files`}</h2>\n<ul>\n${items.join("\n")}\n</ul>\n</section>`;
}

/** The readers of the answer, by their names in the conversation. */
function readersOf({ participants, replyReaders }: ConversationView): string {
  const names = replyReaders?.reply.map(
    (address) =>
      participants.find((it) => it.address === address)?.displayName || address,
  );
  return (names ?? []).map(isolated).join(", ");
}
