import type { QueryCall } from "../../../access/context.ts";
import type { MicroUsdc } from "../../../base/money.ts";
import { chainRailOf } from "../../../payments/chain/chain_port.ts";
import { refundable } from "../../../payments/model.ts";
import type { HeardHold, HeardRefund } from "../../../payments/terms/signed.ts";
import { loadForMember } from "../store/load.ts";

/**
 * The chain's verdict on the payment of a funding, asked for before the conversation is
 * locked; undefined if the chain need not be asked, also for a caller who may not fund.
 * @throws conversation_not_found, unavailable
 */
export async function heardFunding(
  call: QueryCall,
  conversationId: string,
  payload: unknown,
): Promise<HeardHold | undefined> {
  if (payload === undefined) return undefined;
  const { conversation, me } = await loadForMember(call, conversationId);
  const { payment } = conversation;
  if (me.role !== "sender" || payment?.rail !== "x402") return undefined;
  if (payment.pendingAt !== null) return undefined;
  return await chainRailOf(call).hearHold(call, payment, payload);
}

/**
 * The same for a refund: all that is left of the price if no amount is given.
 * @throws conversation_not_found, unavailable
 */
export async function heardReturn(
  call: QueryCall,
  conversationId: string,
  {
    wanted,
    payload,
  }: { readonly wanted: MicroUsdc | undefined; readonly payload: unknown },
): Promise<HeardRefund | undefined> {
  if (payload === undefined) return undefined;
  const { conversation, me } = await loadForMember(call, conversationId);
  const { payment } = conversation;
  if (payment?.rail !== "x402" || payment.releasedAt === null) return undefined;
  if (payment.payeeId !== me.accountId) return undefined;
  if (payment.pendingAt !== null) return undefined;
  const amount = wanted ?? refundable(payment);
  return await chainRailOf(call).hearRefund(call, payment, { amount, payload });
}
