import type { CommandCall } from "../../../access/context.ts";
import { LIMITS } from "../../../base/limits.ts";
import { phrase } from "../../../base/words/say.ts";
import type { Sentence } from "../../../base/words/sentence.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import type { Payment } from "../../../payments/model.ts";
import type { ChainRequirements } from "../../../payments/terms/requirements.ts";
import { payloadFields } from "../../../payments/x402.ts";
import type { Conversation } from "../../model/model.ts";
import { newDraft } from "./draft.ts";
import { submit } from "./submit.ts";

/** An order of somebody who pays with a wallet, and has no account. */
export interface WalletOrder {
  /** The seller's address. */
  readonly to: string;
  readonly offerId: string;
  readonly input?: unknown;
}

/** The order once it is submitted, with what the wallet signs. */
export interface AskedOrder extends Conversation {
  readonly payment: Payment & { readonly terms: ChainRequirements };
}

/**
 * Submits an order that a wallet pays, so that it asks for its price. A payment that was signed for
 * terms of a moment ago keeps them.
 * @throws as {@linkcode submit}, unauthenticated for what a wallet can't pay
 */
export async function submitWalletOrder(
  call: CommandCall,
  { to, offerId, input }: WalletOrder,
  payload?: unknown,
): Promise<AskedOrder> {
  if (call.settings.rails[0] !== "x402") {
    throw accountNeeded(told`prices of offers here are in test money`);
  }
  const given = { to: [to], offerId, ...(input !== undefined && { input }) };
  const draft = await newDraft(call, given);
  const asked = await submit(call, draft, "new");
  const { payment, price, title } = asked;
  // The review has denied it.
  if (price > 0 && !payment) {
    throw new ServiceError("not_in_audience", {
      detail: told`Cannot order "${title}": it isn't offered to you.`,
    });
  }
  if (payment?.status !== "requires_payment" || payment.terms === null) {
    throw accountNeeded(told`there is nothing to pay`);
  }
  const accepted = payloadFields(payload)?.accepted;
  const terms = termsAsSigned(payment.terms, accepted);
  return { ...asked, payment: { ...payment, terms } };
}

/** The terms with the deadlines that were told at most some minutes ago. Pure. */
function termsAsSigned(
  terms: ChainRequirements,
  accepted: unknown,
): ChainRequirements {
  const { extra } = terms;
  const told = payloadFields(payloadFields(accepted)?.extra)?.captureDeadline;
  const age = typeof told === "number" ? extra.captureDeadline - told : 0;
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
