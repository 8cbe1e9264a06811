import { resolve } from "node:path";
import type { Command } from "commander";
import type { Terminal } from "../../../packages/terminal/src/answer.ts";
import { FOUND_WRONG } from "../../../packages/terminal/src/answer.ts";
import { showFields } from "../../../packages/terminal/src/columns.ts";
import { ProblemError } from "../../../packages/terminal/src/problem_error.ts";
import { passphraseIn } from "../../config/backup.ts";
import type { Config } from "../../config/config.ts";
import { readConfig } from "../../config/config.ts";
import { restoreBackup } from "../../core/backup/restore_file.ts";
import type { KeyFiles } from "../../core/backup/seal_keys.ts";
import type { Trailer } from "../../core/backup/trailer.ts";
import { isSignedTrailer, readTrailer } from "../../core/backup/trailer.ts";
import { openSigner } from "../../core/base/keys.ts";
import { sizeText } from "../../core/base/text.ts";
import { DiskRoom } from "../../core/insight/disk_room.ts";
import { verifyAll } from "../../core/loops/upkeep_tasks.ts";
import { compareLog } from "../../core/operations/compare_log.ts";
import { makeBackup } from "../../core/operations/make_backup.ts";
import {
  missingKeys,
  openedKeysFor,
  sealedKeysOf,
} from "../../process/backup_keys.ts";
import { makeAll } from "../log_checkpoint.ts";
import type { Runner } from "../operator.ts";
import { openOperator } from "../operator.ts";
import { run } from "../run.ts";

interface BackupOptions {
  readonly passphraseFile?: string;
  readonly keys: boolean;
}

interface RestoreOptions {
  readonly verify?: true;
  readonly passphraseFile?: string;
  readonly keys: boolean;
}

/** `svc backup FILE` */
export function addBackupCommand(svc: Command): void {
  svc
    .command("backup")
    .description("back up database, keys and secrets to one file")
    .argument("<file>", "new file; never overwrites one")
    .option(
      "--passphrase-file <file>",
      "file with the passphrase that seals the keys",
    )
    .option("--no-keys", "leave out the keys and secrets")
    .addHelpText(
      "after",
      `
Works while the service runs, too. The copy is read back and checked before it gets its
name, and has everything that was answered before the command began. The passphrase (12
characters or more) is the first line of the file, or comes from BACKUP_PASSPHRASE_FILE or
BACKUP_PASSPHRASE. Without it the keys can't be restored; without the keys everyone is
signed out and old records can't be verified.

Examples:
  svc backup /mnt/elsewhere/inbox.backup --passphrase-file /etc/inbox/passphrase
  svc backup /mnt/elsewhere/inbox.backup --no-keys`,
    )
    .action((file: string, options: BackupOptions, command: Command) => {
      const config = configOf(command);
      return run(command, async (operator) => {
        const passphrase = passphraseOf(config, options);
        const keys =
          passphrase === undefined
            ? null
            : await sealedKeysOf(config, passphrase);
        const isSigned = await signedFirst(operator);
        const output = await operator.run(makeBackup, {
          file: resolve(file),
          keys,
        });
        const text = showFields([
          ["Backup", output.file],
          ["Of", output.at],
          ["Database", sizeText(output.bytes)],
          ["SHA-256", output.sha256],
          ["Keys", output.hasKeys ? "sealed in it" : "left out"],
          ...(isSigned ? [] : [UNSIGNED]),
        ]);
        return { output, text };
      });
    });
}

const UNSIGNED = [
  "Record",
  "its newest part isn't signed: the service's disk is full",
] as const;

/**
 * Signs the record first, so the copy includes it. On a full disk it cannot,
 * and the copy is made anyway.
 */
async function signedFirst(operator: Runner): Promise<boolean> {
  try {
    await makeAll(operator);
    return true;
  } catch (error) {
    const isFull =
      error instanceof ProblemError && error.problem.code === "storage_full";
    if (!isFull) throw error;
    return false;
  }
}

/** The passphrase that seals the keys; undefined if they are left out by choice. */
function passphraseOf(
  config: Config,
  { passphraseFile, keys }: BackupOptions,
): string | undefined {
  if (!keys) return undefined;
  if (passphraseFile !== undefined) {
    return passphraseIn(passphraseFile, "back up");
  }
  if (config.backupWithoutKeys) return undefined;
  if (config.backupPassphrase !== undefined) return config.backupPassphrase;
  throw new Error(
    "Cannot back up the keys without a passphrase: use --passphrase-file, or leave them out with --no-keys",
  );
}

/** `svc restore FILE` */
export function addRestoreCommand(svc: Command): void {
  svc
    .command("restore")
    .description("restore a backup to an empty place")
    .argument("<file>", "file from svc backup")
    .option("--passphrase-file <file>", "file with the passphrase of the keys")
    .option("--no-keys", "don't restore the keys")
    .option("--verify", "then check all of it for damage, and who signed it")
    .addHelpText(
      "after",
      `
Restores to DATABASE_URL, which must be empty: a database or another key is never
overwritten. A backup that is cut short, or has one bit changed, is refused.

Examples:
  svc restore /mnt/elsewhere/inbox.backup --passphrase-file /etc/inbox/passphrase
  DATABASE_URL=file:/tmp/drill/inbox.db svc restore inbox.backup --no-keys`,
    )
    .action(async (file: string, options: RestoreOptions, command: Command) => {
      const { terminal, json } = command.optsWithGlobals<{
        json?: boolean;
        terminal: Terminal;
      }>();
      const config = configOf(command);
      const database = config.databasePath;
      if (database === null) {
        throw new Error(
          "Cannot restore to a libSQL server from here: see docs/backup.md",
        );
      }
      const path = resolve(file);
      const { keys: sealed } = await readTrailer(path);
      const keys =
        sealed === null || !options.keys
          ? {}
          : await opened(config, sealed, options);
      const trailer = await restoreBackup({ file: path, database, keys });
      const { at, bytes } = trailer;
      const missing = await missingKeys(config);
      const problems = options.verify
        ? await problemsOf(config, trailer)
        : undefined;
      const output = { database, at, bytes, missing, problems };
      const text = showFields([
        ["Restored", database],
        ["Of", at],
        ["Database", sizeText(bytes)],
        ...missing.map(
          (it) =>
            [
              "Missing",
              `${it}: put it there before the service starts`,
            ] as const,
        ),
        ...(problems?.length === 0
          ? [["Verified", "nothing is wrong, nothing is missing"] as const]
          : []),
        ...(problems ?? []).map((it) => ["Wrong", it] as const),
      ]);
      terminal.out(`${json ? JSON.stringify(output, null, 2) : text}\n`);
      if (problems && problems.length > 0) {
        command.error("", { exitCode: 1, code: FOUND_WRONG });
      }
    });
}

/**
 * The problems of a restored service, found by opening it as the service does. The chains
 * must extend the checkpoint signed when the backup began, so nothing older is missing.
 */
async function problemsOf(
  config: Config,
  trailer: Trailer,
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
    ...(await problemsInside(config, checkpoint).catch(sayFull(config))),
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
): Promise<readonly string[]> {
  const operator = await openOperator(config);
  try {
    const found = await verifyAll((operation, input) =>
      operator.run(operation, input),
    );
    const { problem } =
      note === null
        ? { problem: null }
        : await operator.run(compareLog, { note });
    if (problem === null) return found.problems;
    const lost = `the checkpoint of the log with which it began: ${problem}`;
    return [...found.problems, lost];
  } finally {
    await operator.close();
  }
}

async function opened(
  config: Config,
  sealed: NonNullable<Trailer["keys"]>,
  { passphraseFile }: RestoreOptions,
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

function configOf(command: Command): Config {
  const { terminal } = command.optsWithGlobals<{ terminal: Terminal }>();
  return readConfig(terminal.env);
}
