import { join } from "node:path";
import type { Client, Config } from "@libsql/client";
import { createClient } from "@libsql/client";
import { drizzle } from "drizzle-orm/libsql";
import { migrate } from "drizzle-orm/libsql/migrator";
import { LIMITS } from "../base/limits.ts";
import { failureOf, StorageError, storageError } from "./failure.ts";
import type { MigrateOrder, MigrateReply } from "./migrate_worker.ts";
import { NewerDatabaseError, schemaSteps } from "./schema_steps.ts";

/** Where drizzle-kit writes the schema's history. */
export const MIGRATIONS_FOLDER: string = join(import.meta.dir, "migrations");

/** Hears what is under way while the schema changes, which may take many minutes. */
export type TellSteps = (
  event: string,
  fields: Readonly<Record<string, unknown>>,
) => void;

/** What a schema is brought up to date with. */
interface Migration {
  readonly migrationsFolder: string;
  /** The file, if it is one and not a server's database. */
  readonly path?: string | undefined;
  readonly tell?: TellSteps | undefined;
  readonly tellEachMs?: number;
}

/**
 * Brings a database to the newest schema through a client of its own, closed afterwards.
 * @throws NewerDatabaseError, before anything is changed.
 */
export async function migrateDatabase(
  config: Config,
  migration: Migration,
): Promise<void> {
  let client: Client | undefined;
  try {
    // A process that was killed a moment ago may leave a log to recover: the
    // first to open the file does, and another one waits.
    client = createClient({ ...config, timeout: LIMITS.startWaitMs });
    await takeSteps(client, migration);
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
async function takeSteps(client: Client, migration: Migration): Promise<void> {
  const { migrationsFolder, path } = migration;
  for (let attempt = 1; ; attempt += 1) {
    const { isNewer, pending, applied } = await schemaSteps(
      client,
      migrationsFolder,
    );
    if (isNewer) throw new NewerDatabaseError();
    if (pending.length === 0) return;
    try {
      if (applied === 0) await migrate(drizzle(client), { migrationsFolder });
      else {
        await told(pending, migration, async (begun) => {
          if (path !== undefined) {
            await inThread({ path, folder: migrationsFolder }, begun);
          } else await migrate(drizzle(client), { migrationsFolder });
        });
      }
      return;
    } catch (error) {
      if (attempt >= LIMITS.migrationAttemptsMax) throw error;
      await Bun.sleep(LIMITS.operatorRetryMs);
    }
  }
}

/** Says that steps are to be taken, which one begins, every few seconds how long it takes, and the end. */
async function told(
  pending: readonly string[],
  { tell = () => {}, tellEachMs = LIMITS.migrationTellMs }: Migration,
  take: (begun: () => void) => Promise<void>,
): Promise<void> {
  const steps = pending.length;
  const startedAt = performance.now();
  const since = (at: number) => Math.round((performance.now() - at) / 1_000);
  let taken = 0;
  let begunAt = startedAt;
  const current = () => ({ step: pending[taken - 1], number: taken, steps });
  tell("schema.steps_ahead", { steps });
  const timer = setInterval(() => {
    tell("schema.step_runs", { ...current(), seconds: since(begunAt) });
  }, tellEachMs);
  try {
    await take(() => {
      taken += 1;
      begunAt = performance.now();
      tell("schema.step_begun", current());
    });
  } finally {
    clearInterval(timer);
  }
  tell("schema.steps_taken", { steps, seconds: since(startedAt) });
}

/** On a file each statement holds its thread until it is done. */
async function inThread(order: MigrateOrder, begun: () => void): Promise<void> {
  const worker = new Worker(new URL("./migrate_worker.ts", import.meta.url));
  try {
    await new Promise<void>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<MigrateReply>) => {
        if (data === "begun") begun();
        else if (data === "done") resolve();
        else reject(storageError("write", data));
      };
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(event.message));
      };
      worker.postMessage(order);
    });
  } finally {
    worker.terminate();
  }
}

/** The store's own sentence: what is around it repeats the statement. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && error.cause !== undefined) {
    return reasonOf(error.cause);
  }
  return failureOf(error).message;
}
