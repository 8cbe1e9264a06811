import { LIMITS } from "../../base/limits.ts";
import type { Database } from "../../db/database.ts";
import { readerOf } from "../store/word_store.ts";
import { newestTexts, wordsBeginning } from "./beginnings_store.ts";
import type { Hit } from "./search_store.ts";
import { newestHits } from "./search_store.ts";
import { askedWords, folded, hasBeginning } from "./snippet.ts";

/**
 * Conversations with the newest messages that hold all words of a text, the last of them
 * as the beginning of one, and that the account may read: the index finds nothing else.
 *
 * The index would put together all messages with any word that begins so, whoever may
 * read them. So it is asked for the words themselves, as many as a search takes; where
 * more begin so, the account's newest messages are looked through as well.
 */
export async function conversationsHolding(
  db: Database,
  accountId: string,
  text: string,
): Promise<readonly Hit[]> {
  const asked = askedWords(text);
  const last = asked.at(-1);
  // Nothing holds a text without a word.
  if (last === undefined) return [];
  const beginning = folded(last);
  const found = beginning === "" ? [] : await wordsBeginning(db)(beginning);
  const whole = [
    `readers:"${readerOf(accountId)}"`,
    ...asked.slice(0, -1).map((word) => `text:"${word}"`),
  ].join(" AND ");
  const taken = [last, ...found.slice(0, LIMITS.searchBeginningsMax)];
  const any = taken.map((word) => `"${word}"`).join(" OR ");
  const hits = await newestHits(db)(`${whole} AND text:(${any})`);
  if (found.length <= LIMITS.searchBeginningsMax) return hits;
  const newest = await newestTexts(db)(whole);
  return newestOfEach([
    ...hits,
    ...newest.filter((it) => hasBeginning(it.text, beginning)),
  ]);
}

function newestOfEach(hits: readonly Hit[]): readonly Hit[] {
  const newest = new Map<string, Hit>();
  for (const hit of hits) {
    const known = newest.get(hit.conversationId);
    if (!known || known.id < hit.id) newest.set(hit.conversationId, hit);
  }
  return [...newest.values()];
}
