import type { Config } from "../config/config.ts";
import type { Keys } from "../core/base/keys.ts";
import { rotateKeyFile } from "../core/base/keys.ts";
import { rotateSharedKey } from "../core/identity/shared_keys.ts";
import { openServices } from "../process/open_services.ts";

interface Rotated {
  readonly name: keyof Keys;
  readonly kid: string;
}

/** Makes new keys beside the database, or in the server that its nodes share. */
export async function rotateKeys(
  config: Config,
  names: readonly (keyof Keys)[],
): Promise<readonly Rotated[]> {
  const rotated: Rotated[] = [];
  if (config.databasePath !== null || config.authSecret === undefined) {
    const now = Date.now();
    for (const name of names) {
      rotated.push({ name, kid: await rotateKeyFile(config, { name, now }) });
    }
    return rotated;
  }
  const services = await openServices(config);
  try {
    for (const name of names) {
      const kid = await rotateSharedKey(services, config.authSecret, name);
      rotated.push({ name, kid });
    }
    return rotated;
  } finally {
    await services.close();
  }
}
