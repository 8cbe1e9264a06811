import type { ChainPlace } from "../../../src/core/base/rails/chain.ts";
import type { Database } from "../../../src/core/db/database.ts";
import type { Log } from "../../../src/core/insight/log.ts";
import type { ChainKey } from "./account.ts";
import type { ChainClient } from "./node/rpc.ts";
import { ChainRefusal, ChainUnavailableError } from "./node/rpc.ts";

/** The parts that carry out movements. */
export interface ChainDesk {
  readonly place: ChainPlace;
  readonly client: ChainClient;
  /** The operator of the escrow. */
  readonly key: ChainKey;
  readonly db: Database;
  readonly clock: () => number;
  readonly log: Log;
}

/**
 * Runs one part of a pass by itself: if somebody made it too much for the node, no other
 * movement waits.
 * @returns Its error, undefined if it was done.
 * @throws ChainUnavailableError if the node does not answer at all
 */
export async function alone(
  { client, log }: Pick<ChainDesk, "client" | "log">,
  work: () => Promise<unknown>,
): Promise<Error | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!isOfChain(error)) throw error;
    await client.chainId();
    log.error("chain.part_failed", error);
    return error;
  }
}

/** True for an error that a node or a contract caused. */
export function isOfChain(
  error: unknown,
): error is ChainUnavailableError | ChainRefusal {
  return (
    error instanceof ChainUnavailableError || error instanceof ChainRefusal
  );
}

/**
 * The chain's answer, asked for before anything is locked or decided; `away` if its node
 * gives none.
 */
export async function hear<T>(asked: Promise<T>): Promise<T | "away"> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ChainUnavailableError) return "away";
    throw error;
  }
}
