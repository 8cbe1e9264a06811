import type { CommandCall } from "../../../../src/core/access/context.ts";
import { stopsStore } from "./stops_store.ts";

/** Records once what stopped the captures of a conversation. */
export async function noteStop(call: CommandCall, conversationId: string) {
  const store = stopsStore(call.db);
  const stops = await store.openIn(conversationId);
  const fresh = stops.find(({ recordedAt }) => recordedAt === null);
  if (!fresh) return undefined;
  call.write(store.record(conversationId, call.now));
  return { problem: fresh.problem, transaction: fresh.movedBy };
}

/** Lets the captures of a conversation go on, and returns the number of reasons. */
export async function liftStopsOf(call: CommandCall, conversationId: string) {
  const store = stopsStore(call.db);
  const { length: lifted } = await store.openIn(conversationId);
  if (lifted > 0) call.write(store.lift(conversationId, call.now));
  return { lifted };
}
