import type { SQL } from "drizzle-orm";
import { asc, desc, eq, sql } from "drizzle-orm";
import { LIMITS } from "../../../base/limits.ts";
import { bounded } from "../../../db/bounded.ts";
import type { Database } from "../../../db/database.ts";
import { perDatabase } from "../../../db/per_database.ts";
import { messages } from "../../../db/tables/conversation_schema.ts";
import { wordRows } from "../../../db/tables/word_schema.ts";
import { words } from "../../../db/tables/words.ts";

/** A message with the words of a search: the newest of its conversation. */
export interface Hit {
  readonly conversationId: string;
  /** Below zero where a name has them that only its bearer finds. */
  readonly seq: number;
  /** Its place in the index: the newest has the highest. */
  readonly id: number;
}

const value = sql.placeholder;

/**
 * Conversations with the newest messages that an expression of the index finds: of the
 * account's own, or of what it imported, which has its places below zero. The index goes
 * through all own ones on its way down to these, but begins with them on its way up. So they
 * are asked for from below, unless there are more than a search finds.
 */
export const newestHits = perDatabase((db: Database) => {
  const matching = sql`words match ${value("expression")}`;
  const own = hitsAmong(db, { where: matching, order: desc(words.rowid) });
  const below = sql`${matching} and ${words.rowid} < 0`;
  const imported = hitsAmong(db, { where: below, order: desc(words.rowid) });
  const lowest = hitsAmong(db, { where: matching, order: asc(words.rowid) });
  return async (expression: string, isImported: boolean): Promise<Hit[]> => {
    if (!isImported) return await own.all({ expression });
    const found = await lowest.all({ expression });
    const hits = found.filter((it) => it.id < 0);
    const count = hits.reduce((sum, it) => sum + it.count, 0);
    if (count < LIMITS.searchFoundMax) return hits;
    return await imported.all({ expression });
  };
});

/**
 * Terms of the index that begin like one, in their order from one on, as many as a slice of a
 * search takes: each is a step to the next in the list of its terms. They are those of one reader, as the
 * beginning says whose they are. Given in hex: as a text one that is not well-formed, as a
 * damaged file may hold, would end the process.
 */
export const termsBeginning = perDatabase(({ longOrm }: Database) => {
  const next = (from: SQL) =>
    sql`(select term from word_terms where term >= ${from} and term < ${value("beginning")} || char(0x10ffff) limit 1)`;
  const steps = sql`(with recursive steps (term) as (
    select ${next(sql`${value("from")}`)}
    union all
    select ${next(sql`steps.term || char(1)`)} from steps where steps.term is not null
    limit ${sql.raw(String(LIMITS.searchBeginningsMax))})
    select term from steps where term is not null)`;
  const found = longOrm
    .select({ term: sql<string>`hex(term)` })
    .from(steps)
    .where(bounded("a slice of a search takes so many terms"))
    .prepare();
  return async (beginning: string, from: string): Promise<readonly string[]> =>
    (await found.all({ beginning, from })).map(({ term }) =>
      Buffer.from(term, "hex").toString(),
    );
});

/** The newest of each conversation, among the first that the index finds. */
function hitsAmong(
  { longOrm }: Database,
  { where, order }: { readonly where: SQL; readonly order: SQL },
) {
  const first = longOrm
    .select({ id: words.rowid })
    .from(words)
    .where(where)
    .orderBy(order)
    .limit(LIMITS.searchFoundMax)
    .as("first");
  const { conversationId, seq } = wordRows;
  return (
    longOrm
      // Beside max() a column is of the row that has it.
      .select({
        conversationId,
        seq,
        id: sql<number>`max(${wordRows.id})`,
        count: sql<number>`count(*)`,
      })
      .from(first)
      .innerJoin(wordRows, eq(wordRows.id, first.id))
      .groupBy(conversationId)
      .prepare()
  );
}

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
