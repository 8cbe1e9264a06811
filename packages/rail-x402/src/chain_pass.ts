import { beginMovements } from "./begin_movements.ts";
import type { ChainDesk } from "./chain_place.ts";
import { alone } from "./chain_place.ts";
import { eventsStore } from "./events_store.ts";
import { finalBlock } from "./final_block.ts";
import { followSent } from "./follow_sent.ts";
import { ChainUnavailableError } from "./node/rpc.ts";
import { watchEvents } from "./stops/watch_events.ts";

/**
 * One look at the chain: what was sent is followed, what the escrow says is compared
 * with the rows, then what was decided is begun and sent. All of it can end anywhere and be done again.
 * @throws ChainUnavailableError, ChainRefusal: nothing was decided on what was not
 * answered, and all else was done
 */
export async function chainPass(desk: ChainDesk): Promise<void> {
  const finalized = await newFinalBlock(desk);
  await followSent(desk, finalized);
  const unseen = await alone(desk, () => watchEvents(desk, finalized));
  await beginMovements(desk, finalized);
  // Sends what was just written down.
  const [unsent = unseen] = await followSent(desk, finalized);
  if (unsent) throw unsent;
}

async function newFinalBlock(desk: ChainDesk) {
  const { client, place, db } = desk;
  // A node that was moved to another chain would answer everything wrongly.
  if ((await client.chainId()) !== place.chainId) {
    throw new ChainUnavailableError("The node follows another chain");
  }
  const finalized = await finalBlock(desk);
  // On disk before anything is decided by it, and so also after a restart.
  await db.commit([eventsStore(db).setFinal(place.escrow, finalized.number)]);
  return finalized;
}
