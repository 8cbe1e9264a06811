import { cp } from "node:fs/promises";
import { join } from "node:path";
import { MIGRATIONS_FOLDER } from "../../../src/core/db/schema_steps.ts";

/** The migrations as a later version may have them, with one more step for each text, made in a folder. */
export async function later(
  folder: string,
  ...steps: readonly string[]
): Promise<string> {
  const path = join(folder, "migrations");
  await cp(MIGRATIONS_FOLDER, path, { recursive: true });
  const journalPath = join(path, "meta/_journal.json");
  const journal = await Bun.file(journalPath).json();
  const newest = journal.entries.at(-1);
  for (const [place, sql] of steps.entries()) {
    const tag = `later_${place}`;
    await Bun.write(join(path, `${tag}.sql`), sql);
    const when = newest.when + place + 1;
    journal.entries.push({ ...newest, idx: journal.entries.length, when, tag });
  }
  await Bun.write(journalPath, JSON.stringify(journal));
  return path;
}
