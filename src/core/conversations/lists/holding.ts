import { LIMITS } from "../../base/limits.ts";
import { pace } from "../../base/pace.ts";
import type { Database } from "../../db/database.ts";
import { readerOf } from "../store/word_store.ts";
import { newestTexts, wordsBeginning } from "./beginnings_store.ts";
import type { Hit } from "./search_store.ts";
import { newestHits } from "./search_store.ts";
import {
  askedWords,
  endsQuoted,
  folded,
  hasBeginning,
  hasPhrases,
  indexedWords,
  lookedPhrases,
} from "./snippet.ts";

/** Whose search it is, and for which words. */
interface Sought {
  readonly accountId: string;
  readonly text: string;
  /** True for what the account brought along alone; else it is found last. */
  readonly isImported?: boolean;
}

/**
 * Conversations with the newest messages that hold all words of a text, the last of them
 * as the beginning of one unless a quote ends it, and that the account may read: the
 * index finds nothing else.
 *
 * The index would put together all messages with any word that begins so, whoever may
 * read them. So it is asked for the words themselves, as many as a search takes; where
 * more begin so, the account's newest messages are looked through as well. It does not
 * know either in which order words stand: of what is in quotes, or is several words to
 * the index, the texts of the newest messages with all of them are looked at.
 */
export async function conversationsHolding(
  db: Database,
  { accountId, text, isImported = false }: Sought,
): Promise<readonly Hit[]> {
  const asked = askedWords(text);
  const indexed = asked.flatMap(indexedWords);
  const last = indexed.at(-1);
  // Nothing holds a text without a word.
  if (last === undefined) return [];
  const found = endsQuoted(text) ? [] : await wordsBeginning(db)(folded(last));
  const others = [
    `readers:"${readerOf(accountId)}"`,
    ...indexed.slice(0, -1).map((word) => `text:"${word}"`),
  ].join(" AND ");
  const taken = [last, ...found.slice(0, LIMITS.searchBeginningsMax)];
  const any = taken.map((word) => `"${word}"`).join(" OR ");
  const all = `${others} AND text:(${any})`;
  // It has its texts elsewhere, and is found by its words alone.
  if (isImported) return await newestHits(db)(all, isImported);
  const hasMore = found.length > LIMITS.searchBeginningsMax;
  const beginning = folded(asked.at(-1) ?? "");
  const phrases = lookedPhrases(text);
  if (phrases.length > 0) {
    return await hitsWith(db, hasMore ? others : all, (said) => {
      const hasLast = !hasMore || hasBeginning(said, beginning);
      return hasLast && hasPhrases(said, phrases);
    });
  }
  const hits = await newestHits(db)(all, isImported);
  if (!hasMore) return hits;
  const newest = await newestTexts(db)(others, LIMITS.searchNewestCharsMax);
  return newestOfEach([
    ...hits,
    ...newest.filter((it) => hasBeginning(it.text ?? "", beginning)),
  ]);
}

/** Of the newest messages that an expression finds, those whose texts are as wanted. */
async function hitsWith(
  db: Database,
  expression: string,
  isWanted: (said: string) => boolean,
): Promise<readonly Hit[]> {
  const hits: Hit[] = [];
  const far = LIMITS.searchPhraseCharsMax;
  for (const { text, ...hit } of await newestTexts(db)(expression, far)) {
    if (text !== null && isWanted(text)) hits.push(hit);
    await pace.turn();
  }
  return newestOfEach(hits);
}

function newestOfEach(hits: readonly Hit[]): readonly Hit[] {
  const newest = new Map<string, Hit>();
  for (const hit of hits) {
    const known = newest.get(hit.conversationId);
    if (!known || known.id < hit.id) newest.set(hit.conversationId, hit);
  }
  return [...newest.values()];
}
