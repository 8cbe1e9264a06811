import type { Conversation, Participant } from "../model.ts";
import { recipientsOf, SENDER, senderOf } from "../model.ts";
import type { Recipient } from "../payee.ts";
import { payeeOf } from "../payee.ts";
import { isTerminal } from "../states.ts";
import type { Proposal } from "./proposal.ts";

/** The proposal that both sides agreed on; undefined before. */
export function agreedOf({
  proposals,
}: Pick<Conversation, "proposals">): Proposal | undefined {
  return proposals?.findLast((it) => it.status === "accepted");
}

/** The account that would be paid: the only one in `to`, with an inbox here. */
export function soleRecipient(
  conversation: Conversation,
): Recipient | undefined {
  const addressed = recipientsOf(conversation).filter(
    ({ role }) => role === "to",
  );
  const payee = payeeOf(conversation);
  const isSole = addressed.length === 1 && payee?.remote === null;
  const isOther = payee?.accountId !== conversation.ownerId;
  const isHere = senderOf(conversation).remote === null;
  return isSole && isOther && isHere ? payee : undefined;
}

/** True for the two sides of a proposal: no other participant sees any. */
export function isParty(
  conversation: Conversation,
  { position }: Participant,
): boolean {
  return position === SENDER || payeeOf(conversation)?.position === position;
}

/** The open proposals at a moment, oldest first. */
export function openProposals(
  { proposals }: Pick<Conversation, "proposals">,
  now: number,
): readonly Proposal[] {
  return (proposals ?? []).filter(
    (it) => it.status === "open" && now < it.validUntil,
  );
}

/** True until something is held, or the conversation ends: terms may still be agreed on. */
export function isUnsettled({
  state,
  payment,
}: Pick<Conversation, "state" | "payment">): boolean {
  const isUnheld = !payment || payment.status === "requires_payment";
  return isUnheld && !isTerminal(state);
}
