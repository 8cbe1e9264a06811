import type { QueryCall } from "../../../src/core/access/context.ts";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { phrase } from "../../../src/core/base/words/say.ts";
import type { Sentence } from "../../../src/core/base/words/sentence.ts";
import { told } from "../../../src/core/base/words/sentence.ts";
import { ServiceError } from "../../../src/core/errors/errors.ts";
import { intentStore } from "./intent_store.ts";

/**
 * Refuses another signed movement once a payment has very many, including refused ones: all
 * of a payment are read together.
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
    detail: told`Cannot ${what}: wallets have already signed ${signed.length} movements of this payment, and that is the limit.`,
    fix: phrase`Continue in a new conversation.`,
  });
}

/**
 * Refuses another hold while very many of the same payer are pending: all share the chain,
 * and each waits its turn.
 * @throws quota_exceeded
 */
export async function refuseManyOpen(
  { db }: QueryCall,
  payerId: string,
): Promise<void> {
  const open = await intentStore(db).holdsOnTheirWay(payerId);
  if (open < LIMITS.chainHoldsOfPayerMax) return;
  throw new ServiceError("quota_exceeded", {
    detail: told`Cannot pay: ${open} payments of this account are already on their way on the chain. The limit is ${LIMITS.chainHoldsOfPayerMax} at once.`,
    fix: phrase`Try again once one of them is held.`,
  });
}
