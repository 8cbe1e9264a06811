import type { MicroUsdc } from "../../base/money.ts";
import { currencyOn } from "../../base/rails/chain.ts";
import { dayOf } from "../../base/time.ts";
import type { Database } from "../../db/database.ts";
import type { Statement } from "../../db/statement.ts";
import { feeOf } from "../fees.ts";
import type { Payment } from "../model.ts";
import type { DaySums } from "./totals_store.ts";
import { totalsStore } from "./totals_store.ts";

/**
 * Adds a change of a payment to the daily sums of both sides: a release, one that failed
 * after all, or a refund. Written with the change.
 */
export function countDays(
  db: Database,
  before: Payment | undefined,
  after: Payment,
): readonly Statement[] {
  const { payeeId, payerId } = after;
  if (payeeId === null) return [];
  const currency = currencyOn(after.rail);
  const add = (accountId: string, at: number, sums: Partial<DaySums>) =>
    totalsStore(db).add({ accountId, day: dayOf(at), currency, ...sums });
  const released = (at: number, price: MicroUsdc, count: 1 | -1) => {
    const fee = feeOf(price, after.feeBps);
    const received = count * (price - fee);
    return [
      add(payeeId, at, { received, receipts: count, fees: count * fee }),
      add(payerId, at, { paid: count * price, payments: count }),
    ];
  };
  const was = before?.releasedAt ?? null;
  const is = after.releasedAt;
  const back = after.refunded - (before?.refunded ?? 0);
  const backAt = after.refundedAt;
  return [
    ...(was === null && is !== null ? released(is, after.price, 1) : []),
    ...(was !== null && is === null ? released(was, after.price, -1) : []),
    ...(back > 0 && backAt !== null
      ? [
          add(payerId, backAt, { returned: back }),
          add(payeeId, backAt, { refunded: back }),
        ]
      : []),
  ];
}
