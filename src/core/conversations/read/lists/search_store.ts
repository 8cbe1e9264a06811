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
  /** Negative if only a name has them, which only its bearer finds. */
  readonly seq: number;
  /** Its place in the index: the newest has the highest. */
  readonly id: number;
}

const value = sql.placeholder;

/**
 * Conversations with the newest messages that an expression of the index finds: of the
 * account's own, or of its imports, which have negative places. The index passes all own ones
 * on its way down to these, but starts with them on its way up. So imports are read from
 * below, unless there are more than a search finds.
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
 * Terms of the index with a prefix, in order, as many as a slice of a search takes: each is a
 * step to the next in the list of terms. They belong to one reader, whose id is in the
 * prefix. In hex, because as a text a malformed one, as a damaged file may contain, would end
 * the process.
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

/** The newest of each conversation, among the first results of the index. */
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
      // Next to max() a column is from the row with the maximum.
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

/** The start of messages' texts, and who may read each. */
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
    // A cross join runs in its order: each of them is looked up by its key.
    .from(hits)
    .crossJoin(messages)
    .where(
      sql`${messages.conversationId} = hit.value ->> '$.conversationId' and ${messages.seq} = hit.value ->> '$.seq'`,
    )
    .prepare();
  return (hitsOfPage: readonly Hit[]) =>
    said.all({ hits: JSON.stringify(hitsOfPage) });
});
