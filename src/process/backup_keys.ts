import { statSync } from "node:fs";
import { basename } from "node:path";
import type { Static } from "typebox";
import type { Config } from "../config/config.ts";
import type { KeyFiles, SealedKeys } from "../core/backup/seal_keys.ts";
import { openSealedKeys, sealKeys } from "../core/backup/seal_keys.ts";
import type { Backups } from "../core/loops/upkeep.ts";

type KeyPlaces = Pick<
  Config,
  "signingKeyPath" | "cardKeyPath" | "requestKeyPath" | "authSecretPath"
>;

/** The files next to the database that a restored one needs. */
function keyPaths(config: KeyPlaces): readonly string[] {
  return [
    config.signingKeyPath,
    config.cardKeyPath,
    config.requestKeyPath,
    config.authSecretPath,
  ];
}

/** The keys of a service for its backup, sealed with a passphrase. */
export async function sealedKeysOf(
  config: KeyPlaces,
  passphrase: string,
): Promise<Static<typeof SealedKeys>> {
  const files: Record<string, string> = {};
  for (const path of keyPaths(config)) {
    const file = Bun.file(path);
    if (await file.exists()) files[basename(path)] = await file.text();
  }
  return await sealKeys(files, {
    passphrase,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  });
}

/**
 * The keys of a backup by their paths here; null if the passphrase is wrong.
 */
export async function openedKeysFor(
  config: KeyPlaces,
  sealed: Static<typeof SealedKeys>,
  passphrase: string,
): Promise<KeyFiles | null> {
  const files = await openSealedKeys(sealed, passphrase);
  if (!files) return null;
  return Object.fromEntries(
    keyPaths(config).flatMap((path) => {
      const text = files[basename(path)];
      return text === undefined ? [] : [[path, text]];
    }),
  );
}

/** The key files that a restored service would have to create. */
export async function missingKeys(
  config: KeyPlaces & Pick<Config, "authSecret">,
): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const path of keyPaths(config)) {
    const isSet =
      path === config.authSecretPath && config.authSecret !== undefined;
    if (!isSet && !(await Bun.file(path).exists())) missing.push(path);
  }
  return missing;
}

/**
 * The schedule of backups, with the current keys at each.
 * @throws Error if their folder is missing: creating it where another disk is
 * not mounted would put it next to the database.
 */
export function backupsOf(
  config: KeyPlaces &
    Pick<Config, "backupSchedule" | "backupPassphrase" | "backupWithoutKeys">,
): Backups | undefined {
  const { backupSchedule, backupPassphrase: passphrase } = config;
  if (!backupSchedule) return undefined;
  const { folder } = backupSchedule;
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Error(
      `Cannot start: BACKUP_DIR names ${folder}, which is no folder. Make it, or mount its disk`,
    );
  }
  return {
    ...backupSchedule,
    keys: async () =>
      passphrase === undefined || config.backupWithoutKeys
        ? null
        : await sealedKeysOf(config, passphrase),
  };
}
