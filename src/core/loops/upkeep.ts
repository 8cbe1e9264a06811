import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Static } from "typebox";
import { checkBackup, DRAFT_END } from "../backup/backup_file.ts";
import type { SealedKeys } from "../backup/seal_keys.ts";
import { LIMITS } from "../base/limits.ts";
import { Loop } from "../base/loop.ts";
import { DAY_MS } from "../base/time.ts";
import { makeBackup } from "../operations/make_backup.ts";
import type { Services } from "../pipeline/call.ts";
import { resultsStore } from "../verify/results_store.ts";
import { asOperator } from "./duty.ts";
import { signHeads } from "./sweeper.ts";
import { record, verifyAll } from "./upkeep_tasks.ts";

/** Scheduled backups. */
export interface Backups {
  readonly folder: string;
  readonly everyMs: number;
  readonly kept: number;
  /** The current keys, sealed; null if they are left out. */
  keys(): Promise<Static<typeof SealedKeys> | null>;
}

const NAME = /^inbox-\d{8}T\d{6}Z\.backup$/;

/** Scheduled maintenance of the whole database: backups, and a daily check for damage. */
export function upkeep(
  services: Services,
  backups: Backups | undefined,
): readonly Loop[] {
  const { log } = services;
  const startedAt = services.clock();
  const verifying = new Loop({
    everyMs: LIMITS.upkeepLookMs,
    pass: async () => {
      // A service that has just started is busy with other work.
      if (services.clock() - startedAt < LIMITS.upkeepAfterStartMs) return;
      await verifyDaily(services);
    },
    failed: (error) => log.error("verify.failed", error),
  });
  if (!backups) return [verifying];
  const backing = new Loop({
    everyMs: LIMITS.upkeepLookMs,
    pass: () => backUpDue(services, backups),
    failed: (error) => log.error("backup.failed", error),
  });
  return [verifying, backing];
}

/** Verifies what has changed, and a part of the rest, unless done within a day. */
export async function verifyDaily(services: Services): Promise<void> {
  const last = await resultsStore(services.db).newest("verify");
  if (last && services.clock() - last.at < DAY_MS) return;
  const run = asOperator(services, "upkeep");
  const { ok, problems } = await verifyAll(run, { changed: true });
  if (ok) return;
  services.log.error("verify.found", new Error(problems[0]));
}

/**
 * Makes a backup if one is due, then removes surplus ones; a failed one is retried after a
 * while, and removes none.
 */
export async function backUpDue(
  services: Services,
  backups: Backups,
): Promise<void> {
  const last = await resultsStore(services.db).newest("backup");
  const waitMs =
    last?.ok === false
      ? Math.min(backups.everyMs, LIMITS.backupRetryMs)
      : backups.everyMs;
  if (last && services.clock() - last.at < waitMs) return;
  const run = asOperator(services, "upkeep");
  try {
    await signHeads(services);
    const stamp = new Date(services.clock()).toISOString();
    const name = `inbox-${stamp.replace(/\.\d+|[-:]/g, "")}.backup`;
    const file = join(backups.folder, name);
    const made = await run(makeBackup, { file, keys: await backups.keys() });
    await prune(backups, made.file);
    await record(run, { kind: "backup", ok: true, details: [made.file] });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    await record(run, { kind: "backup", ok: false, details: [why] });
    throw error;
  }
}

/**
 * Removes the oldest, and the remains of a killed process, once the newest was read
 * completely.
 */
async function prune(
  { folder, kept }: Pick<Backups, "folder" | "kept">,
  newest: string,
): Promise<void> {
  await checkBackup(newest);
  const names = await readdir(folder);
  const whole = names.filter((name) => NAME.test(name)).toSorted();
  const left = names.filter(
    (name) => name.startsWith("inbox-") && name.endsWith(DRAFT_END),
  );
  for (const name of [...whole.slice(0, -kept), ...left]) {
    await rm(join(folder, name));
  }
}
