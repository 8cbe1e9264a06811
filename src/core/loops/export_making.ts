import { LIMITS } from "../base/limits.ts";
import { Loop } from "../base/loop.ts";
import { breathe } from "../base/pace.ts";
import { exportStore } from "../exports/export_store.ts";
import { continueExport } from "../operations/continue_export.ts";
import { removeEndedExport } from "../operations/remove_ended_export.ts";
import type { Services } from "../pipeline/call.ts";
import { asOperator } from "./duty.ts";
import { signHeads } from "./sweeper.ts";

type Stop = Pick<AbortSignal, "aborted">;

/** Makes requested archives, a slice of each in turn, and deletes ended ones. */
export async function makeExports(
  services: Services,
  signal: Stop = { aborted: false },
): Promise<void> {
  const run = asOperator(services, "exports");
  let making = await exportStore(services.db).making();
  while (making.length > 0) {
    const open: string[] = [];
    for (const exportId of making) {
      if (signal.aborted) return;
      try {
        const made = await run(continueExport, { exportId });
        if (made.needsHeads) await signHeads(services);
        if (made.hasMore) open.push(exportId);
      } catch (error) {
        // The next pass tries again, and the others need not wait.
        services.log.error("exports.failed", error);
      }
      await breathe();
    }
    making = open;
  }
  while (!signal.aborted) {
    const { hasMore } = await run(removeEndedExport, {});
    if (!hasMore) return;
    await breathe();
  }
}

/** Checks every second whether an export must be made. */
export function exportMaking(services: Services): Loop {
  return new Loop({
    everyMs: LIMITS.exportPassMs,
    pass: (signal) => makeExports(services, signal),
    failed: (error) => services.log.error("exports.failed", error),
  });
}
