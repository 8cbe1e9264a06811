import type { Static } from "typebox";
import { Type } from "typebox";
import type { QueryCall } from "../access/context.ts";
import { LIMITS } from "../base/limits.ts";
import { showMoney } from "../base/money.ts";
import { Word } from "../base/own_words.ts";
import {
  Cursor,
  closed,
  money,
  nullable,
  PAGE_FIELDS,
  PageLimit,
  string,
  TestLabel,
  timestamp,
} from "../base/schemas.ts";
import { showTime } from "../base/time.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import { walletOf } from "./ledger.ts";
import type { EntryRow } from "./statement_store.ts";
import { statementStore } from "./statement_store.ts";

/** One movement of an account's money, as its owner reads it. */
export const EntrySchema = closed({
  transferId: Word("id", "Id of the movement."),
  at: timestamp("When it happened."),
  kind: Type.Enum(["fund", "hold", "release", "void", "refund", "fee"], {
    description:
      "fund: added by the operator; hold: held for a price; release: paid to you, or from your held amount; void: a held price went back; refund: refunded after a release.",
  }),
  amount: money("How much; negative where it left the balance."),
  balanceAfter: money("The balance after it."),
  released: Type.Optional(
    money(
      "Of a price that you paid, when it is released: how much. Your balance moved at the hold, so that amount is zero.",
    ),
  ),
  paymentId: nullable(Word("id", "Id of the payment; null for none.")),
  conversationId: nullable(
    Word("id", "Id of the conversation; null for none."),
  ),
  title: nullable(
    string("Of the conversation, for who may read conversations."),
  ),
  counterparty: nullable(Word("address", "Address of the other side.")),
});

/** A page of entries, newest first. */
export const StatementSchema = closed({
  label: TestLabel(),
  entries: Type.Array(EntrySchema, { description: "One page of movements." }),
  ...PAGE_FIELDS,
});

/** The input for a page of a statement. */
export const StatementPage = {
  cursor: Type.Optional(Cursor),
  limit: Type.Optional(PageLimit),
};

export type StatementEntry = Static<typeof EntrySchema>;
type Statement = Static<typeof StatementSchema>;

/** Reads the movements of an account's wallet. @throws invalid_cursor */
export async function readWallet(
  call: QueryCall,
  accountId: string,
  page: { readonly cursor?: string; readonly limit?: number },
): Promise<Statement> {
  const limit = page.limit ?? LIMITS.pageDefault;
  const wallet = walletOf(accountId);
  const store = statementStore(call.db);
  const before = readPlace(page.cursor);
  const rows = await store.entries({
    accountId,
    wallet,
    before,
    limit: limit + 1,
  });
  const [newest] = rows;
  let balance = newest ? await store.balanceAt(wallet, newest.place) : 0;
  const shown = rows.slice(0, limit);
  const entries: StatementEntry[] = [];
  for (const row of shown) {
    entries.push(presentEntry(row, balance));
    balance -= row.amount;
  }
  const last = shown.at(-1);
  const hasMore = rows.length > limit;
  const nextCursor = hasMore && last ? cursorAt(last.place) : null;
  return { label: "TEST", entries, nextCursor, hasMore };
}

function presentEntry(row: EntryRow, balance: number): StatementEntry {
  const { transferId, kind, paymentId, conversationId } = row;
  const { title, counterparty } = row;
  return {
    transferId,
    at: showTime(row.at),
    kind,
    amount: showMoney(row.amount),
    balanceAfter: showMoney(balance),
    ...(row.released !== null && { released: showMoney(row.released) }),
    paymentId,
    conversationId,
    title,
    counterparty,
  };
}

const PLACE = /^e(\d{1,15})$/;

function cursorAt(place: number): string {
  return Buffer.from(`e${place}`).toString("base64url");
}

function readPlace(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER;
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const [, place] = PLACE.exec(text) ?? [];
  if (place !== undefined) return Number(place);
  throw new ServiceError("invalid_cursor", {
    detail: told`Cannot continue the statement: unknown cursor.`,
  });
}
