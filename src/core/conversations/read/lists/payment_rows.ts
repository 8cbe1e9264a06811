import type { Static } from "typebox";
import { Type } from "typebox";
import type { QueryCall } from "../../../access/context.ts";
import { hasScope } from "../../../access/principal.ts";
import { firstIdAt, idTime } from "../../../base/ids.ts";
import { LIMITS } from "../../../base/limits.ts";
import { labelOf, showMoney } from "../../../base/money.ts";
import { Word } from "../../../base/own_words.ts";
import {
  ConversationIdWord,
  closed,
  flag,
  money,
  nullable,
  string,
  TestLabel,
  timestamp,
} from "../../../base/schemas.ts";
import { HOUR_MS, showTime, timeOrNull } from "../../../base/time.ts";
import type { Say } from "../../../base/words/say.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { actOnItsWay } from "../../../payments/chain/on_its_way.ts";
import { feeBase, feeOf } from "../../../payments/fees.ts";
import type {
  Payment,
  Release,
  ReleaseAction,
} from "../../../payments/model.ts";
import { PAYMENT_STATUSES } from "../../../payments/model.ts";
import type { Period } from "../../../payments/totals/period.ts";
import { OnItsWaySchema } from "../../model/record_schemas.ts";
import {
  conditionWords,
  ownConditionWords,
} from "../../model/turn/condition_words.ts";
import type { PaymentFilter, PaymentRow } from "./payment_rows_store.ts";
import { paymentRowsStore } from "./payment_rows_store.ts";

/** One payment in a table, for one of its two sides. */
export const PaymentRowSchema = closed({
  paymentId: Word("id", "Id of the payment."),
  conversationId: ConversationIdWord,
  title: nullable(
    string("Of the conversation, for who may read conversations."),
  ),
  direction: Type.Enum(["in", "out"], {
    description: "in: to you; out: from you.",
  }),
  price: money("The whole price."),
  label: Type.Optional(TestLabel()),
  status: Type.Enum([...PAYMENT_STATUSES], {
    description: "Where the money is.",
  }),
  onItsWay: Type.Optional(OnItsWaySchema),
  needsYou: flag("True if the conversation waits for you."),
  counterparty: closed(
    {
      address: Word("address", "Their address."),
      name: string("Display name; may be empty."),
    },
    { description: "The other side." },
  ),
  at: timestamp("When it was offered."),
  due: nullable(
    timestamp(
      "When a held price goes back, or a missing one is no longer waited for.",
    ),
  ),
  settledAt: nullable(timestamp("When it was released or went back.")),
  condition: Word(
    "sentence",
    "Its release condition; the sender's own words are in the conversation.",
  ),
  fee: money("The service's fee on release."),
  released: money("How much of it was paid out, fee included."),
  returned: money("How much of it went back from the hold."),
  refunded: money("How much of what was paid out was given back."),
  voidReason: nullable(Word("code", "Why it went back.")),
  hasReceipt: flag("True once the payee has signed a receipt."),
});

type ShownRow = Static<typeof PaymentRowSchema>;

/** A page of a table of payments. */
export interface PaymentPage {
  readonly payments: ShownRow[];
  readonly nextCursor: string | null;
  readonly hasMore: boolean;
}

export interface PaymentsAsked extends PaymentFilter {
  readonly period: Period;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/**
 * Reads a page of an account's payments, newest first. It ends early once it has read as many
 * as one call may; the next one continues there.
 * @throws invalid_cursor
 */
export async function readPayments(
  call: QueryCall,
  accountId: string,
  { period, cursor, limit, ...filter }: PaymentsAsked,
): Promise<PaymentPage> {
  const store = paymentRowsStore(call.db);
  const stretch = {
    from: firstIdAt("payment", period.from ?? 0),
    below: placeOf(cursor) ?? firstIdAt("payment", period.before ?? FOREVER),
    looked: LIMITS.paymentsLookedMax,
  };
  const asked = { ...filter, ...stretch, limit: limit + 1 };
  const rows = await store.rows(accountId, asked);
  const shown = rows.slice(0, limit);
  const next =
    rows.length > limit
      ? shown.at(-1)?.id
      : await store.lastLooked(accountId, stretch);
  const nextCursor = next === undefined ? null : cursorAt(next);
  const maySeeTitles = hasScope(call.member, "conversations:read");
  const payments = shown.map((it) => ({
    ...presentRow(it, call.say),
    title: maySeeTitles ? it.title : null,
  }));
  return { payments, nextCursor, hasMore: nextCursor !== null };
}

/** Beyond every time that fits into an id. */
const FOREVER = 2 ** 48 - 1;

function presentRow(row: PaymentRow, say: Say): ShownRow {
  const { id, conversationId, title, direction, price } = row;
  const released = {
    release: row.release as Release,
    releaseAction: row.releaseAction as ReleaseAction | null,
  };
  const payee = row.isPayee ? { address: row.address } : undefined;
  const condition =
    row.isPayee && direction === "in"
      ? ownConditionWords(released, say)
      : conditionWords(released, payee, say);
  return {
    paymentId: id,
    conversationId,
    title,
    direction,
    price: showMoney(price),
    ...labelOf(row.rail),
    ...stateOf(row),
    needsYou: row.needsYou === 1,
    counterparty: { address: row.address, name: row.name },
    at: showTime(idTime(id)),
    due: timeOrNull(dueOf(row)),
    settledAt: timeOrNull(row.releasedAt ?? row.voidedAt),
    condition,
    fee: showMoney(feeOf(feeBase(row), row.feeBps)),
    released: showMoney(row.released),
    returned: showMoney(row.returned),
    refunded: showMoney(row.refunded),
    voidReason: row.voidReason,
    hasReceipt: row.hasReceipt === 1,
  };
}

function stateOf(row: PaymentRow) {
  // Stored as it was written.
  const status = row.status as ShownRow["status"];
  const settlements = row.settlements as Payment["settlements"];
  const onItsWay = actOnItsWay({ ...row, status, settlements });
  return { status, ...(onItsWay && { onItsWay }) };
}

function dueOf(row: PaymentRow): number | null {
  if (row.status === "held") return row.captureBefore;
  const isMissing =
    row.status === "requires_payment" && row.state === "auth-required";
  return isMissing ? row.stateAt + LIMITS.fundingHours * HOUR_MS : null;
}

const PLACE = /^pay_[0-9a-z]{26}$/;

function cursorAt(id: string): string {
  return Buffer.from(id).toString("base64url");
}

function placeOf(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  const id = Buffer.from(cursor, "base64url").toString("utf8");
  if (PLACE.test(id)) return id;
  throw new ServiceError("invalid_cursor", {
    detail: told`Cannot continue the payments: the cursor isn't valid. Start again without it.`,
  });
}
