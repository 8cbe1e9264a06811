import type { Config } from "../../config/config.ts";
import { fillPlace } from "../../core/backup/restore_file.ts";
import type { CopiedRows } from "../../core/db/hrana/copy_server.ts";
import { withSnapshot } from "../../core/db/hrana/copy_server.ts";
import { unsealedKey } from "../../core/identity/shared_keys.ts";

interface Moved extends CopiedRows {
  readonly database: string;
  /** Paths of the keys next to the database. */
  readonly keys: readonly string[];
}

/** Copies a libSQL server to a file, with the keys of its nodes beside it. */
export async function moveServer(
  config: Config,
  target: Config,
): Promise<Moved> {
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
