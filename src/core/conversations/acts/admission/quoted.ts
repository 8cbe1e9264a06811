import type { QueryCall } from "../../../access/context.ts";
import type { QuoteTerms } from "../../../addresses/quote_id.ts";
import { openQuote } from "../../../addresses/quote_id.ts";
import { showMoney } from "../../../base/money.ts";
import { showTime } from "../../../base/time.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import type { Conversation } from "../../model/model.ts";
import { quotedRecipient } from "../../model/payee.ts";

/**
 * The terms of the named quote; undefined without one. A quote that was valid at the submit
 * stays valid, however long a person takes to approve.
 */
export async function quotedTerms(
  call: QueryCall,
  conversation: Conversation,
): Promise<QuoteTerms | undefined> {
  const { ownerId: senderId, quoteId, order } = conversation;
  if (quoteId === null) return undefined;
  const it = quotedRecipient(conversation);
  const recipient = it?.accountId ?? it?.address ?? "";
  const parties = { senderId, recipient, offerId: order?.offerId };
  return await openQuote(call, parties, quoteId);
}

/**
 * Checks the quote that a submit names: issued to the sender for the first recipient, not
 * expired, not exceeded (docs/addresses.md, Quotes).
 * @throws invalid_quote, quote_expired, invalid_price
 */
export async function checkQuote(
  call: QueryCall,
  conversation: Conversation,
): Promise<void> {
  const terms = await quotedTerms(call, conversation);
  if (!terms) return;
  const { price, validUntil } = terms;
  if (call.now >= validUntil) {
    throw new ServiceError("quote_expired", {
      detail: told`Cannot use this quote: it was valid until ${showTime(validUntil)}.`,
    });
  }
  if (conversation.price <= price) return;
  const { amount, currency } = showMoney(price);
  const detail = told`it is more than the quoted ${amount} ${currency}`;
  throw new ServiceError("invalid_price", {
    detail: told`Cannot offer this price: ${detail}.`,
    errors: [{ pointer: "/price", code: "above_quote", detail }],
  });
}
