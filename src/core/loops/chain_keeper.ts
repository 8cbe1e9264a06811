import { LIMITS } from "../base/limits.ts";
import { Loop } from "../base/loop.ts";
import { settleMovement } from "../operations/settle_movement.ts";
import { chainPass } from "../payments/chain/chain_pass.ts";
import type { ChainDesk } from "../payments/chain/chain_place.ts";
import { isOfChain } from "../payments/chain/chain_place.ts";
import { eventsStore } from "../payments/chain/events_store.ts";
import { intentStore } from "../payments/chain/intent_store.ts";
import { stopsStore } from "../payments/chain/stops/stops_store.ts";
import type { Services } from "../pipeline/call.ts";
import { callOperation } from "../pipeline/call.ts";
import { clock } from "./duty.ts";

/**
 * Looks at the chain once, and has every conversation take notice of what it did for good.
 * @throws ChainUnavailableError, ChainRefusal
 */
export async function keepChain(
  services: Services,
  desk: ChainDesk,
  signal?: AbortSignal,
): Promise<void> {
  // What ended before is taken notice of, also while the node is away.
  await settleEnded(services, "confirmed", signal);
  await settleEnded(services, "refused", signal);
  const failed = await passOnce(services, desk);
  await settleEnded(services, "confirmed", signal);
  await settleEnded(services, "refused", signal);
  for (const conversationId of await stopsStore(services.db).unrecorded()) {
    await settleIn(services, conversationId);
  }
  if (failed) throw failed;
}

/** What kept a look from being whole, which the operator is told, too. */
async function passOnce(
  { db, clock: now }: Services,
  desk: ChainDesk,
): Promise<Error | undefined> {
  const store = eventsStore(db);
  const { escrow } = desk.place;
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
    await db.commit([store.setFailing(escrow, problem, now())]);
  }
  return failed;
}

async function settleEnded(
  services: Services,
  state: "confirmed" | "refused",
  signal: AbortSignal | undefined,
): Promise<void> {
  const store = intentStore(services.db);
  for (let after = ""; !signal?.aborted; ) {
    const page = await store.page(state, after);
    for (const conversationId of new Set(page.map((it) => it.conversationId))) {
      await settleIn(services, conversationId);
    }
    const last = page.at(-1);
    if (!last || page.length < LIMITS.chainIntentsPageMax) return;
    after = last.id;
  }
}

/** One that fails is left for the next pass, and the others go on. */
async function settleIn(
  services: Services,
  conversationId: string,
): Promise<void> {
  const caller = clock(services);
  try {
    await callOperation(services, settleMovement, caller, { conversationId });
  } catch (error) {
    services.log.error("chain.not_settled", error, caller.requestId);
  }
}

/** What follows money on a chain while the service runs. */
export function chainKeeper(services: Services, desk: ChainDesk): Loop {
  return new Loop({
    everyMs: LIMITS.chainPassMs,
    pass: (signal) => keepChain(services, desk, signal),
    failed: (error) => services.log.error("chain.pass_failed", error),
  });
}
