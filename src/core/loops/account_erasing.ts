import { OPERATOR } from "../access/principal.ts";
import { LIMITS } from "../base/limits.ts";
import { Loop } from "../base/loop.ts";
import { breathe } from "../base/pace.ts";
import { deletionStore } from "../deletion/deletion_store.ts";
import { continueDeletion } from "../operations/continue_deletion.ts";
import type { Services } from "../pipeline/call.ts";
import { callOperation } from "../pipeline/call.ts";

type Stop = Pick<AbortSignal, "aborted">;

/** Erases accounts that are being deleted, a slice of each by turns. */
export async function eraseAccounts(
  services: Services,
  signal: Stop = { aborted: false },
): Promise<void> {
  let open = await deletionStore(services.db).open();
  while (open.length > 0) {
    const left: string[] = [];
    for (const accountId of open) {
      if (signal.aborted) return;
      try {
        if (await goOn(services, accountId)) left.push(accountId);
      } catch (error) {
        // The next pass tries again, and the others need not wait for it.
        services.log.error("deletion.failed", error);
      }
      await breathe();
    }
    open = left;
  }
}

/** Erases one slice; true while something is left. */
async function goOn(services: Services, accountId: string): Promise<boolean> {
  const requestId = `deletion-${services.randomBytes(8).toHex()}`;
  const caller = { principal: OPERATOR, via: "system", requestId } as const;
  const input = { accountId };
  const made = await callOperation(services, continueDeletion, caller, input);
  return made.output.hasMore;
}

/** Looks whether an account is to be erased. */
export function accountErasing(services: Services): Loop {
  return new Loop({
    everyMs: LIMITS.exportPassMs,
    pass: (signal) => eraseAccounts(services, signal),
    failed: (error) => services.log.error("deletion.failed", error),
  });
}
