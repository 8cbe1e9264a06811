import type { QueryCall } from "../../../../src/core/access/context.ts";
import { LIMITS } from "../../../../src/core/base/limits.ts";
import type { ChainDesk } from "../chain_place.ts";
import { eventsStore } from "../events_store.ts";
import type { Asking } from "../hold/check_hold.ts";
import { tokensOf } from "../hold/check_hold.ts";
import { ChainUnavailableError } from "../node/rpc.ts";

/** The state of the chain, as its node reports it. */
export interface ChainView {
  /** The operator's balance for gas, in wei. */
  readonly gas: bigint;
  /** The number of movements that it pays for at the highest gas price. */
  readonly actsLeft: number;
  /** The operator's tokens: earned fees. */
  readonly tokens: number;
  readonly head: number;
  readonly final: number;
  /** Seconds since the newest final block, by the service's clock. */
  readonly lagSeconds: number;
}

/** The state of the chain for its operator; undefined while its node is away. */
export async function viewChain(
  desk: Asking,
  now: number,
): Promise<ChainView | undefined> {
  try {
    return await look(desk, now);
  } catch (error) {
    if (error instanceof ChainUnavailableError) return undefined;
    throw error;
  }
}

async function look(
  { client, place, key }: Asking,
  now: number,
): Promise<ChainView | undefined> {
  if ((await client.chainId()) !== place.chainId) return undefined;
  const [gas, tokens, head, final] = await Promise.all([
    client.balance(key.address),
    tokensOf({ client, place }, key.address),
    client.block("latest"),
    client.block("finalized"),
  ]);
  if (!head || !final) return undefined;
  const dearest = place.gasPriceMax * BigInt(LIMITS.chainGasOfAct);
  return {
    ...{ gas, tokens, head: head.number, final: final.number },
    actsLeft: Number(gas / dearest),
    lagSeconds: Math.max(0, Math.floor(now / 1_000) - final.timestamp),
  };
}

/** Final blocks whose events are not compared with the rows yet. */
export async function blocksBehind(
  { db }: Pick<QueryCall, "db">,
  { place }: Pick<ChainDesk, "place">,
  final: number,
): Promise<number> {
  const seen = await eventsStore(db).seen(place.escrow);
  return seen === undefined ? 0 : Math.max(0, final - seen);
}
