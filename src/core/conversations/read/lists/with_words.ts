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

/** The account of a search, and its words. */
interface Sought {
  readonly accountId: string;
  readonly text: string;
  /** True for imported conversations only; they are found last. */
  readonly isImported?: boolean;
}

/**
 * Conversations with the newest messages with all words of a text, the last of which may be
 * incomplete unless a quote ends it. The index only finds what the account may read. It does
 * not store the order of words, so for quotes, and words that it splits, the texts of the
 * newest messages with all of them are read.
 */
export async function conversationsWith(
  db: Database,
  { accountId, text, isImported = false }: Sought,
): Promise<readonly Hit[]> {
  const terms = askedWords(text)
    .flatMap(indexedWords)
    .map((word) => termOf(accountId, word));
  const last = terms.pop();
  // A text without a word finds nothing.
  if (last === undefined) return [];
  // Imported conversations are already indexed.
  if (!isImported) await wordIndex(db).caughtUp(accountId);
  const others = terms.map((term) => `"${term}" AND `).join("");
  const phrases = lookedPhrases(text);
  // Imported texts are stored elsewhere, and found by their words only.
  const isLooked = !isImported && phrases.length > 0;
  const newest = new Map<string, Hit>();
  const endings = endsQuoted(text)
    ? [`"${last}"`]
    : beginningLike(db, last, isLooked);
  for await (const ending of endings) {
    const expression = `${others}(${ending})`;
    const hits = isLooked
      ? await hitsWith(db, expression, (said) => hasPhrases(said, phrases))
      : await newestHits(db)(expression, isImported);
    for (const hit of hits) keepNewest(newest, hit);
    await pace.turn();
  }
  return [...newest.values()]
    .sort((one, other) => other.id - one.id)
    .slice(0, LIMITS.searchFoundMax);
}

function keepNewest(newest: Map<string, Hit>, hit: Hit): void {
  const known = newest.get(hit.conversationId);
  if (known === undefined || known.id < hit.id) {
    newest.set(hit.conversationId, hit);
  }
}

/**
 * Terms with a prefix, for the index, a slice at a time: it takes the newest messages of each
 * slice, and other reads get their turn in between. Given the prefix itself, it would combine
 * all messages of the account with any of many terms. Only if texts are read as well it is,
 * because those must be the newest of all.
 */
async function* beginningLike(
  db: Database,
  beginning: string,
  isLooked: boolean,
): AsyncGenerator<string> {
  const quoted = (terms: readonly string[]) =>
    terms.map((term) => `"${term}"`).join(" OR ");
  let from = beginning;
  for (let slice = 0; slice < LIMITS.searchSlicesMax; slice += 1) {
    const found = await termsBeginning(db)(beginning, from);
    const isFull = found.length === LIMITS.searchBeginningsMax;
    if (isLooked && isFull) return yield `"${beginning}" *`;
    if (slice === 0) yield quoted([beginning, ...found]);
    else if (found.length > 0) yield quoted(found);
    const last = found.at(-1);
    if (last === undefined || !isFull) return;
    from = `${last}\u0001`;
  }
}

/** Of the newest messages that an expression finds, the newest of each selected conversation. */
async function hitsWith(
  db: Database,
  expression: string,
  isWanted: (said: string) => boolean,
): Promise<readonly Hit[]> {
  const newest = new Map<string, Hit>();
  for (const { text, ...hit } of await newestTexts(db)(expression)) {
    if (text !== null && isWanted(text)) keepNewest(newest, hit);
    await pace.turn();
  }
  return [...newest.values()];
}
