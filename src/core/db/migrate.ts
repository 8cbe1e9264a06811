import { join } from "node:path";
import type { Client, Config } from "@libsql/client";
import { createClient } from "@libsql/client";
import { drizzle } from "drizzle-orm/libsql";
import { migrate } from "drizzle-orm/libsql/migrator";
import { LIMITS } from "../base/limits.ts";
import { failureOf, StorageError } from "./failure.ts";
import { NewerDatabaseError, schemaSteps } from "./schema_steps.ts";

/** Where drizzle-kit writes the schema's history. */
export const MIGRATIONS_FOLDER: string = join(import.meta.dir, "migrations");

/**
 * Brings a database to the newest schema through a client of its own, closed afterwards.
 * @throws NewerDatabaseError, before anything is changed.
 */
export async function migrateDatabase(
  config: Config,
  migrationsFolder: string,
): Promise<void> {
  let client: Client | undefined;
  try {
    // A process that was killed a moment ago may leave a log to recover: the
    // first to open the file does, and another one waits.
    client = createClient({ ...config, timeout: LIMITS.startWaitMs });
    await takeSteps(client, migrationsFolder);
  } catch (cause) {
    if (cause instanceof NewerDatabaseError) throw cause;
    throw new StorageError(
      `Cannot bring the database to the newest schema: ${reasonOf(cause)}`,
      { cause },
    );
  } finally {
    client?.close();
  }
}

/**
 * Takes the steps that are ahead, all or none. Of nodes that start at once on a server one
 * takes them: another one fails, and finds them taken once it looks again.
 */
async function takeSteps(client: Client, folder: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { isNewer, pending } = await schemaSteps(client, folder);
    if (isNewer) throw new NewerDatabaseError();
    if (pending.length === 0) return;
    try {
      await migrate(drizzle(client), { migrationsFolder: folder });
      return;
    } catch (error) {
      if (attempt >= LIMITS.migrationAttemptsMax) throw error;
      await Bun.sleep(LIMITS.operatorRetryMs);
    }
  }
}

/** The store's own sentence: what is around it repeats the statement. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && error.cause !== undefined) {
    return reasonOf(error.cause);
  }
  return failureOf(error).message;
}
