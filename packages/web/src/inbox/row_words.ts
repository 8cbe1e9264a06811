import { LIMITS } from "../../../../src/core/base/limits.ts";
import { firstWords } from "../../../../src/core/base/text.ts";
import type { Conversation, Participant } from "../api/types.ts";
import { hostIn } from "../compose/resolved.ts";
import { dueIn } from "../ui/due.ts";
import { amountSaid, shownAmount } from "../ui/money/money.tsx";
import { t } from "../ui/t.ts";
import { snoozedText, whenText } from "../ui/time.tsx";
import { asStart, inSentence, paymentState } from "../ui/words.ts";

/** The people of a row: the sender; for one's own request, the recipients. */
export interface RowPeople {
  readonly name: string;
  readonly kind: Participant["kind"] | undefined;
  /** The hosts of other services that gave these names. */
  readonly hosts: string;
}

export function peopleOf(
  { participants, from }: Conversation,
  accountId: string | undefined,
): RowPeople {
  const sender = participants.find(({ role }) => role === "sender");
  if (sender?.accountId !== accountId) {
    const name = from.name || from.address;
    return { name, kind: sender?.kind, hosts: hostsOf(sender ? [sender] : []) };
  }
  const others = participants.filter(({ role }) => role !== "sender");
  const names = others.map(
    ({ displayName, address }) => displayName || address,
  );
  const hosts = hostsOf(others);
  return { name: names.join(", "), kind: others[0]?.kind, hosts };
}

/** The services of these people, unless their address alone is shown. */
function hostsOf(people: readonly Participant[]): string {
  const hosts = people
    .filter(({ displayName, address }) => displayName !== address)
    .flatMap(({ remote }) => (remote ? hostIn(remote.origin) : []));
  return [...new Set(hosts)].join(", ");
}

/** True for a request of the reader's own to which nobody else has written since. */
export function isUnanswered(
  { participants, messages, preview }: Conversation,
  accountId: string | undefined,
): boolean {
  const sender = participants.find(({ role }) => role === "sender");
  const author = messages.at(-1)?.author.address ?? preview?.author;
  const isLast = author === undefined || author === sender?.address;
  return sender?.accountId === accountId && isLast;
}

/** The reader's own agent, in short, if it wrote the newest words or asks to send some. */
export function ownAgentOf(
  { checkpoints, participants, messages, preview }: Conversation,
  accountId: string | undefined,
): string | undefined {
  const asker = checkpoints.find(
    ({ status, askedBy, proposal }) =>
      status === "open" &&
      proposal.sends &&
      askedBy?.kind === "agent" &&
      askedBy.trust?.relation === "self",
  )?.askedBy;
  if (asker) return asStart({ ...asker, kind: "agent" });
  const last = messages.at(-1);
  const author = last?.author.address ?? preview?.author;
  const actor = last?.actor ?? preview?.actor;
  const isOwner = participants.some(
    (it) =>
      it.address === author &&
      it.accountId === accountId &&
      it.kind !== "agent",
  );
  return isOwner && actor?.kind === "agent" ? asStart(actor) : undefined;
}

/**
 * Why it was ended, in the words of whoever ended it; else the first words of the newest
 * message, with "You" if the reader wrote them in person.
 */
export function wordsOf(
  conversation: Conversation,
  accountId: string | undefined,
): string {
  const { participants, messages, preview, stateTitle } = conversation;
  const { state, stateReason, stateReasonBy } = conversation;
  const isEnded = state === "rejected" || state === "canceled";
  if (isEnded && stateReason && stateReasonBy) {
    return `${stateTitle}: ${stateReason}`;
  }
  // A conversation that was read in full has messages instead of a preview.
  const last = messages.at(-1);
  const text = last
    ? firstWords(last.text, LIMITS.previewCharsMax)
    : preview?.text;
  if (!text) return stateTitle;
  const author = last?.author.address ?? preview?.author;
  const by = participants.find(({ address }) => address === author);
  const actor = last?.actor ?? preview?.actor;
  const isTheirs = by !== undefined && by.accountId === accountId;
  if (!isTheirs || actor?.kind === "agent") return text;
  // In a team it is one of its members.
  return actor?.name ? `${actor.name}: ${text}` : t`You: ${text}`;
}

/** The one fact that a row shows beside its words. */
export interface Pill {
  readonly look: "money" | "ask" | "mute";
  readonly words: string;
  /** The rest of the words, for screen readers. */
  readonly unit?: string;
  readonly state?: string;
}

/** The deadline that somebody has to keep now. */
export function duePillOf(conversation: Conversation): Pill | undefined {
  const due = dueIn(conversation);
  return due && { look: due.isNear ? "ask" : "mute", words: due.words };
}

export function pillOf({
  imported,
  payment,
  stateTitle,
  stateCode,
  folders,
  links,
  sendAt,
  sendFailure,
  section,
  snoozedUntil,
}: Conversation): Pill | undefined {
  if (imported) return { look: "mute", words: t`Imported` };
  if (snoozedUntil !== null) {
    return { look: "mute", words: snoozedText(snoozedUntil) };
  }
  if (sendFailure) return { look: "ask", words: t`Not sent` };
  if (sendAt) return { look: "mute", words: t`Sends ${whenText(sendAt)}` };
  if (folders.includes("drafts") && links.followUp !== undefined) {
    return { look: "mute", words: t`Not sent: ${inSentence(stateTitle)}` };
  }
  if (payment.requirements?.reason === "price_raised") {
    return { look: "ask", words: stateTitle };
  }
  if (section === "approvals") return { look: "ask", words: t`Approve` };
  if (payment.status === "none") {
    if (stateCode === "all_deliveries_failed") {
      return { look: "ask", words: t`Not delivered` };
    }
    return section === "replies"
      ? { look: "mute", words: t`Reply` }
      : undefined;
  }
  const isHeld = payment.status === "held";
  const isOver = payment.status === "voided" || payment.status === "refunded";
  return {
    look: isOver
      ? "mute"
      : payment.status === "requires_payment"
        ? "ask"
        : "money",
    words: amountSaid(shownAmount(payment)),
    unit: payment.price.currency,
    // A held price needs no state: that is the usual one.
    ...((!isHeld || payment.onItsWay) && { state: paymentState(payment) }),
  };
}
