import { resolve } from "node:path";
import type { Command } from "commander";
import { print, terminalOf } from "../../../packages/terminal/src/answer.ts";
import { showFields } from "../../../packages/terminal/src/columns.ts";
import type { Config } from "../../config/config.ts";
import { configAt, readConfig } from "../../config/config.ts";
import { fillPlace } from "../../core/backup/restore_file.ts";
import type { CopiedRows } from "../../core/db/hrana/copy_server.ts";
import { withSnapshot } from "../../core/db/hrana/copy_server.ts";
import { unsealedKey } from "../../core/identity/shared_keys.ts";
import { verifyAll } from "../../core/loops/upkeep_tasks.ts";
import { openOperator } from "../operator.ts";

/** `svc move FILE` */
export function addMoveCommand(svc: Command): void {
  svc
    .command("move")
    .description("move from a libSQL server to a file, with the keys")
    .argument("<file>", "file for the database, in an empty place")
    .addHelpText(
      "after",
      `
Set DATABASE_URL and AUTH_SECRET to the server's. Stop the service on every node first: a
server in use is not moved. The nodes' shared keys are written beside the file, and all
of it is verified. The server stays as it is. Then start the service with
DATABASE_URL=file:FILE.

Example:
  svc move /var/lib/inbox/inbox.db`,
    )
    .action(async (file: string, _options: object, command: Command) => {
      const { terminal } = terminalOf(command);
      const config = readConfig(terminal.env);
      const target = configAt(config, resolve(file));
      const moved = await move(config, target);
      const { problems } = await verified(target);
      const output = { ...moved, problems };
      const text = showFields([
        ["Moved", moved.database],
        ["Rows", `${moved.rows} in ${moved.tables} tables`],
        ...moved.keys.map((it) => ["Key", it] as const),
        ...(problems.length === 0
          ? [["Verified", "nothing is wrong, nothing is missing"] as const]
          : []),
        ...problems.map((it) => ["Wrong", it] as const),
      ]);
      print(command, { output, text, isBad: problems.length > 0 });
    });
}

interface Moved extends CopiedRows {
  readonly database: string;
  /** Paths of the keys next to the database. */
  readonly keys: readonly string[];
}

async function move(config: Config, target: Config): Promise<Moved> {
  const database = target.databasePath ?? "";
  const { databaseUrl: url, databaseAuthToken: authToken } = config;
  if (config.databasePath !== null) {
    throw new Error(
      "Cannot move: DATABASE_URL is already a file. Set it to the libSQL server to move from",
    );
  }
  const server = { url, ...(authToken !== undefined && { authToken }) };
  return await withSnapshot(server, async ({ sealedKeys, copyTo }) => {
    const keys = await keysOf(config, sealedKeys, target);
    const copied = await fillPlace({ database, keys, doing: "move" }, copyTo);
    return { database, ...copied, keys: Object.keys(keys) };
  });
}

/** The nodes' keys, unsealed, by the paths of a service with a file. */
async function keysOf(
  config: Config,
  sealed: Readonly<Record<string, string>>,
  to: Config,
): Promise<Readonly<Record<string, string>>> {
  const { authSecret: secret, authSecretBefore: before } = config;
  const key = (name: string, path: string) => {
    const stored = sealed[name];
    return stored === undefined
      ? textOf(path)
      : unsealedKey(name, stored, { secret, before });
  };
  const found = [
    [to.signingKeyPath, await key("receipts", config.signingKeyPath)],
    [to.cardKeyPath, await key("cards", config.cardKeyPath)],
    [to.requestKeyPath, await key("requests", config.requestKeyPath)],
    [
      to.authSecretPath,
      secret === undefined
        ? await textOf(config.authSecretPath)
        : `${secret}\n`,
    ],
  ] as const;
  return Object.fromEntries(
    found.map(([path, text]) => {
      if (text !== undefined) return [path, text];
      throw new Error(
        `Cannot move: ${path} would be missing. Run this in the folder of the node whose data directory has the keys`,
      );
    }),
  );
}

async function textOf(path: string): Promise<string | undefined> {
  const file = Bun.file(path);
  return (await file.exists()) ? await file.text() : undefined;
}

async function verified(target: Config) {
  const operator = await openOperator(target);
  try {
    return await verifyAll((operation, input) =>
      operator.run(operation, input),
    );
  } finally {
    await operator.close();
  }
}
