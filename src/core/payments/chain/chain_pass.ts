import { beginMovements } from "./begin_movements.ts";
import type { ChainDesk } from "./chain_place.ts";
import { followSent } from "./follow_sent.ts";
import { ChainUnavailableError } from "./rpc.ts";
import { watchEvents } from "./watch_events.ts";

/**
 * One look at the chain: what was sent is followed, what the escrow says is compared
 * with the rows, then what was decided is begun and sent. All of it can end anywhere and be done again.
 * @throws ChainUnavailableError: nothing was decided on what was not answered
 */
export async function chainPass(desk: ChainDesk): Promise<void> {
  const finalized = await finalBlock(desk);
  await followSent(desk, finalized);
  await watchEvents(desk, finalized);
  await beginMovements(desk, finalized);
  // Sends what was just written down.
  await followSent(desk, finalized);
}

async function finalBlock({ client, place }: ChainDesk) {
  // A node that was moved to another chain would answer everything wrongly.
  if ((await client.chainId()) !== place.chainId) {
    throw new ChainUnavailableError("The node follows another chain");
  }
  const finalized = await client.block("finalized");
  if (finalized) return finalized;
  throw new ChainUnavailableError("The node knows no final block");
}
