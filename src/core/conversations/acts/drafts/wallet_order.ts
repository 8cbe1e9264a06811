import type { CommandCall } from "../../../access/context.ts";
import { freeAddressOf } from "../../../addresses/present.ts";
import { agentAt } from "../../../agents/find_agent.ts";
import { offerStore } from "../../../agents/offers/offer_store.ts";
import { isPublic, offerNotFound } from "../../../agents/offers/offers_of.ts";
import { LIMITS } from "../../../base/limits.ts";
import { phrase } from "../../../base/words/say.ts";
import type { Sentence } from "../../../base/words/sentence.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import type { ChainRequirements } from "../../../payments/terms/requirements.ts";
import { payloadFields } from "../../../payments/x402.ts";
import { newDraft } from "./draft.ts";
import { submit } from "./submit.ts";

/** An order of somebody who pays with a wallet, and has no account. */
export interface WalletOrder {
  readonly localPart: string;
  readonly offerId: string;
  readonly input?: unknown;
}

/**
 * Submits an order that a wallet pays, so that it asks for its price. A payment that was signed for
 * terms of a moment ago keeps them.
 * @throws as {@linkcode submit}, offer_not_found, unauthenticated for what a wallet can't pay
 */
export async function submitWalletOrder(
  call: CommandCall,
  { localPart, offerId, input }: WalletOrder,
  payload?: unknown,
) {
  const seller = await agentAt(call, localPart);
  const offer = await offerStore(call.db).byId(seller.accountId, offerId);
  if (!offer || !isPublic(offer)) throw offerNotFound();
  if (call.settings.rails[0] !== "x402") {
    throw accountNeeded(told`prices of offers here are in test money`);
  }
  if (offer.price === 0) throw accountNeeded(told`there is nothing to pay`);
  const to = [freeAddressOf(call.settings, seller.localPart)];
  const given = { to, offerId, ...(input !== undefined && { input }) };
  const asked = await submit(call, await newDraft(call, given), "new");
  const { payment } = asked;
  // The review has denied it.
  if (!payment?.terms) throw new ServiceError("not_in_audience");
  const accepted = payloadFields(payloadFields(payload)?.accepted);
  const terms = termsAsSigned(payment.terms, accepted);
  return {
    seller,
    offer,
    terms,
    order: { ...asked, payment: { ...payment, terms } },
  };
}

/** The terms with the deadlines that were told at most some minutes ago. Pure. */
function termsAsSigned(
  terms: ChainRequirements,
  accepted: ReturnType<typeof payloadFields>,
): ChainRequirements {
  const { extra } = terms;
  const signed = payloadFields(accepted?.extra)?.captureDeadline;
  const age = extra.captureDeadline - Number(signed);
  if (!(age > 0 && age <= LIMITS.orderTermsSeconds)) return terms;
  const captureDeadline = extra.captureDeadline - age;
  const refundDeadline = extra.refundDeadline - age;
  return { ...terms, extra: { ...extra, captureDeadline, refundDeadline } };
}

function accountNeeded(why: Sentence): ServiceError {
  return new ServiceError("unauthenticated", {
    detail: told`Cannot order this without an account: ${why}.`,
    fix: phrase`Create an account on this service (/sign-in), and order with POST /v1/conversations and the offerId.`,
  });
}
