import type { QueryCall } from "../../../../src/core/access/context.ts";
import { showMoney } from "../../../../src/core/base/money.ts";
import { showTime } from "../../../../src/core/base/time.ts";
import type { RailStatus } from "../../../../src/core/payments/chain/rail_status.ts";
import { eventsStore } from "../events_store.ts";
import type { Asking } from "../hold/check_hold.ts";
import { stopsStore } from "../stops/stops_store.ts";
import { unknownStore } from "../stops/unknown_store.ts";
import { blocksBehind, viewChain } from "./chain_view.ts";
import { gasStore } from "./gas_store.ts";
import { statusStore } from "./status_store.ts";

/** The state of money on the chain, for its operator. */
export async function railStatus(
  desk: Asking,
  call: QueryCall,
): Promise<RailStatus> {
  const status = statusStore(call.db);
  const failing = await eventsStore(call.db).failing(desk.place.escrow);
  const [view, held, counts, transactions, troubled, gas, stops, unknown] =
    await Promise.all([
      viewChain(desk, call.now),
      status.held(),
      status.movements(),
      status.transactions(),
      status.troubled(),
      gasStore(call.db).newest(),
      stopsStore(call.db).open(),
      unknownStore(call.db).open(),
    ]);
  const { oldestOpen = call.now, ...movements } = counts;
  const oldestOpenSeconds = secondsSince(oldestOpen, call.now);
  const node = view && {
    ...view,
    blocksBehind: await blocksBehind(call, desk, view.final),
  };
  return {
    chainId: desk.place.chainId,
    operator: desk.key.address,
    node: node ? nodeView(node) : null,
    failing: failing
      ? { since: showTime(failing.failingSince), problem: failing.problem }
      : null,
    oldestOpenSeconds,
    held: { count: held.count, amount: showMoney(held.amount) },
    movements,
    transactions: transactions.map(({ builtAt, ...it }) => ({
      ...it,
      ageSeconds: secondsSince(builtAt, call.now),
    })),
    troubled: [...troubled],
    gas: [...gas],
    stops: stops.map((it) => ({
      conversationId: it.conversationId,
      problem: it.problem,
      transaction: it.movedBy,
      at: showTime(it.stoppedAt),
    })),
    unknownHolds: unknown.map(({ hash, amount, madeBy, foundAt }) => ({
      ...{ hash, amount: showMoney(amount), transaction: madeBy },
      at: showTime(foundAt),
    })),
  };
}

function secondsSince(at: number, now: number): number {
  return Math.max(0, Math.floor((now - at) / 1_000));
}

function nodeView({
  gas,
  tokens,
  ...more
}: {
  readonly gas: bigint;
  readonly tokens: number;
  readonly actsLeft: number;
  readonly head: number;
  readonly final: number;
  readonly lagSeconds: number;
  readonly blocksBehind: number;
}) {
  return { gasWei: String(gas), tokens: showMoney(tokens), ...more };
}
