import type { CommandCall } from "../access/context.ts";
import { chainRailOf } from "./chain/chain_port.ts";
import type { Payment, Reclaim } from "./model.ts";
import { heldNow, settleKey } from "./rail.ts";

/**
 * The payment after another service holds its price, which is watched until its end. It
 * counts as held as long as its payer can't take it back alone.
 */
export function heldElsewhere(
  call: CommandCall,
  payment: Payment & { readonly reclaim: Reclaim },
  conversationId: string,
): Payment {
  const watched = watchRest(call, payment, conversationId);
  return heldNow(call, watched, payment.reclaim.at);
}

/** The payment after what another service still holds of it is watched. */
export function watchRest(
  call: CommandCall,
  payment: Payment,
  conversationId: string,
): Payment {
  const parts = payment.parts + 1;
  chainRailOf(call).watch(call, {
    ...{ key: settleKey(payment, parts), paymentId: payment.id },
    ...{ conversationId, amount: payment.price - payment.released },
  });
  return { ...payment, parts };
}
