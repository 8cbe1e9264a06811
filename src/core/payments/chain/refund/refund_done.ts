import { LIMITS } from "../../../base/limits.ts";
import type { Hex } from "../../../base/rails/chain.ts";
import type { TransferAuthorization } from "../authorization.ts";
import type { ChainDesk } from "../chain_place.ts";
import { authorizationStateCall, wordsIn } from "../escrow_calls.ts";
import { word } from "../hex.ts";
import type { ChainIntent } from "../intent_store.ts";
import type { ChainBlock, ChainEvent } from "../rpc.ts";
import type { ChainRefund } from "./refund_store.ts";
import { refundStore } from "./refund_store.ts";
import { AUTHORIZATION_USED, TRANSFERRED } from "./transfer_calls.ts";

/** What a payee signed, and what the token has done by it for good. */
export interface RefundFacts {
  readonly authorization: TransferAuthorization;
  readonly signature: Hex;
  /** `spent`: its nonce was used for something else, or canceled by the payee. */
  readonly is: "unused" | "done" | "spent";
}

/** Reads both in one final block; undefined for a movement that nobody signed. */
export async function refundFacts(
  desk: Pick<ChainDesk, "client" | "place" | "db">,
  { id }: Pick<ChainIntent, "id">,
  block: Pick<ChainBlock, "number">,
): Promise<RefundFacts | undefined> {
  const row = await refundStore(desk.db).ofIntent(id);
  if (!row) return undefined;
  const authorization: TransferAuthorization = JSON.parse(row.terms);
  return {
    authorization,
    signature: row.signature as Hex,
    is: await standingOf(desk, row, authorization, block.number),
  };
}

async function standingOf(
  { client, place }: Pick<ChainDesk, "client" | "place">,
  { fromBlock }: ChainRefund,
  authorization: TransferAuthorization,
  last: number,
): Promise<RefundFacts["is"]> {
  const { from, nonce } = authorization;
  const data = authorizationStateCall(from, nonce);
  const answer = await client.call({ to: place.token, data }, last);
  if (wordsIn(answer, 1)[0] === 0) return "unused";
  for (let at = fromBlock; at <= last; at += LIMITS.chainLogBlocksMax) {
    const to = Math.min(last, at + LIMITS.chainLogBlocksMax - 1);
    const ask = { address: place.token, from: at, to };
    const payer = asTopic(from);
    const [used] = await client.events({
      ...{ ...ask, topics: [[AUTHORIZATION_USED], [payer], [nonce]] },
    });
    if (!used) continue;
    const moved = await client.events({
      ...ask,
      topics: [[TRANSFERRED], [payer], [asTopic(authorization.to)]],
    });
    const isIts = moved.some((it) => isOf(it, used, authorization));
    return isIts ? "done" : "spent";
  }
  return "spent";
}

/**
 * True for the transfer that a signature was used for: a token says the one right after
 * the other, so that no transfer counts for two signatures.
 */
function isOf(
  moved: ChainEvent,
  used: ChainEvent,
  { value }: TransferAuthorization,
): boolean {
  return (
    moved.transaction === used.transaction &&
    moved.index === used.index + 1 &&
    moved.data === `0x${word(value)}`
  );
}

function asTopic(address: Hex): Hex {
  return `0x${word(address)}`;
}
