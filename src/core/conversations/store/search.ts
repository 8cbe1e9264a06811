import type { QueryCall } from "../../access/context.ts";
import { LIMITS } from "../../base/limits.ts";
import type { View } from "../model/schemas.ts";
import { conversationsHolding } from "./search_store.ts";
import type { Narrowing, Place, Seat } from "./store.ts";
import { conversationStore } from "./store.ts";

/** A page of seats, and where the next one goes on; null after the last. */
export interface SeatPage {
  readonly seats: readonly Seat[];
  readonly next: Place | null;
}

interface Asked {
  readonly view: View | undefined;
  readonly narrowing: Narrowing;
  readonly after: Place;
  readonly limit: number;
}

/** One page of a view. */
export async function listSeats(
  call: QueryCall,
  { view, narrowing, after, limit }: Asked,
): Promise<SeatPage> {
  const { accountId } = call.member;
  const store = conversationStore(call.db);
  const page = { after, limit: limit + 1 };
  const found = await store.view(accountId, view, narrowing, page);
  const seats = found.slice(0, limit);
  const last = found.length > limit ? seats.at(-1) : undefined;
  return { seats, next: last ? placeOf(last) : null };
}

/**
 * One page of those of a view that hold a text, looked for in slices: others come
 * between. It ends early once it has looked at as many as one request may, and the
 * next one goes on from there; so it may even be empty.
 */
export async function searchSeats(
  call: QueryCall,
  asked: Asked,
  text: string,
): Promise<SeatPage> {
  const { accountId } = call.member;
  const holding = conversationsHolding(call.db);
  const endsAt = call.clock() + LIMITS.searchMs;
  const limit = LIMITS.searchSliceMax;
  const seats: Seat[] = [];
  let next: Place | null = asked.after;
  let looked = 0;
  while (next !== null) {
    const slice: SeatPage = await listSeats(call, {
      ...asked,
      after: next,
      limit,
    });
    const ids = slice.seats.map((seat) => seat.conversationId);
    const found = await holding(accountId, text, ids);
    for (const seat of slice.seats) {
      if (!found.has(seat.conversationId)) continue;
      seats.push(seat);
      if (seats.length === asked.limit) return { seats, next: placeOf(seat) };
    }
    looked += ids.length;
    next = slice.next;
    if (looked >= LIMITS.searchLookedMax || call.clock() >= endsAt) break;
  }
  return { seats, next };
}

function placeOf({ updatedAt, conversationId }: Seat): Place {
  return { at: updatedAt, id: conversationId };
}
