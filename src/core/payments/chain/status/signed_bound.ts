import type { QueryCall } from "../../../access/context.ts";
import { LIMITS } from "../../../base/limits.ts";
import { phrase } from "../../../base/words/say.ts";
import type { Sentence } from "../../../base/words/sentence.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { intentStore } from "../intent_store.ts";

/**
 * Refuses a further movement that a wallet signs, once a payment has had very many of
 * them, refused ones included: all of a payment are read together.
 * @throws quota_exceeded
 */
export async function refuseManySigned(
  { db }: QueryCall,
  paymentId: string,
  what: Sentence,
): Promise<void> {
  const all = await intentStore(db).ofPayment(paymentId);
  const signed = all.filter(({ act }) => act === "hold" || act === "refund");
  if (signed.length < LIMITS.chainSignedOfPaymentMax) return;
  throw new ServiceError("quota_exceeded", {
    detail: told`Cannot ${what}: wallets have signed ${signed.length} movements of this payment already, and no more are taken.`,
    fix: phrase`Go on in a new conversation.`,
  });
}
