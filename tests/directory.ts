import { existsSync, statfsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { migrateDatabase } from "../src/core/db/migrate.ts";
import { MIGRATIONS_FOLDER } from "../src/core/db/schema_steps.ts";

/** Where a service of one test keeps its files. */
export interface TestDirectory {
  readonly path: string;
  readonly databaseUrl: string;
  remove(): Promise<void>;
}

const MEMORY = "/dev/shm";
const ROOM_BYTES = 2 ** 30;

/** Nothing here outlives a crash, so that no disk has to be waited for. */
const ROOT = hasRoom(MEMORY) ? MEMORY : tmpdir();

function hasRoom(path: string): boolean {
  if (!existsSync(path)) return false;
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize > ROOM_BYTES;
}

/** An empty directory in that place. */
export function emptyDirectory(prefix: string): Promise<string> {
  return mkdtemp(join(ROOT, prefix));
}

let migrated: Promise<Uint8Array<ArrayBuffer>> | undefined;

/** A new directory whose database is at the newest schema already: a process migrates one, the others are copies. */
export async function testDirectory(prefix: string): Promise<TestDirectory> {
  migrated ??= migrateOne();
  const path = await emptyDirectory(prefix);
  await Bun.write(join(path, "inbox.db"), await migrated);
  return {
    path,
    databaseUrl: `file:${path}/inbox.db`,
    remove: () => rm(path, { recursive: true, force: true }),
  };
}

async function migrateOne(): Promise<Uint8Array<ArrayBuffer>> {
  const directory = await emptyDirectory("inbox-migrated-");
  try {
    const path = join(directory, "inbox.db");
    await migrateDatabase(
      { url: pathToFileURL(path).href },
      {
        migrationsFolder: MIGRATIONS_FOLDER,
      },
    );
    return await Bun.file(path).bytes();
  } finally {
    await rm(directory, { recursive: true });
  }
}
