import type { CommandCall } from "../../../access/context.ts";
import { chainRailOf } from "../../../payments/chain/chain_port.ts";
import { actOfClock } from "../act.ts";
import { setPayment } from "../store/change.ts";

/** Lets the captures of a conversation go on, and records it. */
export async function liftStops(
  call: CommandCall,
  conversationId: string,
  reason: string,
): Promise<{ readonly lifted: number }> {
  const { lifted } = await chainRailOf(call).liftStops(call, conversationId);
  if (lifted === 0) return { lifted };
  await actOfClock(call, conversationId, (call, _before, next) => {
    if (!next.payment) return undefined;
    const type = "payment.stop_lifted";
    const refs = { reason };
    const after = setPayment(call, next, next.payment, type, { refs });
    return { after, notify: [] };
  });
  return { lifted };
}
