import { desc, eq, sql } from "drizzle-orm";
import { LIMITS } from "../../base/limits.ts";
import type { Database } from "../../db/database.ts";
import { perDatabase } from "../../db/per_database.ts";
import { messages } from "../../db/tables/conversation_schema.ts";
import { wordRows } from "../../db/tables/word_schema.ts";
import { words } from "../../db/tables/words.ts";

/** A message with the words of a search: the newest of its conversation. */
export interface Hit {
  readonly conversationId: string;
  /** Below zero where a name has them that only its bearer finds. */
  readonly seq: number;
  /** Its place in the index: the newest has the highest. */
  readonly id: number;
}

const value = sql.placeholder;

/** Conversations with the newest messages that an expression of the index finds. */
export const newestHits = perDatabase(({ longOrm }: Database) => {
  const newest = longOrm
    .select({ id: words.rowid })
    .from(words)
    .where(
      sql`words match ${value("expression")} and ${words.rowid} < ${value("below")}`,
    )
    .orderBy(desc(words.rowid))
    .limit(LIMITS.searchFoundMax)
    .as("newest");
  const { conversationId, seq } = wordRows;
  const found = longOrm
    // Beside max() a column is of the row that has it.
    .select({ conversationId, seq, id: sql<number>`max(${wordRows.id})` })
    .from(newest)
    .innerJoin(wordRows, eq(wordRows.id, newest.id))
    .groupBy(conversationId)
    .prepare();
  return (expression: string, isImported: boolean): Promise<Hit[]> =>
    found.all({
      expression,
      // What was imported has its places below zero.
      below: isImported ? 0 : Number.MAX_SAFE_INTEGER,
    });
});

/** The beginning of what was said in messages, and who may read each. */
export const textsOfHits = perDatabase(({ longOrm }: Database) => {
  const hits = sql`json_each(${value("hits")}) as hit`;
  const texts = sql`select group_concat(value ->> '$.text', char(10)) from json_each(${messages.parts})`;
  const said = longOrm
    .select({
      conversationId: messages.conversationId,
      messageId: messages.id,
      audience: messages.audience,
      text: sql<string>`substr(coalesce((${texts}), ''), 1, ${sql.raw(String(LIMITS.snippetLookedCharsMax))})`,
    })
    // A cross join is made in its order: each of them is looked up by its key.
    .from(hits)
    .crossJoin(messages)
    .where(
      sql`${messages.conversationId} = hit.value ->> '$.conversationId' and ${messages.seq} = hit.value ->> '$.seq'`,
    )
    .prepare();
  return (hitsOfPage: readonly Hit[]) =>
    said.all({ hits: JSON.stringify(hitsOfPage) });
});
