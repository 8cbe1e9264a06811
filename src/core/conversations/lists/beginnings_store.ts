import { desc, eq, sql } from "drizzle-orm";
import { LIMITS } from "../../base/limits.ts";
import { bounded } from "../../db/bounded.ts";
import type { Database } from "../../db/database.ts";
import { perDatabase } from "../../db/per_database.ts";
import {
  conversations,
  messages,
  participants,
} from "../../db/tables/conversation_schema.ts";
import { wordRows } from "../../db/tables/word_schema.ts";
import { words } from "../../db/tables/words.ts";

const value = sql.placeholder;

/**
 * Words of the index that begin like one, in their order, one more than a search takes:
 * each is a step to the next in the list of its terms. The readers' own terms stand there
 * as well and are stepped over together, with what little begins like them.
 */
export const wordsBeginning = perDatabase(({ longOrm }: Database) => {
  const next = (from: ReturnType<typeof sql>) =>
    sql`(select term from word_terms where term >= ${from} and term < ${value("beginning")} || char(0x10ffff) limit 1)`;
  const steps = sql`(with recursive steps (term) as (
    select ${next(sql`${value("beginning")}`)}
    union all
    select ${next(sql`iif(steps.term glob ${READER}, ${AFTER_READERS}, steps.term || char(1))`)}
      from steps where steps.term is not null
    limit ${sql.raw(String(LIMITS.searchBeginningsMax + 2))})
    select term from steps where term is not null and term not glob ${READER})`;
  const found = longOrm
    .select({ term: sql<string>`term` })
    .from(steps)
    .where(bounded("a search takes so many words"))
    .limit(LIMITS.searchBeginningsMax + 1)
    .prepare();
  return async (beginning: string): Promise<readonly string[]> =>
    (await found.all({ beginning })).map(({ term }) => term);
});

/** What `readerOf` makes of an account's id. */
const READER = sql.raw(`'acc[0-7]${"?".repeat(25)}'`);
const AFTER_READERS = sql.raw("'acc8'");

/**
 * The newest messages that an expression finds, with so many characters of their words;
 * null for what was imported.
 */
export const newestTexts = perDatabase(({ longOrm }: Database) => {
  const newest = longOrm
    .select({ id: words.rowid })
    .from(words)
    .where(sql`words match ${value("expression")}`)
    .orderBy(desc(words.rowid))
    .limit(LIMITS.searchNewestMax)
    .as("newest");
  const { id, conversationId, seq } = wordRows;
  const here = sql`conversation_id = ${conversationId}`;
  const title = sql`(select title from ${conversations} where id = ${conversationId})`;
  const names = sql`(select group_concat(address || ' ' || display_name, ' ') from ${participants} where ${here} and role <> 'bcc')`;
  const ownName = sql`(select address || ' ' || display_name from ${participants} where ${here} and position = -${seq})`;
  const said = sql`(select group_concat(value ->> '$.text', ' ') from ${messages}, json_each(parts) where ${here} and seq = ${seq})`;
  const texts = longOrm
    .select({
      id,
      conversationId,
      seq,
      text: sql<
        string | null
      >`substr(iif(${seq} = 1, ${title} || ' ' || ${names} || ' ', iif(${title} is null, null, '')) || coalesce(iif(${seq} < 0, ${ownName}, ${said}), ''), 1, ${value("chars")})`,
    })
    .from(newest)
    .innerJoin(wordRows, eq(id, newest.id))
    .prepare();
  return (expression: string, chars: number) =>
    texts.all({ expression, chars });
});
