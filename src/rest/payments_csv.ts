import type { Static } from "typebox";
import type { findPayments } from "../core/operations/find_payments.ts";
import type { CsvTable } from "./csv.ts";

/** The requested payments. */
export const PAYMENTS_CSV: CsvTable<Static<typeof findPayments.output>> = {
  file: "payments.csv",
  head: [
    "at",
    "direction",
    "amount",
    "currency",
    "status",
    "counterparty",
    "counterpartyName",
    "title",
    "condition",
    "due",
    "settledAt",
    "fee",
    "released",
    "returned",
    "refunded",
    "voidReason",
    "conversationId",
    "paymentId",
    "onItsWay",
  ],
  rows: ({ payments }) =>
    payments.map((it) => [
      it.at,
      it.direction,
      it.price.amount,
      it.label ?? it.price.currency,
      it.status,
      it.counterparty.address,
      it.counterparty.name,
      it.title ?? "",
      it.condition,
      it.due ?? "",
      it.settledAt ?? "",
      it.fee.amount,
      it.released.amount,
      it.returned.amount,
      it.refunded.amount,
      it.voidReason ?? "",
      it.conversationId,
      it.paymentId,
      it.onItsWay ?? "",
    ]),
  next: ({ nextCursor }) => nextCursor,
};
