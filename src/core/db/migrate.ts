import type { Client, Config } from "@libsql/client";
import { createClient } from "@libsql/client";
import { drizzle } from "drizzle-orm/libsql";
import { migrate } from "drizzle-orm/libsql/migrator";
import { LIMITS } from "../base/limits.ts";
import type { Failure } from "./failure.ts";
import { failureOf, StorageError, storageError } from "./failure.ts";
import {
  assertKnown,
  schemaSteps,
  UnknownSchemaError,
} from "./schema_steps.ts";

/** Notified of the running step while the schema changes, which may take many minutes. */
export type TellSteps = (
  event: string,
  fields: Readonly<Record<string, unknown>>,
) => void;

/** The inputs of a migration. */
interface Migration {
  readonly migrationsFolder: string;
  readonly tell?: TellSteps | undefined;
}

/** Used for sorting and new indexes: with the usual 2 MB a large file is sorted in tiny parts. */
const CACHE = "PRAGMA cache_size = -65536";

/**
 * Brings a database to the newest schema through its own client, which is then closed.
 * @throws UnknownSchemaError, before anything is changed.
 */
export async function migrateDatabase(
  config: Config,
  migration: Migration,
): Promise<void> {
  let client: Client | undefined;
  try {
    // A process killed a moment ago may leave a log to recover: the first to open the file
    // does, and another one waits.
    client = createClient({ ...config, timeout: LIMITS.startWaitMs });
    await takeSteps(client, migration);
  } catch (cause) {
    if (cause instanceof UnknownSchemaError) throw cause;
    const reason = reasonOf(cause);
    const { isFull } = storageError("write", reason);
    throw new StorageError(
      `Cannot bring the database to the newest schema: ${reason.message}`,
      { cause, isFull },
    );
  } finally {
    client?.close();
  }
}

/**
 * Runs the pending steps, all or none. Of several nodes that start on a server one runs them:
 * the others fail, and find them done when they check again.
 */
async function takeSteps(
  client: Client,
  { migrationsFolder, tell = () => {} }: Migration,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const schema = await schemaSteps(
      async (sql) => (await client.execute(sql)).rows,
      migrationsFolder,
    );
    assertKnown(schema);
    const { pending: steps, applied } = schema;
    if (steps.length === 0) return;
    const isTold = applied > 0;
    const startedAt = performance.now();
    try {
      if (isTold) tell("schema.steps_ahead", { steps });
      if (client.protocol === "file") await client.execute(CACHE);
      await migrate(drizzle(client), { migrationsFolder });
      const seconds = Math.round((performance.now() - startedAt) / 1_000);
      if (isTold) tell("schema.steps_taken", { steps, seconds });
      return;
    } catch (error) {
      if (attempt >= LIMITS.migrationAttemptsMax) throw error;
      await Bun.sleep(LIMITS.operatorRetryMs);
    }
  }
}

/** The store's own sentence, without the statement around it. */
function reasonOf(error: unknown): Failure {
  if (error instanceof Error && error.cause !== undefined) {
    return reasonOf(error.cause);
  }
  return failureOf(error);
}
