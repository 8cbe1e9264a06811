import { numberToHex, pad } from "viem/utils";
import type { Hex } from "../../../../src/core/base/rails/chain.ts";
import type { TransferAuthorization } from "../../../../src/core/payments/terms/signed.ts";
import type { ChainDesk } from "../chain_place.ts";
import { askContract } from "../contracts.ts";
import type { ChainIntent } from "../intent_store.ts";
import type { ChainBlock, ChainEvent } from "../node/rpc.ts";
import { eventsIn } from "../stops/events_in.ts";
import { transactionStore } from "../transaction_store.ts";
import type { ChainRefund } from "./refund_store.ts";
import { refundStore } from "./refund_store.ts";
import {
  AUTHORIZATION_CANCELED,
  AUTHORIZATION_USED,
  TRANSFERRED,
} from "./transfer_calls.ts";

/** The transfer that a payee signed, and what the token finally did with it. */
export interface RefundFacts {
  readonly authorization: TransferAuthorization;
  readonly signature: Hex;
  /**
   * `spent`: the payee used its nonce for something else, or canceled it; `unknown`: it was
   * used, and the node does not tell for what.
   */
  readonly is: "unused" | "done" | "spent" | "unknown";
}

/** Reads both in one final block; undefined for an unsigned movement. */
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
  desk: Pick<ChainDesk, "client" | "place" | "db">,
  { intentId, fromBlock }: ChainRefund,
  authorization: TransferAuthorization,
  last: number,
): Promise<RefundFacts["is"]> {
  const { client, place, db } = desk;
  const { from, nonce } = authorization;
  const ask = "authorizationState";
  const asked = { to: place.token, ask, args: [from, nonce] } as const;
  if (!(await askContract(client, asked, last))) return "unused";
  const sent = await transactionStore(db).ofIntent(intentId);
  const own = sent.find(({ state }) => state === "final")?.hash;
  // Anybody may have sent it. The token finds it by payer and nonce, so that others'
  // transfers do not make the answer longer.
  const hash = own ?? (await usedBy(desk, authorization, fromBlock, last));
  const receipt = hash && (await client.receipt(hash as Hex));
  if (!receipt || receipt.blockNumber > last) return "unknown";
  return isDoneIn(receipt.events, place.token, authorization)
    ? "done"
    : "spent";
}

/** The transaction that used or canceled a signature; undefined if none is known. */
async function usedBy(
  { client, place }: Pick<ChainDesk, "client" | "place">,
  { from, nonce }: TransferAuthorization,
  fromBlock: number,
  last: number,
): Promise<Hex | undefined> {
  const topics = [
    [AUTHORIZATION_USED, AUTHORIZATION_CANCELED],
    [pad(from)],
    [nonce],
  ];
  const range = { from: fromBlock, to: last };
  const ask = { address: place.token, topics, ...range };
  for await (const { events } of eventsIn(client, ask)) {
    const [used] = events;
    if (used) return used.transaction;
  }
  return undefined;
}

/**
 * True if a transaction made the signed transfer: the token reports it right after the
 * signature's use, so that no transfer counts for two.
 */
function isDoneIn(
  events: readonly ChainEvent[],
  token: Hex,
  { from, to, value, nonce }: TransferAuthorization,
): boolean {
  const says = (event: ChainEvent | undefined, ...topics: readonly Hex[]) =>
    event?.address === token && String(event.topics) === String(topics);
  const at = events.findIndex((it) =>
    says(it, AUTHORIZATION_USED, pad(from), nonce),
  );
  const moved = at < 0 ? undefined : events[at + 1];
  return (
    says(moved, TRANSFERRED, pad(from), pad(to)) &&
    moved?.data === numberToHex(value, { size: 32 })
  );
}
