import type { Runner } from "../../../packages/terminal/src/operator/runner.ts";
import { passphraseIn } from "../../config/backup.ts";
import type { Config } from "../../config/config.ts";
import { restoreBackup } from "../../core/backup/restore_file.ts";
import type { KeyFiles } from "../../core/backup/seal_keys.ts";
import type { Trailer } from "../../core/backup/trailer.ts";
import { isSignedTrailer, readTrailer } from "../../core/backup/trailer.ts";
import { openSigner } from "../../core/base/keys.ts";
import { DiskRoom } from "../../core/insight/disk_room.ts";
import { verifyAll } from "../../core/loops/upkeep_tasks.ts";
import { missingKeys, openedKeysFor } from "../../process/backup_keys.ts";
import { operationsOf } from "../open_here.ts";

interface Restoring {
  readonly path: string;
  readonly database: string;
  readonly passphraseFile?: string;
  /** False leaves the keys out. */
  readonly keys: boolean;
}

/** Opens a service as its terminal does. */
type Open = (config: Config) => Promise<Runner>;

/** Restores a backup to the database of these settings, with its keys beside it. */
export async function restoreHere(
  config: Config,
  { path, database, passphraseFile, keys: wanted }: Restoring,
): Promise<Trailer> {
  const { keys: sealed } = await readTrailer(path);
  const keys =
    sealed === null || !wanted
      ? {}
      : await opened(config, sealed, passphraseFile);
  return await restoreBackup({ file: path, database, keys });
}

async function opened(
  config: Config,
  sealed: NonNullable<Trailer["keys"]>,
  passphraseFile: string | undefined,
): Promise<KeyFiles> {
  const passphrase =
    passphraseFile === undefined
      ? config.backupPassphrase
      : passphraseIn(passphraseFile, "restore");
  if (passphrase === undefined) {
    throw new Error(
      "Cannot restore the keys without the passphrase: use --passphrase-file, or leave them out with --no-keys",
    );
  }
  const keys = await openedKeysFor(config, sealed, passphrase);
  if (keys) return keys;
  throw new Error("Cannot restore the keys: wrong passphrase");
}

/**
 * The problems of a restored service, found by opening it as the service does. The chains
 * must extend the checkpoint signed when the backup began, so nothing older is missing.
 */
export async function problemsOfRestored(
  config: Config,
  trailer: Trailer,
  open: Open,
): Promise<readonly string[]> {
  const missing = await missingKeys(config);
  if (missing.length > 0) {
    return missing.map((it) => `${it} is missing: it can't be verified`);
  }
  const { publicKeys } = await openSigner(config);
  const problems: string[] = [];
  if (!publicKeys.some((it) => isSignedTrailer(trailer, it))) {
    problems.push("the backup wasn't signed with this key");
  }
  const { checkpoint } = trailer;
  problems.push(
    ...(await problemsInside(config, checkpoint, open).catch(sayFull(config))),
  );
  return problems;
}

/** Reports a full disk if there is no room to open a restored service. */
function sayFull({ databasePath }: Config): (error: unknown) => Promise<never> {
  return async (error) => {
    await new DiskRoom(Date.now, databasePath).check().catch((cause) => {
      const why = `Cannot verify ${databasePath}: its disk is full. It was restored: make room, and run svc verify`;
      throw new Error(why, { cause });
    });
    throw error;
  };
}

/** The problems that a restored service finds in its database. */
async function problemsInside(
  config: Config,
  note: Trailer["checkpoint"],
  open: Open,
): Promise<readonly string[]> {
  const operator = await open(config);
  try {
    const found = await verifyAll(operationsOf(operator));
    const { problem } =
      note === null
        ? { problem: null }
        : await operator.run("compare_log", { note });
    if (problem === null) return found.problems;
    const lost = `the checkpoint of the log with which it began: ${problem}`;
    return [...found.problems, lost];
  } finally {
    await operator.close();
  }
}
