/**
 * Which senders does a recipient let in, and at which price? `open_acceptances.ts` opens
 * the checkpoint of a recipient, `quoted.ts` reads a quote.
 * @module
 */
import type { CommandCall, QueryCall } from "../../../access/context.ts";
import { entryFor } from "../../../addresses/acquaintance.ts";
import type { Admission } from "../../../addresses/admission.ts";
import { admissionFor, blockedBy } from "../../../addresses/admission.ts";
import { isPrivilege } from "../../../addresses/contact_types.ts";
import type { ContactRow } from "../../../addresses/contacts_store.ts";
import { LIMITS } from "../../../base/limits.ts";
import type { MicroUsdc } from "../../../base/money.ts";
import { amountTold } from "../../../base/money.ts";
import { currencyOn } from "../../../base/rails/chain.ts";
import { told } from "../../../base/words/sentence.ts";
import { invalid } from "../../../errors/field_errors.ts";
import type { RuleResult } from "../../../review/rule.ts";
import { judgeAcceptance } from "../../../review/rules.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import { SENDER, senderOf } from "../../model/model.ts";
import type { Recipient } from "../../model/payee.ts";
import { accountRecipients, payeeOf } from "../../model/payee.ts";
import { recordEvent } from "../store/change.ts";
import { checkOrder } from "./order.ts";
import { checkQuote, quotedTerms } from "./quoted.ts";

/** True if any recipient has blocked the sender; does not tell which. */
export async function isBlocked(
  call: QueryCall,
  conversation: Conversation,
): Promise<boolean> {
  const { ownerId: senderId } = conversation;
  for (const it of accountRecipients(conversation)) {
    // A recipient without an entry for the sender has not blocked them.
    if (!it.knows.includes(SENDER)) continue;
    if (await blockedBy(call, { recipientId: it.accountId, senderId })) {
      return true;
    }
  }
  return false;
}

/** The admission rules of one recipient for the sender. */
export function admissionOf(
  call: QueryCall,
  { ownerId, contactType }: Conversation,
  { accountId, kind }: Recipient,
): Promise<Admission> {
  return admissionFor(call, {
    recipientId: accountId,
    recipientKind: kind,
    senderId: ownerId,
    claimed: contactType,
  });
}

/** The payee's terms for a conversation. */
export interface AskedPrice {
  /** The least that must be offered; 0 if no price is asked. */
  readonly price: MicroUsdc;
  /** How long a price is held at most. */
  readonly holdDays: number;
}

/**
 * The price and days that the payee asks of the sender, neither more than was quoted
 * (docs/states.md, row 5).
 */
export async function askedOf(
  call: QueryCall,
  conversation: Conversation,
): Promise<AskedPrice> {
  const payee = payeeOf(conversation);
  if (!payee) return { price: 0, holdDays: LIMITS.holdDaysDefault };
  const { asked: usual, row } = await admissionOf(call, conversation, payee);
  // The price of an offer is all that its seller asks.
  const asked = conversation.order?.price ?? usual;
  refuseOtherCurrency(call, conversation, asked);
  const quoted = await quotedTerms(call, conversation);
  return {
    price: Math.min(asked, quoted?.price ?? asked),
    holdDays: Math.min(row.holdDays, quoted?.holdDays ?? row.holdDays),
  };
}

/**
 * Refuses test money for a recipient's price: on a service that takes both currencies, the
 * price is in the usual one.
 * @throws invalid_input
 */
function refuseOtherCurrency(
  { settings: { rails } }: QueryCall,
  { rail }: Conversation,
  asked: MicroUsdc,
): void {
  if (asked === 0 || rail === rails[0]) return;
  const wanted = currencyOn(rails[0]);
  throw invalid(
    "/currency",
    "not_taken",
    told`the recipient charges ${amountTold({ rail: rails[0] }, asked)}; set currency to ${wanted}`,
  );
}

/**
 * Checks an offer before a price is asked: its quote, and that no recipient of a copy asks to
 * be paid. A price is for one recipient.
 * @throws invalid_quote, quote_expired, invalid_price, invalid_input, and as
 * {@linkcode checkOrder}
 */
export async function checkOffer(
  call: QueryCall,
  conversation: Conversation,
): Promise<void> {
  await checkQuote(call, conversation);
  await checkOrder(call, conversation);
  const payee = payeeOf(conversation);
  for (const it of accountRecipients(conversation)) {
    if (it === payee) continue;
    const { asked } = await admissionOf(call, conversation, it);
    if (asked === 0) continue;
    throw invalid(
      `/${it.role}`,
      "recipient_priced",
      told`${it.address} charges a price, but only the first account in to is paid; write to them separately`,
    );
  }
}

/**
 * Returns the conversation with the true `firstUse`: whether any recipient is new to the
 * sender. A sender who says `true` gets the checks of a first message; a wrong `false` is
 * corrected, and the record shows it (docs/addresses.md, First use).
 */
export function withFirstUse(
  call: CommandCall,
  conversation: Conversation,
): Conversation {
  const { firstUse: claimed } = conversation;
  const isFirst = isAnyNew(conversation);
  if (isFirst && claimed === false) {
    recordEvent(call, conversation, "first_use.corrected", {
      audience: [SENDER],
    });
  }
  return { ...conversation, firstUse: isFirst || claimed === true };
}

function isAnyNew(conversation: Conversation): boolean {
  const { knows } = senderOf(conversation);
  return accountRecipients(conversation).some(
    ({ position }) => !knows.includes(position),
  );
}

/**
 * Addresses of recipients for whom the sender claims a closer contact type than the
 * recipient's own contacts say.
 */
export async function closerAmong(
  call: QueryCall,
  conversation: Conversation,
): Promise<readonly string[]> {
  const closer: string[] = [];
  for (const it of accountRecipients(conversation)) {
    const contact = await entryOf(call, conversation, it);
    if (!isPrivilege(conversation.contactType, contact?.contactType)) continue;
    closer.push(it.address);
  }
  return closer;
}

/** The recipient's own entry for the sender. */
async function entryOf(
  call: QueryCall,
  { ownerId }: Conversation,
  { accountId, knows }: Participant & { readonly accountId: string },
): Promise<ContactRow | undefined> {
  if (!knows.includes(SENDER)) return undefined;
  return await entryFor(call, accountId, ownerId);
}

/**
 * The rules by which a recipient is asked to accept. Empty for a sender whom they always let
 * in, and for a known one who does not pay and claims no closer type.
 */
export async function acceptanceRules(
  call: QueryCall,
  conversation: Conversation,
  recipient: Participant,
): Promise<readonly RuleResult[]> {
  const { role, kind, accountId, knows } = recipient;
  if (role !== "to" || accountId === null || kind === "service") return [];
  const { contactType, payment } = conversation;
  const participant = { ...recipient, accountId };
  const contact = await entryOf(call, conversation, participant);
  if (contact?.standing === "allowed") return [];
  return judgeAcceptance({
    isPayee: payment?.payeeId === accountId,
    knowsSender: knows.includes(SENDER),
    isCloser: isPrivilege(contactType, contact?.contactType),
  });
}
