import { LIMITS } from "../base/limits.ts";
import { Loop } from "../base/loop.ts";
import { settleMovement } from "../operations/settle_movement.ts";
import type { ChainRail } from "../payments/chain/chain_port.ts";
import type { Services } from "../pipeline/call.ts";
import { callOperation } from "../pipeline/call.ts";
import { clock } from "./duty.ts";

/**
 * Reads the chain once, and settles final movements in every conversation.
 * @throws if the node or a contract kept the read from being complete
 */
export async function keepChain(
  services: Services,
  rail: Pick<ChainRail, "keep">,
  signal?: AbortSignal,
): Promise<void> {
  await rail.keep(services, (id) => settleIn(services, id), signal);
}

/** A failing one is left for the next pass, and the others continue. */
async function settleIn(
  services: Services,
  conversationId: string,
): Promise<void> {
  const caller = clock(services);
  try {
    await callOperation(services, settleMovement, caller, { conversationId });
  } catch (error) {
    services.log.error("chain.not_settled", error, caller.requestId);
  }
}

/** Follows money on a chain while the service runs. */
export function chainKeeper(
  services: Services,
  rail: Pick<ChainRail, "keep">,
): Loop {
  return new Loop({
    everyMs: LIMITS.chainPassMs,
    pass: (signal) => keepChain(services, rail, signal),
    failed: (error) => services.log.error("chain.pass_failed", error),
  });
}
