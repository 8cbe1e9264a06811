import type { QueryCall } from "../../../access/context.ts";
import { pace } from "../../../base/pace.ts";
import { canRead } from "../../model/audience.ts";
import type { ListAsked, RowPage } from "./list.ts";
import { amongRows } from "./list.ts";
import type { Hit } from "./search_store.ts";
import { textsOfHits } from "./search_store.ts";
import type { Snippet } from "./snippet.ts";
import { snippetOf } from "./snippet.ts";
import { conversationsWith } from "./with_words.ts";

/** A page of search results, with the message of each that has the words. */
export interface FoundPage extends RowPage {
  readonly hits: readonly Hit[];
}

/** One page of a selection with a text. */
export async function searchRows(
  call: QueryCall,
  asked: ListAsked,
  text: string,
): Promise<FoundPage> {
  const { accountId } = call.member;
  const found = await conversationsWith(call.db, { accountId, text });
  const ids = found.map(({ conversationId }) => conversationId);
  const page = await amongRows(call, asked, ids);
  const shown = new Set(page.rows.map(({ conversationId }) => conversationId));
  const hits = found.filter((it) => shown.has(it.conversationId));
  return { ...page, hits };
}

/** A part of a message with the words of a search. */
export interface MessageSnippet extends Snippet {
  readonly messageId: string;
}

/**
 * The snippets from the messages of a page, by conversation: none if only a title or a name
 * has the words, or they are beyond the limit.
 */
export async function foundWords(
  call: QueryCall,
  { rows, hits }: Pick<FoundPage, "rows" | "hits">,
  text: string,
): Promise<ReadonlyMap<string, MessageSnippet>> {
  const positions = new Map(
    rows.map((it) => [it.conversationId, it.position] as const),
  );
  const snippets = new Map<string, MessageSnippet>();
  for (const it of await textsOfHits(call.db)(hits)) {
    const { conversationId, messageId } = it;
    const position = positions.get(conversationId);
    if (position === undefined || !canRead(it, position)) continue;
    const snippet = snippetOf(it.text, text);
    if (snippet) snippets.set(conversationId, { messageId, ...snippet });
    await pace.turn();
  }
  return snippets;
}
