import { and, eq, inArray, lte, sql } from "drizzle-orm";
import type { Database } from "../../../../db/database.ts";
import { perDatabase } from "../../../../db/per_database.ts";
import { slots } from "../../../../db/slots.ts";
import type { Statement } from "../../../../db/statement.ts";
import { statementOf } from "../../../../db/statement.ts";
import {
  indexedConversations,
  indexedTo,
  wordRows,
} from "../../../../db/tables/word_schema.ts";
import { words } from "../../../../db/tables/words.ts";
import { indexTermsOf } from "./index_terms.ts";

/** One row to write to the index. */
export interface WordEntry {
  readonly conversationId: string;
  readonly seq: number;
  readonly terms: string;
}

/** The stored state of the index for a conversation. */
export type Indexed = typeof indexedConversations.$inferSelect;

/** The progress of the index. */
export type IndexedTo = Pick<
  typeof indexedTo.$inferSelect,
  "place" | "takenOut"
>;

/**
 * Writes rows of the index, its content and its progress. Breaks a constraint if the index
 * has moved since, or something was removed from it.
 */
export function wordStatements(
  db: Database,
  entries: readonly WordEntry[],
  indexed: readonly Indexed[],
  { from, to }: { readonly from: IndexedTo; readonly to: number },
): Statement[] {
  const writes = wordWrites(db);
  const statements = [statementOf(writes.moveOn, { ...from, to })];
  if (entries.length > 0) {
    const rows = JSON.stringify(
      entries.map((it) => [it.conversationId, it.seq]),
    );
    const said = JSON.stringify(
      entries.map((it) => [it.conversationId, it.seq, it.terms]),
    );
    statements.push(
      statementOf(writes.takeAll, { rows }),
      statementOf(writes.addAll, { rows }),
      statementOf(writes.putAll, { rows: said }),
    );
  }
  if (indexed.length > 0) {
    const rows = JSON.stringify(indexed);
    statements.push(statementOf(writes.note, { rows }));
  }
  return statements;
}

/** Removes a conversation from the index, in the commit that deletes it. */
export function forgetStatements(
  db: Database,
  conversationId: string,
): Statement[] {
  const { takingOut, forget, forgetRows, forgetNote } = wordWrites(db);
  return [takingOut, forget, forgetRows, forgetNote].map((it) =>
    statementOf(it, { conversationId }),
  );
}

/**
 * Removes the participants' names from the index, in the commit that erases a name; the next
 * pass adds the others again.
 */
export function forgetNames(db: Database, conversationId: string): Statement[] {
  const { takingOut, forgetHead } = wordWrites(db);
  return [takingOut, forgetHead].map((it) =>
    statementOf(it, { conversationId }),
  );
}

/**
 * Adds an account's imports to the index, for that account only. Numbers them below all other
 * rows, so that the newest of many hits are never imports.
 */
export function importedWords(
  db: Database,
  conversationId: string,
  { seq, text, accountId }: ImportedWords,
): Statement[] {
  const { take, addBelow, put } = wordWrites(db);
  const of = { conversationId, seq };
  return [
    statementOf(addBelow, of),
    statementOf(take, of),
    statementOf(put, { ...of, terms: indexTermsOf(text, [accountId]) }),
  ];
}

/** Imported words, and the account they belong to. */
interface ImportedWords {
  readonly seq: number;
  readonly text: string;
  readonly accountId: string;
}

/**
 * Keeps other rows numbered above zero, even if an import came first: a new row gets the
 * highest number plus one.
 */
export function ownWordsAbove(db: Database): Statement {
  return statementOf(wordWrites(db).addZero, {});
}

const value = sql.placeholder;

/** Rows of imports are numbered from here on: in this order the index is written faster. */
const LOWEST = sql.raw(String(-(2 ** 52)));

const wordWrites = perDatabase(({ orm }: Database) => {
  const here = eq(wordRows.conversationId, value("conversationId"));
  const ofOne = orm
    .select({ id: wordRows.id })
    .from(wordRows)
    .where(and(here, eq(wordRows.seq, value("seq"))));
  const ofAll = orm.select({ id: wordRows.id }).from(wordRows).where(here);
  const ofHead = orm
    .select({ id: wordRows.id })
    .from(wordRows)
    .where(and(here, lte(wordRows.seq, 1)));
  return {
    addBelow: orm
      .insert(wordRows)
      .values({
        id: sql`coalesce((select max(id) from ${wordRows} where id < 0), ${LOWEST}) + 1`,
        ...slots(wordRows, "conversationId", "seq"),
      })
      .onConflictDoNothing()
      .prepare(),
    addZero: orm
      .insert(wordRows)
      .values({ id: 0, conversationId: "", seq: 0 })
      .onConflictDoNothing()
      .prepare(),
    take: orm.delete(words).where(eq(words.rowid, ofOne)).prepare(),
    put: orm
      .insert(words)
      .values({ rowid: sql`${ofOne}`, ...slots(words, "terms") })
      .prepare(),
    forget: orm.delete(words).where(inArray(words.rowid, ofAll)).prepare(),
    forgetHead: orm.delete(words).where(inArray(words.rowid, ofHead)).prepare(),
    forgetRows: orm.delete(wordRows).where(here).prepare(),
    ...behindWrites(orm),
  };
});

/** Writes after the commits, any number of rows in one statement. */
function behindWrites(orm: Database["orm"]) {
  const given = sql`json_each(${value("rows")}) as given`;
  const of = sql`conversation_id = given.value ->> 0 and seq = given.value ->> 1`;
  const named = sql`${given} cross join ${wordRows} where ${of}`;
  return {
    addAll: orm
      .insert(wordRows)
      .select(
        sql`select null, value ->> 0, value ->> 1 from ${given} where true`,
      )
      .onConflictDoNothing()
      .prepare(),
    takeAll: orm
      .delete(words)
      .where(sql`rowid in (select word_rows.id from ${named})`)
      .prepare(),
    putAll: orm
      .insert(words)
      .select(sql`select word_rows.id, given.value ->> 2 from ${named}`)
      .prepare(),
    note: orm
      .insert(indexedConversations)
      .select(
        sql`select value ->> 'conversationId', value ->> 'messages', value ->> 'readers', value ->> 'head' from ${given} where true`,
      )
      .onConflictDoUpdate({
        target: indexedConversations.conversationId,
        set: {
          messages: sql`excluded.messages`,
          readers: sql`excluded.readers`,
          head: sql`excluded.head`,
        },
      })
      .prepare(),
    forgetNote: orm
      .delete(indexedConversations)
      .where(eq(indexedConversations.conversationId, value("conversationId")))
      .prepare(),
    // A place may not be null: if the place has moved since, this writes nothing.
    moveOn: orm
      .update(indexedTo)
      .set({
        place: sql`iif(place = ${value("place")} and taken_out = ${value("takenOut")}, ${value("to")}, null)`,
      })
      .where(eq(indexedTo.id, 1))
      .prepare(),
    takingOut: orm
      .update(indexedTo)
      .set({ takenOut: sql`taken_out + 1` })
      .where(eq(indexedTo.id, 1))
      .prepare(),
  };
}
