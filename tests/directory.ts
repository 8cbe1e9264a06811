import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { MIGRATIONS_FOLDER, migrateDatabase } from "../src/core/db/migrate.ts";

/** Where a service of one test keeps its files. */
export interface TestDirectory {
  readonly path: string;
  readonly databaseUrl: string;
  remove(): Promise<void>;
}

let migrated: Promise<Uint8Array<ArrayBuffer>> | undefined;

/** A new directory whose database is at the newest schema already: a process migrates one, the others are copies. */
export async function testDirectory(prefix: string): Promise<TestDirectory> {
  migrated ??= migrateOne();
  const path = await mkdtemp(join(tmpdir(), prefix));
  await Bun.write(join(path, "inbox.db"), await migrated);
  return {
    path,
    databaseUrl: `file:${path}/inbox.db`,
    remove: () => rm(path, { recursive: true, force: true }),
  };
}

async function migrateOne(): Promise<Uint8Array<ArrayBuffer>> {
  const directory = await mkdtemp(join(tmpdir(), "inbox-migrated-"));
  try {
    const path = join(directory, "inbox.db");
    await migrateDatabase({ url: pathToFileURL(path).href }, MIGRATIONS_FOLDER);
    return await Bun.file(path).bytes();
  } finally {
    await rm(directory, { recursive: true });
  }
}
