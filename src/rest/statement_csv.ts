import type { Static } from "typebox";
import type { StatementSchema } from "../core/payments/statement.ts";
import type { CsvTable } from "./csv.ts";

/** The movements of a balance. */
export const STATEMENT_CSV: CsvTable<Static<typeof StatementSchema>> = {
  file: "statement.csv",
  head: [
    "at",
    "kind",
    "amount",
    "balanceAfter",
    "currency",
    "counterparty",
    "title",
    "conversationId",
    "paymentId",
    "transferId",
    "released",
  ],
  rows: ({ label, entries }) =>
    entries.map((entry) => [
      entry.at,
      entry.kind,
      entry.amount.amount,
      entry.balanceAfter.amount,
      label,
      entry.counterparty ?? "",
      entry.title ?? "",
      entry.conversationId ?? "",
      entry.paymentId ?? "",
      entry.transferId,
      entry.released?.amount ?? "",
    ]),
  next: ({ nextCursor }) => nextCursor,
};
