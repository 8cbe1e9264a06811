import type { QueryCall } from "../../access/context.ts";
import { LIMITS } from "../../base/limits.ts";
import type { View } from "../model/schemas.ts";
import { conversationsHolding } from "./search_store.ts";
import type { Narrowing, Place, ViewerRow } from "./store.ts";
import { conversationStore } from "./store.ts";

/** A page of viewer rows, and where the next page starts; null after the last. */
export interface RowPage {
  readonly rows: readonly ViewerRow[];
  readonly next: Place | null;
}

interface Asked {
  readonly view: View | undefined;
  readonly narrowing: Narrowing;
  readonly after: Place;
  readonly limit: number;
}

/** One page of a view. */
export async function listRows(
  call: QueryCall,
  { view, narrowing, after, limit }: Asked,
): Promise<RowPage> {
  const { accountId } = call.member;
  const store = conversationStore(call.db);
  const page = { after, limit: limit + 1 };
  const found = await store.view(accountId, view, narrowing, page);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, next: last ? placeOf(last) : null };
}

/**
 * One page of those of a view that hold a text, looked for in slices: others come
 * between. It ends early once it has looked at as many as one request may, and the
 * next one goes on from there; so it may even be empty.
 */
export async function searchRows(
  call: QueryCall,
  asked: Asked,
  text: string,
): Promise<RowPage> {
  const { accountId } = call.member;
  const holding = conversationsHolding(call.db);
  const endsAt = call.clock() + LIMITS.searchMs;
  const limit = LIMITS.searchSliceMax;
  const rows: ViewerRow[] = [];
  let next: Place | null = asked.after;
  let looked = 0;
  while (next !== null) {
    const slice: RowPage = await listRows(call, {
      ...asked,
      after: next,
      limit,
    });
    const ids = slice.rows.map((viewerState) => viewerState.conversationId);
    const found = await holding(accountId, text, ids);
    for (const viewerState of slice.rows) {
      if (!found.has(viewerState.conversationId)) continue;
      rows.push(viewerState);
      if (rows.length === asked.limit)
        return { rows, next: placeOf(viewerState) };
    }
    looked += ids.length;
    next = slice.next;
    if (looked >= LIMITS.searchLookedMax || call.clock() >= endsAt) break;
  }
  return { rows, next };
}

function placeOf({ updatedAt, conversationId }: ViewerRow): Place {
  return { at: updatedAt, id: conversationId };
}
