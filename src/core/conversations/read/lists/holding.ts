import { LIMITS } from "../../../base/limits.ts";
import { pace } from "../../../base/pace.ts";
import type { Database } from "../../../db/database.ts";
import { indexedWords, termOf } from "../../acts/store/words/index_terms.ts";
import { wordIndex } from "../../acts/store/words/word_index.ts";
import { newestTexts } from "./newest_texts_store.ts";
import type { Hit } from "./search_store.ts";
import { newestHits, termsBeginning } from "./search_store.ts";
import {
  askedWords,
  endsQuoted,
  hasPhrases,
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
 * index finds nothing else. It does not know in which order words stand: of what is in
 * quotes, or is several words to the index, the texts of the newest messages with all of
 * them are looked at.
 */
export async function conversationsHolding(
  db: Database,
  { accountId, text, isImported = false }: Sought,
): Promise<readonly Hit[]> {
  const terms = askedWords(text)
    .flatMap(indexedWords)
    .map((word) => termOf(accountId, word));
  const last = terms.pop();
  // Nothing holds a text without a word.
  if (last === undefined) return [];
  // What was imported has its words already.
  if (!isImported) await wordIndex(db).caughtUp(accountId);
  const ending = endsQuoted(text) ? `"${last}"` : await anyOf(db, last);
  const others = terms.map((term) => `"${term}" AND `);
  const expression = `${others.join("")}(${ending})`;
  const phrases = lookedPhrases(text);
  // Imported texts stand elsewhere, and are found by their words alone.
  if (isImported || phrases.length === 0) {
    return await newestHits(db)(expression, isImported);
  }
  return await hitsWith(db, expression, (said) => hasPhrases(said, phrases));
}

/**
 * What begins like a term, for the index: the terms themselves where they are few, of which it
 * takes the newest messages alone. With the beginning as such it puts together all messages
 * of the account that have one of many.
 */
async function anyOf(db: Database, beginning: string): Promise<string> {
  const found = await termsBeginning(db)(beginning);
  if (found.length > LIMITS.searchBeginningsMax) return `"${beginning}" *`;
  return [beginning, ...found].map((term) => `"${term}"`).join(" OR ");
}

/** Of the newest messages that an expression finds, the newest of each conversation as wanted. */
async function hitsWith(
  db: Database,
  expression: string,
  isWanted: (said: string) => boolean,
): Promise<readonly Hit[]> {
  const newest = new Map<string, Hit>();
  for (const { text, ...hit } of await newestTexts(db)(expression)) {
    const known = newest.get(hit.conversationId);
    if ((known?.id ?? hit.id) > hit.id) continue;
    if (text !== null && isWanted(text)) newest.set(hit.conversationId, hit);
    await pace.turn();
  }
  return [...newest.values()];
}
