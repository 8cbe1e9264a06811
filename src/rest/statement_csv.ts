import type { Static } from "typebox";
import type { StatementSchema } from "../core/payments/statement.ts";
import { csvText } from "./csv.ts";

const HEAD = [
  "at",
  "kind",
  "amount",
  "balanceAfter",
  "currency",
  "label",
  "counterparty",
  "title",
  "conversationId",
  "paymentId",
  "transferId",
];

/** A page of a statement as a table for a spreadsheet. */
export function statementCsv({
  label,
  entries,
}: Static<typeof StatementSchema>): string {
  const rows = entries.map((entry) => [
    entry.at,
    entry.kind,
    entry.amount.amount,
    entry.balanceAfter.amount,
    entry.amount.currency,
    label,
    entry.counterparty ?? "",
    entry.title ?? "",
    entry.conversationId ?? "",
    entry.paymentId ?? "",
    entry.transferId,
  ]);
  return csvText([HEAD, ...rows]);
}
