import type { QueryCall } from "../../../access/context.ts";
import { LIMITS } from "../../../base/limits.ts";
import { pace } from "../../../base/pace.ts";
import type { ImportedRow } from "../../acts/store/imported_store.ts";
import { importedStore } from "../../acts/store/imported_store.ts";
import type { ListPlace } from "../../acts/store/store.ts";
import type { Window } from "../../acts/store/window.ts";
import type { ConversationView } from "../projection/present.ts";
import { presentImported } from "../projection/present_imported.ts";
import { cursorAfter } from "./cursor.ts";
import { conversationsWith } from "./with_words.ts";

/** A page of a list: its conversations, and where the next one starts; null after the last. */
export interface ViewPage {
  readonly views: readonly ConversationView[];
  readonly nextCursor: string | null;
}

interface PageAsked {
  readonly after: ListPlace;
  readonly limit: number;
  readonly window: Window;
  /** Only conversations with these words; all if empty. */
  readonly text: string;
}

/** One page of the caller's imported conversations, newest change first. */
export async function importedPage(
  call: QueryCall,
  { after, limit, window, text }: PageAsked,
): Promise<ViewPage> {
  const { db, member } = call;
  const { accountId } = member;
  const store = importedStore(db);
  const found = text
    ? await store.among(accountId, await idsWith(call, text), {
        ...after,
        limit: limit + 1,
      })
    : await store.list(accountId, after, limit + 1);
  const views = await presentRows(call, found.slice(0, limit), window);
  return { views, nextCursor: nextOf(views, views.length < found.length) };
}

/** The rows of two pages together, down to where the first of them ends. Pure. */
export function merged(
  one: ViewPage,
  other: ViewPage,
  limit: number,
): ViewPage {
  const ends = [one, other].flatMap(({ views, nextCursor }) => {
    const last = views.at(-1);
    return nextCursor !== null && last ? [last] : [];
  });
  const shown = [...one.views, ...other.views]
    .toSorted(byNewest)
    .filter((it) => ends.every((end) => byNewest(it, end) <= 0));
  const views = shown.slice(0, limit);
  const isCut = ends.length > 0 || views.length < shown.length;
  return { views, nextCursor: nextOf(views, isCut) };
}

function nextOf(
  views: readonly ConversationView[],
  hasMore: boolean,
): string | null {
  const last = views.at(-1);
  return hasMore && last ? cursorAfter(last) : null;
}

function byNewest(one: ConversationView, other: ConversationView): number {
  const [mine, its] = [one, other].map((it) => `${it.updatedAt} ${it.id}`);
  if (mine === its || mine === undefined || its === undefined) return 0;
  return mine < its ? 1 : -1;
}

/** Up to the limit of one answer. */
async function presentRows(
  call: QueryCall,
  rows: readonly ImportedRow[],
  window: Window,
): Promise<ConversationView[]> {
  const views: ConversationView[] = [];
  let bytes = 0;
  for (const row of rows) {
    await pace.turn();
    const view = await presentImported(call, row, window);
    bytes += JSON.stringify(view).length;
    if (bytes > LIMITS.answerBytesMax && views.length > 0) break;
    views.push(view);
  }
  return views;
}

async function idsWith(
  { db, member }: QueryCall,
  text: string,
): Promise<readonly string[]> {
  const { accountId } = member;
  const sought = { accountId, text, isImported: true };
  const hits = await conversationsWith(db, sought);
  return hits.map(({ conversationId }) => conversationId);
}
