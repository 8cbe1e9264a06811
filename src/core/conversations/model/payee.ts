import type { Conversation, Participant } from "./model.ts";
import { recipientsOf } from "./model.ts";
import { isAllowed } from "./state.ts";

/** A recipient with their own admission rules: any account except the service's agents. */
export type Recipient = Participant & {
  readonly accountId: string;
  readonly kind: "person" | "agent";
};

/** The recipients who may be paid, block and ask for a price. */
export function accountRecipients(
  conversation: Conversation,
): readonly Recipient[] {
  return recipientsOf(conversation).filter(isRecipient);
}

function isRecipient(it: Participant): it is Recipient {
  return it.accountId !== null && it.kind !== "service" && it.kind !== "email";
}

/** The payee: the first account in `to` (docs/money.md, Who is paid). */
export function payeeOf(conversation: Conversation): Recipient | undefined {
  return accountRecipients(conversation).find(({ role }) => role === "to");
}

/**
 * True if an account is the only recipient of what was sent without a price: until the end its
 * service may ask to be paid. Pure.
 */
export function isFreeOf(
  conversation: Conversation,
  accountId: string,
): boolean {
  const { payment, price, state } = conversation;
  const isPayee = payeeOf(conversation)?.accountId === accountId;
  const isAlone = recipientsOf(conversation).length === 1;
  const isFree = payment === null && price === 0;
  return isFree && isPayee && isAlone && isAllowed(state, "price_asked");
}

/** The account of a quote: the payee, or the first recipient. */
export function quotedRecipient(
  conversation: Conversation,
): Participant | undefined {
  return payeeOf(conversation) ?? recipientsOf(conversation)[0];
}

/** True for an address in `to` that gets the price once it has an account. Pure. */
export function wouldBePaid(
  { payment }: Conversation,
  { role }: Participant,
): boolean {
  const waits =
    payment?.status === "held" || payment?.status === "requires_payment";
  return waits && payment.payeeId === null && role === "to";
}
