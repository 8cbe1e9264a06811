import type { Hex } from "../../../../src/core/base/rails/chain.ts";
import type { Statement } from "../../../../src/core/db/statement.ts";
import { keccakOfText, word } from "../../../../src/core/payments/terms/hex.ts";
import type { ChainDesk } from "../chain_place.ts";
import { eventsStore } from "../events_store.ts";
import type { ChainBlock, ChainEvent } from "../node/rpc.ts";
import { eventsIn } from "./events_in.ts";
import { stopsStore } from "./stops_store.ts";
import { unknownStore } from "./unknown_store.ts";

const INFO =
  "(address,address,address,address,uint120,uint48,uint48,uint48,uint16,uint16,address,uint256)";

const AUTHORIZED = keccakOfText(
  `PaymentAuthorized(bytes32,${INFO},uint256,address)`,
);
/** Held and captured in one: the service never does it. */
const CHARGED = keccakOfText(
  `PaymentCharged(bytes32,${INFO},uint256,address,uint16,address)`,
);

/** What else an escrow says of a hold, and what it means if it was not us. */
const MOVED = new Map<Hex, string>([
  [CHARGED, "charged"],
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
  const { client, db, place } = desk;
  const store = eventsStore(db);
  const last = (await store.seen(place.escrow)) ?? finalized.number - 1;
  let found = 0;
  const said = eventsIn(client, {
    address: place.escrow,
    topics: [[AUTHORIZED, ...MOVED.keys()]],
    ...{ from: last + 1, to: finalized.number },
  });
  for await (const { to, events } of said) {
    const stops = await Promise.all(events.map((it) => judge(desk, it)));
    const written = stops.flat();
    found += stops.filter((it) => it !== undefined).length;
    await db.commit([
      ...written.filter((it) => it !== undefined),
      store.setSeen(place.escrow, to),
    ]);
  }
  return found;
}

/** What has to be written about an event; undefined if it is as it should be. */
async function judge(
  { db, key, log, clock }: ChainDesk,
  event: ChainEvent,
): Promise<readonly Statement[] | undefined> {
  const { topics, transaction } = event;
  const [kind, hash] = topics;
  if (kind === undefined || hash === undefined) return undefined;
  const store = eventsStore(db);
  const hold = await store.holdBy(hash);
  if (!hold) return await judgeUnknown({ db, key, log, clock }, event);
  if (kind === AUTHORIZED) return undefined;
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

/** The same for what is no hold of a row: another operator's, or made with this one's key. */
async function judgeUnknown(
  { db, key, log, clock }: Pick<ChainDesk, "db" | "key" | "log" | "clock">,
  { topics, data, transaction: madeBy }: ChainEvent,
): Promise<readonly Statement[] | undefined> {
  const [kind, hash = "0x"] = topics;
  const store = unknownStore(db);
  const isNew = kind === AUTHORIZED || kind === CHARGED;
  if (!isNew) {
    const known = await store.byHash(hash);
    return known && [store.lessen(hash, amountAt(data, 0))];
  }
  if (data.slice(2, 66) !== word(key.address)) return undefined;
  log.error("chain.unknown_hold", new Error("No row knows a hold"), hash);
  const amount = kind === CHARGED ? 0 : amountAt(data, INFO_WORDS);
  return [store.add({ hash, madeBy, amount, foundAt: clock() })];
}

/** Words of the terms, which stand before the amount. */
const INFO_WORDS = 12;

function amountAt(data: Hex, index: number): number {
  return Number(BigInt(`0x${data.slice(2 + 64 * index, 66 + 64 * index)}`));
}
