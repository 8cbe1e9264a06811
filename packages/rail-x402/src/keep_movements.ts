import { LIMITS } from "../../../src/core/base/limits.ts";
import type { Notify } from "../../../src/core/payments/chain/chain_port.ts";
import { chainPass } from "./chain_pass.ts";
import type { ChainDesk } from "./chain_place.ts";
import { isOfChain } from "./chain_place.ts";
import { eventsStore } from "./events_store.ts";
import { intentStore } from "./intent_store.ts";
import { stopsStore } from "./stops/stops_store.ts";

/**
 * Reads the chain once, and tells each conversation what is final.
 * @throws ChainUnavailableError, ChainRefusal
 */
export async function keepMovements(
  desk: ChainDesk,
  notice: Notify,
  signal?: AbortSignal,
): Promise<void> {
  const noticeEnded = async () => {
    await noticeAll(desk, notice, { state: "confirmed", signal });
    await noticeAll(desk, notice, { state: "refused", signal });
  };
  // Movements that ended before are reported even while the node is away.
  await noticeEnded();
  const failed = await passOnce(desk);
  await noticeEnded();
  for (const conversationId of await stopsStore(desk.db).unrecorded()) {
    await notice(conversationId);
  }
  if (failed) throw failed;
}

/**
 * Runs one pass over the chain; returns the error that ended it early, and records it for the
 * operator.
 */
async function passOnce(desk: ChainDesk): Promise<Error | undefined> {
  const { db, clock, place } = desk;
  const store = eventsStore(db);
  const { escrow } = place;
  const failed = await chainPass(desk).then(
    () => undefined,
    (error: unknown) => {
      if (isOfChain(error)) return error;
      throw error;
    },
  );
  const before = await store.failing(escrow);
  if (failed?.message !== before?.problem) {
    const problem = failed?.message ?? null;
    await db.commit([store.setFailing(escrow, problem, clock())]);
  }
  return failed;
}

async function noticeAll(
  { db }: Pick<ChainDesk, "db">,
  notice: Notify,
  {
    state,
    signal,
  }: {
    readonly state: "confirmed" | "refused";
    readonly signal: AbortSignal | undefined;
  },
): Promise<void> {
  const store = intentStore(db);
  for (let after = ""; !signal?.aborted; ) {
    const page = await store.page(state, after);
    for (const conversationId of new Set(page.map((it) => it.conversationId))) {
      await notice(conversationId);
    }
    const last = page.at(-1);
    if (!last || page.length < LIMITS.chainIntentsPageMax) return;
    after = last.id;
  }
}
