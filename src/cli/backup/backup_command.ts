import { resolve } from "node:path";
import type { Command } from "commander";
import type { Terminal } from "../../../packages/terminal/src/answer.ts";
import { FOUND_WRONG } from "../../../packages/terminal/src/answer.ts";
import { showFields } from "../../../packages/terminal/src/columns.ts";
import { makeAll } from "../../../packages/terminal/src/operator/log_checkpoint.ts";
import { run } from "../../../packages/terminal/src/operator/run.ts";
import type { Runner } from "../../../packages/terminal/src/operator/runner.ts";
import { ProblemError } from "../../../packages/terminal/src/problem_error.ts";
import { passphraseIn } from "../../config/backup.ts";
import type { Config } from "../../config/config.ts";
import { readConfig } from "../../config/config.ts";
import { sizeText } from "../../core/base/text.ts";
import { coreOf } from "../core_of.ts";
import { openOperator } from "../operator.ts";

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
            : await (await coreOf(command)).sealedKeysOf(config, passphrase);
        const isSigned = await signedFirst(operator);
        const output = await operator.run("make_backup", {
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
      const core = await coreOf(command);
      const trailer = await core.restoreHere(config, {
        path,
        database,
        ...options,
      });
      const { at, bytes } = trailer;
      const missing = await core.missingKeys(config);
      const problems = options.verify
        ? await core.problemsOfRestored(config, trailer, (it) =>
            openOperator(it, { core: async () => core }),
          )
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

function configOf(command: Command): Config {
  const { terminal } = command.optsWithGlobals<{ terminal: Terminal }>();
  return readConfig(terminal.env);
}
