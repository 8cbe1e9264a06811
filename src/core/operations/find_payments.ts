import { Type } from "typebox";
import { defineQuery, MEMBER } from "../access/operation.ts";
import { parseAmount } from "../access/parse_money.ts";
import { LIMITS } from "../base/limits.ts";
import { CURRENCIES, railOfCurrency } from "../base/rails/chain.ts";
import {
  Cursor,
  closed,
  filled,
  PAGE_FIELDS,
  PageLimit,
  PriceInput,
  string,
  TestLabel,
} from "../base/schemas.ts";
import { DAY_MS } from "../base/time.ts";
import {
  PaymentRowSchema,
  readPayments,
} from "../conversations/read/lists/payment_rows.ts";
import { PAYMENT_STATUSES } from "../payments/model.ts";
import {
  PeriodFields,
  readDay,
  readPeriod,
} from "../payments/totals/period.ts";

const bound = (description: string) =>
  Type.Optional({ ...PriceInput, description });

/** Lists the prices that the caller pays or is paid. */
export const findPayments = defineQuery({
  name: "find_payments",
  title: "Find payments",
  description:
    "List each price you pay or get, newest first: amount, other side, where the money is, when it is due, what releases it, and the fee. Label TEST is test money. Pass nextCursor as cursor for the next page.",
  access: MEMBER,
  scope: "payments:read",
  input: closed({
    status: Type.Optional(
      Type.Enum([...PAYMENT_STATUSES], {
        description: "Only prices in this state.",
      }),
    ),
    direction: Type.Optional(
      Type.Enum(["in", "out"], {
        description: "in: only prices paid to you; out: only prices you pay.",
      }),
    ),
    counterparty: Type.Optional(
      filled(
        "Only prices with this text in the other side's address or name.",
        LIMITS.searchCharsMax,
      ),
    ),
    ...PeriodFields,
    currency: Type.Optional(
      Type.Enum([...CURRENCIES], {
        description: "Only prices in this currency; TEST is test money.",
      }),
    ),
    amountMin: bound("Only prices of this amount or more."),
    amountMax: bound("Only prices of this amount or less."),
    dueBy: Type.Optional(
      string(
        "Only held prices that go back by the end of this UTC day.",
        LIMITS.dayCharsMax,
      ),
    ),
    cursor: Type.Optional(Cursor),
    limit: Type.Optional(PageLimit),
  }),
  output: closed({
    label: Type.Optional(TestLabel()),
    payments: Type.Array(PaymentRowSchema, {
      description: "One page of them.",
    }),
    ...PAGE_FIELDS,
  }),
  async run(input, call) {
    const { counterparty, amountMin, amountMax, dueBy } = input;
    const { status, direction, currency, cursor, limit } = input;
    const amount = (given: unknown, pointer: string) =>
      given === undefined ? undefined : parseAmount(given, pointer);
    const page = await readPayments(call, call.member.accountId, {
      ...(status && { status }),
      ...(direction && { direction }),
      ...(currency && { rail: railOfCurrency(currency) }),
      ...(counterparty && { counterparty: counterparty.toLowerCase() }),
      ...(amountMin !== undefined && {
        amountMin: amount(amountMin, "/amountMin"),
      }),
      ...(amountMax !== undefined && {
        amountMax: amount(amountMax, "/amountMax"),
      }),
      ...(dueBy && { dueBefore: readDay(dueBy, "/dueBy") + DAY_MS }),
      period: readPeriod(input),
      cursor,
      limit: limit ?? LIMITS.pageDefault,
    });
    const isTest = page.payments.every(({ label }) => label === "TEST");
    return { ...(isTest && { label: "TEST" as const }), ...page };
  },
});
