import { LIMITS } from "../../base/limits.ts";
import type { Hex } from "../../base/rails/chain.ts";
import type { Statement } from "../../db/statement.ts";
import type { ChainDesk } from "./chain_place.ts";
import { eventsStore } from "./events_store.ts";
import { keccakOfText, word } from "./hex.ts";
import type { ChainBlock, ChainEvent } from "./rpc.ts";
import { stopsStore } from "./stops/stops_store.ts";

const INFO =
  "(address,address,address,address,uint120,uint48,uint48,uint48,uint16,uint16,address,uint256)";

const AUTHORIZED = keccakOfText(
  `PaymentAuthorized(bytes32,${INFO},uint256,address)`,
);

/** What else an escrow says of a hold, and what it means if it was not us. */
const MOVED = new Map<Hex, string>([
  [keccakOfText("PaymentCaptured(bytes32,uint256,uint16,address)"), "captured"],
  [keccakOfText("PaymentVoided(bytes32,uint256)"), "returned"],
  [keccakOfText("PaymentReclaimed(bytes32,uint256)"), "taken back"],
  [keccakOfText("PaymentRefunded(bytes32,uint256,address)"), "refunded"],
]);

/**
 * Compares what the escrow says in its final blocks with the rows. A hold under the
 * operator's name that no row knows, and a movement of a known one by a transaction
 * that is none of ours, is logged as an error; the second stops captures of its
 * conversation.
 * @returns How many of both were found.
 */
export async function watchEvents(
  desk: ChainDesk,
  finalized: ChainBlock,
): Promise<number> {
  const { db, client, place } = desk;
  const store = eventsStore(db);
  // What was before the first look is no business of this service.
  let last = (await store.seen(place.escrow)) ?? finalized.number - 1;
  let found = 0;
  while (last < finalized.number) {
    const to = Math.min(finalized.number, last + LIMITS.chainLogBlocksMax);
    const topics = [[AUTHORIZED, ...MOVED.keys()]];
    const events = await client.events({
      ...{ address: place.escrow, topics, from: last + 1, to },
    });
    const stops = await Promise.all(events.map((it) => judge(desk, it)));
    const written = stops.flat();
    found += stops.filter((it) => it !== undefined).length;
    await db.commit([
      ...written.filter((it) => it !== undefined),
      store.setSeen(place.escrow, to),
    ]);
    last = to;
  }
  return found;
}

/** What has to be written about an event; undefined if it is as it should be. */
async function judge(
  { db, key, log, clock }: ChainDesk,
  { topics, data, transaction }: ChainEvent,
): Promise<readonly Statement[] | undefined> {
  const [kind, hash] = topics;
  if (kind === undefined || hash === undefined) return undefined;
  const store = eventsStore(db);
  const hold = await store.holdBy(hash);
  if (kind === AUTHORIZED) {
    const isOurs = data.slice(2, 66) === word(key.address);
    if (hold || !isOurs) return undefined;
    log.error("chain.unknown_hold", new Error("No row knows a hold"), hash);
    return [];
  }
  // Another operator's, who shares the contract.
  if (!hold) return undefined;
  if ((await store.paymentOf(transaction)) === hold.paymentId) return undefined;
  const problem = `It was ${MOVED.get(kind) ?? "moved"} by another transaction`;
  log.error("chain.foreign_movement", new Error(problem), hash);
  const { id: intentId, paymentId, conversationId } = hold;
  return [
    stopsStore(db).add({
      ...{ intentId, paymentId, conversationId, problem },
      ...{ movedBy: transaction, stoppedAt: clock() },
    }),
  ];
}
