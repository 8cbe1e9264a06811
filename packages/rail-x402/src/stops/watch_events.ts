import type { ContractEventName } from "viem";
import { decodeEventLog, getAbiItem, toEventSelector } from "viem/utils";
import type { Hex } from "../../../../src/core/base/rails/chain.ts";
import type { Statement } from "../../../../src/core/db/statement.ts";
import type { ChainDesk } from "../chain_place.ts";
import { ESCROW_ABI } from "../contracts.ts";
import { eventsStore } from "../events_store.ts";
import type { ChainBlock, ChainEvent } from "../node/rpc.ts";
import { OddAnswerError } from "../node/rpc.ts";
import { eventsIn } from "./events_in.ts";
import { stopsStore } from "./stops_store.ts";
import { unknownStore } from "./unknown_store.ts";

const selectorOf = (eventName: ContractEventName<typeof ESCROW_ABI>) =>
  toEventSelector(getAbiItem({ abi: ESCROW_ABI, name: eventName }));

const AUTHORIZED = selectorOf("PaymentAuthorized");
/** Hold and capture in one, which the service never does. */
const CHARGED = selectorOf("PaymentCharged");

/** Other events of a hold, and the words for each if it was not our act. */
const MOVED = new Map<Hex, string>([
  [CHARGED, "charged"],
  [selectorOf("PaymentCaptured"), "captured"],
  [selectorOf("PaymentVoided"), "returned"],
  [selectorOf("PaymentReclaimed"), "taken back"],
  [selectorOf("PaymentRefunded"), "refunded"],
]);

/**
 * Compares the escrow's events in final blocks with the rows. Logs as an error a hold under
 * the operator's name without a row, and a movement of a known one by a transaction that is
 * not ours; the latter stops captures of its conversation.
 * @returns The number of both.
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

/** The rows to write about an event; undefined if it is as expected. */
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
  if (kind === AUTHORIZED || hold.isWatched) return undefined;
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

/** The same for a hold without a row: another operator's, or made with this one's key. */
async function judgeUnknown(
  { db, key, log, clock }: Pick<ChainDesk, "db" | "key" | "log" | "clock">,
  event: ChainEvent,
): Promise<readonly Statement[] | undefined> {
  const { eventName, args } = saidBy(event);
  const store = unknownStore(db);
  const { hash } = args;
  if (!("info" in args)) {
    const known = await store.byHash(hash);
    return known && [store.lessen(hash, Number(args.amount))];
  }
  if (args.info.operator.toLowerCase() !== key.address) return undefined;
  log.error("chain.unknown_hold", new Error("A hold has no row"), hash);
  const amount = eventName === "PaymentCharged" ? 0 : Number(args.amount);
  const madeBy = event.transaction;
  return [store.add({ hash, madeBy, amount, foundAt: clock() })];
}

function saidBy({ topics: [kind = "0x", ...more], data }: ChainEvent) {
  try {
    return decodeEventLog({ abi: ESCROW_ABI, topics: [kind, ...more], data });
  } catch {
    throw new OddAnswerError("An event of the escrow is malformed");
  }
}
