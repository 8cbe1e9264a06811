import { currencyOn } from "../../base/rails/chain.ts";
import { dayOf } from "../../base/time.ts";
import type { Database } from "../../db/database.ts";
import type { Statement } from "../../db/statement.ts";
import { feeOn } from "../fees.ts";
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
  const was = before ?? { released: 0, releasedAt: null };
  const paid = after.released - was.released;
  // A price released in several parts counts once.
  const count = Number(after.released > 0) - Number(was.released > 0);
  const paidAt = after.releasedAt ?? was.releasedAt;
  const released = (at: number) => {
    const fees = feeOn(after) - feeOn({ ...was, feeBps: after.feeBps });
    const received = paid - fees;
    return [
      add(payeeId, at, { received, receipts: count, fees }),
      add(payerId, at, { paid, payments: count }),
    ];
  };
  const back = after.refunded - (before?.refunded ?? 0);
  const backAt = after.refundedAt;
  return [
    ...(paid !== 0 && paidAt !== null ? released(paidAt) : []),
    ...(back > 0 && backAt !== null
      ? [
          add(payerId, backAt, { returned: back }),
          add(payeeId, backAt, { refunded: back }),
        ]
      : []),
  ];
}
