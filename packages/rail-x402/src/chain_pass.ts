import { beginMovements } from "./begin_movements.ts";
import type { ChainDesk } from "./chain_place.ts";
import { alone } from "./chain_place.ts";
import { eventsStore } from "./events_store.ts";
import { finalBlock } from "./final_block.ts";
import { followSent } from "./follow_sent.ts";
import { ChainUnavailableError } from "./node/rpc.ts";
import { watchEvents } from "./stops/watch_events.ts";

/**
 * One pass over the chain: follows what was sent, compares the escrow with the rows, then
 * starts and sends what was decided. It can stop anywhere and be repeated.
 * @throws ChainUnavailableError, ChainRefusal: nothing was decided on missing answers, and
 * all else was done
 */
export async function chainPass(desk: ChainDesk): Promise<void> {
  const finalized = await newFinalBlock(desk);
  await followSent(desk, finalized);
  const unseen = await alone(desk, () => watchEvents(desk, finalized));
  await beginMovements(desk, finalized);
  // Send what was just stored.
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
  // On disk before anything is decided by it, for restarts.
  await db.commit([eventsStore(db).setFinal(place.escrow, finalized.number)]);
  return finalized;
}
