import type { QueryCall } from "../../../access/context.ts";
import { LIMITS } from "../../../base/limits.ts";
import type { ChainSettings } from "../../../base/rails/chain.ts";
import { tokensOf } from "../check_hold.ts";
import { eventsStore } from "../events_store.ts";
import type { ChainClient } from "../rpc.ts";
import { ChainUnavailableError, chainClient } from "../rpc.ts";

/** What the node says now. */
export interface ChainView {
  /** What the operator has for gas, in wei. */
  readonly gas: bigint;
  /** Movements that it pays for at the highest price of gas. */
  readonly actsLeft: number;
  /** Tokens of the operator: fees that were earned. */
  readonly tokens: number;
  readonly head: number;
  readonly final: number;
  /** Seconds since the newest final block, by the service's clock. */
  readonly lagSeconds: number;
}

/** What the chain says to its operator; undefined while its node is away. */
export async function viewChain(
  { outside, now }: QueryCall,
  { place, operator }: ChainSettings,
): Promise<ChainView | undefined> {
  if (!outside.chain) return undefined;
  const client = chainClient(outside.chain);
  try {
    return await look(client, { place, operator }, now);
  } catch (error) {
    if (error instanceof ChainUnavailableError) return undefined;
    throw error;
  }
}

async function look(
  client: ChainClient,
  { place, operator }: ChainSettings,
  now: number,
): Promise<ChainView | undefined> {
  if ((await client.chainId()) !== place.chainId) return undefined;
  const [gas, tokens, head, final] = await Promise.all([
    client.balance(operator),
    tokensOf({ client, place }, operator),
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

/** Final blocks whose events were not compared with the rows yet. */
export async function blocksBehind(
  { db }: Pick<QueryCall, "db">,
  { place }: Pick<ChainSettings, "place">,
  final: number,
): Promise<number> {
  const seen = await eventsStore(db).seen(place.escrow);
  return seen === undefined ? 0 : Math.max(0, final - seen);
}
