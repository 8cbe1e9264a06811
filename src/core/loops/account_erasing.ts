import { LIMITS } from "../base/limits.ts";
import { Loop } from "../base/loop.ts";
import { breathe } from "../base/pace.ts";
import { deletionStore } from "../deletion/deletion_store.ts";
import { continueDeletion } from "../operations/continue_deletion.ts";
import { eraseWords } from "../operations/erase_words.ts";
import type { Services } from "../pipeline/call.ts";
import { outputOf } from "../pipeline/call.ts";
import { asOperator, clock } from "./duty.ts";

type Stop = Pick<AbortSignal, "aborted">;

/**
 * Erases accounts that are being deleted, a slice of each in turn.
 * @returns True if there was anything to erase.
 */
export async function eraseAccounts(
  services: Services,
  signal: Stop = { aborted: false },
): Promise<boolean> {
  const run = asOperator(services, "deletion");
  let open = await deletionStore(services.db).open();
  const hasAny = open.length > 0;
  while (open.length > 0) {
    const left: string[] = [];
    for (const accountId of open) {
      if (signal.aborted) return hasAny;
      try {
        const { hasMore } = await run(continueDeletion, { accountId });
        if (hasMore) left.push(accountId);
      } catch (error) {
        // The next pass tries again, and the others need not wait.
        services.log.error("deletion.failed", error);
      }
      await breathe();
    }
    open = left;
  }
  return hasAny;
}

/**
 * Erases deleted accounts, the words of deleted drafts in the index, and then the log with
 * older pages. After a run over the index it rests ten times as long, because each run
 * rewrites the whole index.
 */
export function erasing(services: Services): (signal?: Stop) => Promise<void> {
  const { db } = services;
  let runSince: number | undefined;
  let restsUntil = 0;
  // A killed process has left its log as it was.
  let isLogDue = true;
  return async (signal) => {
    if (await eraseAccounts(services, signal)) isLogDue = true;
    const now = services.clock();
    if (now >= restsUntil) {
      const output = await outputOf(services, eraseWords, clock(services), {});
      if (output.hasMore) runSince ??= now;
      else if (runSince !== undefined) {
        restsUntil = now + LIMITS.wordRestFactor * (now - runSince);
        runSince = undefined;
        isLogDue = true;
      }
    }
    // A running reader keeps the log: the next pass tries again.
    if (isLogDue) isLogDue = (await db.upkeep?.emptyLog()) === false;
  };
}

/** Checks whether anything must be erased. */
export function erasingLoop(services: Services): Loop {
  return new Loop({
    everyMs: LIMITS.exportPassMs,
    pass: erasing(services),
    failed: (error) => services.log.error("deletion.failed", error),
  });
}
