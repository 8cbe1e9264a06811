import { Type } from "typebox";
import { defineQuery, MEMBER } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { showMoney } from "../base/money.ts";
import { Word } from "../base/own_words.ts";
import type { Currency } from "../base/rails/chain.ts";
import { closed, integer, money, TestLabel } from "../base/schemas.ts";
import { DAY_MS, dayOf, showTime } from "../base/time.ts";
import type { Sentence } from "../base/words/sentence.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import type { Period } from "../payments/totals/period.ts";
import { PeriodFields, readPeriod } from "../payments/totals/period.ts";
import type { DaySums } from "../payments/totals/totals_store.ts";
import { totalsStore } from "../payments/totals/totals_store.ts";
import { usdcApart } from "../payments/totals/usdc_apart.ts";

const SUMS = {
  received: money("Released to you, less the fees."),
  receipts: integer("How many prices that were."),
  fees: money("The service's fees on them."),
  paid: money("Released from you, fees of the payees included."),
  payments: integer("How many prices that were."),
  returned: money("Given back to you after a release."),
  refunded: money("Given back by you after a release."),
};

/** Sums up what the caller received and paid in a period. */
export const totalPayments = defineQuery({
  name: "total_payments",
  title: "Total payments",
  description:
    "Add up what you were paid, paid and refunded in a period of UTC days, by the time of release or refund; this month so far if no day is given. Test money; usdc has the amounts on a chain.",
  access: MEMBER,
  scope: "payments:read",
  input: closed(PeriodFields),
  output: closed({
    label: TestLabel(),
    from: Word("time", "The first day, in UTC."),
    to: Word("time", "The last day, in UTC."),
    ...SUMS,
    usdc: Type.Optional(
      closed(SUMS, {
        description: "The same in USDC on a chain, never added to test money.",
      }),
    ),
  }),
  async run(input, call) {
    const { from, before } = boundsOf(readPeriod(input), call.now);
    const store = totalsStore(call.db);
    const days = { from: dayOf(from), before: dayOf(before) };
    const sums = (currency: Currency) =>
      store.sums(call.member.accountId, days, currency);
    return {
      label: "TEST" as const,
      from: dayText(from),
      to: dayText(before - DAY_MS),
      ...shown(await sums("TEST")),
      ...usdcApart(call, await sums("USDC"), shown),
    };
  },
});

function shown({ receipts, payments, ...sums }: DaySums) {
  return {
    received: showMoney(sums.received),
    receipts,
    fees: showMoney(sums.fees),
    paid: showMoney(sums.paid),
    payments,
    returned: showMoney(sums.returned),
    refunded: showMoney(sums.refunded),
  };
}

/** A period with both ends; by default until today, and from the first of the last day's month. */
function boundsOf({ from, before }: Period, now: number) {
  const end = before ?? (dayOf(now) + 1) * DAY_MS;
  const start = from ?? monthOf(end - DAY_MS);
  if (end <= start) throw tooLong(told`it ends before it starts`);
  if (end - start <= LIMITS.totalsDaysMax * DAY_MS) {
    return { from: start, before: end };
  }
  throw tooLong(told`it is longer than ${LIMITS.totalsDaysMax} days`);
}

function monthOf(at: number): number {
  return Date.parse(`${dayText(at).slice(0, 7)}-01T00:00:00Z`);
}

function dayText(at: number): string {
  return showTime(at).slice(0, 10);
}

function tooLong(detail: Sentence): ServiceError {
  return new ServiceError("invalid_input", {
    detail: told`Cannot add up the period: ${detail}.`,
    errors: [{ pointer: "/from", code: "period", detail }],
  });
}
