import type { ChainDesk } from "./chain_place.ts";
import { eventsStore } from "./events_store.ts";
import type { ChainBlock } from "./node/rpc.ts";
import { ChainUnavailableError } from "./node/rpc.ts";

/**
 * The newest final block. An older one than ever seen comes from a node that lags behind: in
 * its state, held money would seem gone.
 * @throws ChainUnavailableError
 */
export async function finalBlock({
  client,
  place,
  db,
}: Pick<ChainDesk, "client" | "place" | "db">): Promise<ChainBlock> {
  const seen = await eventsStore(db).finalBlock(place.escrow);
  const finalized = await client.block("finalized");
  if (!finalized)
    throw new ChainUnavailableError("The node knows no final block");
  if (finalized.number >= seen) return finalized;
  throw new ChainUnavailableError(
    `The node says that block ${finalized.number} is the newest final one, but block ${seen} was final before`,
  );
}
