import type { ChainDesk } from "./chain_place.ts";
import { eventsStore } from "./events_store.ts";
import type { ChainBlock } from "./node/rpc.ts";
import { ChainUnavailableError } from "./node/rpc.ts";

/**
 * The newest final block. One that is older than the newest that was ever seen comes from
 * a node that lags behind: by its state, what is held would count as gone.
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
