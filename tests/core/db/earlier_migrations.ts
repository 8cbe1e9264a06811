import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { MIGRATIONS_FOLDER } from "../../../src/core/db/migrate.ts";

/** The migrations as they were when there were only so many. */
export async function earlier(folder: string, count: number): Promise<string> {
  const path = join(folder, "migrations");
  await mkdir(join(path, "meta"), { recursive: true });
  const journal = await Bun.file(
    join(MIGRATIONS_FOLDER, "meta/_journal.json"),
  ).json();
  const entries = journal.entries.slice(0, count);
  await Bun.write(
    join(path, "meta/_journal.json"),
    JSON.stringify({ ...journal, entries }),
  );
  for (const { tag } of entries) {
    await copyFile(
      join(MIGRATIONS_FOLDER, `${tag}.sql`),
      join(path, `${tag}.sql`),
    );
  }
  return path;
}
