import { desc, eq, sql } from "drizzle-orm";
import { LIMITS } from "../../../base/limits.ts";
import type { Database } from "../../../db/database.ts";
import { perDatabase } from "../../../db/per_database.ts";
import {
  conversations,
  messages,
  participants,
} from "../../../db/tables/conversation_schema.ts";
import { wordRows } from "../../../db/tables/word_schema.ts";
import { words } from "../../../db/tables/words.ts";

const value = sql.placeholder;

const CHARS = sql.raw(String(LIMITS.searchPhraseCharsMax));

/**
 * The newest messages that an expression finds, with the start of their text; null for
 * imported ones.
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
      >`substr(iif(${seq} = 1, ${title} || ' ' || ${names} || ' ', iif(${title} is null, null, '')) || coalesce(iif(${seq} < 0, ${ownName}, ${said}), ''), 1, ${CHARS})`,
    })
    .from(newest)
    .innerJoin(wordRows, eq(id, newest.id))
    .prepare();
  return (expression: string) => texts.all({ expression });
});
