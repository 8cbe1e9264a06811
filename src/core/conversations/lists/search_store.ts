import { desc, eq, sql } from "drizzle-orm";
import { LIMITS } from "../../base/limits.ts";
import type { Database } from "../../db/database.ts";
import { perDatabase } from "../../db/per_database.ts";
import { wordRows } from "../../db/tables/word_schema.ts";
import { words } from "../../db/tables/words.ts";
import { readerOf } from "../store/word_store.ts";

/**
 * Conversations with the newest messages that hold all words of a text, the last of them
 * as the beginning of one, and that the account may read: the index finds nothing else.
 */
export const conversationsHolding = perDatabase(({ longOrm }: Database) => {
  const newest = longOrm
    .select({ id: words.rowid })
    .from(words)
    .where(sql`words match ${sql.placeholder("expression")}`)
    .orderBy(desc(words.rowid))
    .limit(LIMITS.searchFoundMax)
    .as("newest");
  const found = longOrm
    .selectDistinct({ id: wordRows.conversationId })
    .from(newest)
    .innerJoin(wordRows, eq(wordRows.id, newest.id))
    .prepare();
  return async (
    accountId: string,
    text: string,
  ): Promise<readonly string[]> => {
    const expression = expressionOf(accountId, text);
    if (expression === undefined) return [];
    return (await found.all({ expression })).map(({ id }) => id);
  };
});

/** What the index takes for a word: letters and digits together. */
const WORD = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;

/** Undefined for a text without a word, which nothing holds. */
function expressionOf(accountId: string, text: string): string | undefined {
  const asked = text.match(WORD)?.slice(0, LIMITS.searchWordsMax);
  if (!asked) return undefined;
  const held = asked.map((word) => `text:"${word}"`).join(" AND ");
  return `readers:"${readerOf(accountId)}" AND ${held}*`;
}
