import { join } from "node:path";

/** The files next to the database. */
export function besideDatabase(dataDir: string) {
  return {
    dataDir,
    signingKeyPath: join(dataDir, "signing_key.json"),
    cardKeyPath: join(dataDir, "card_key.json"),
    requestKeyPath: join(dataDir, "request_key.json"),
    authSecretPath: join(dataDir, "auth_secret"),
  };
}
