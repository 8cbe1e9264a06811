import { expect, test } from "bun:test";
import { copyFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import Sqlite from "libsql";
import { writeBaseline } from "../../../scripts/baseline.ts";
import { openDatabase, readSchema } from "../../../src/core/db/database.ts";
import { MIGRATIONS_FOLDER } from "../../../src/core/db/schema_steps.ts";
import { testDirectory } from "../../directory.ts";

async function filesIn(folder: string): Promise<Record<string, string>> {
  const paths = await readdir(folder, { recursive: true });
  const files = paths.filter((path) => /\.(?:sql|json)$/.test(path)).sort();
  return Object.fromEntries(
    await Promise.all(
      files.map(async (path) => [
        path,
        await Bun.file(join(folder, path)).text(),
      ]),
    ),
  );
}

test("the baseline is what `bun run migration` makes of the tables and their triggers", async () => {
  const directory = await testDirectory("inbox-baseline-");
  const folder = join(directory.path, "migrations");
  await writeBaseline(folder);
  expect(await filesIn(folder)).toEqual(await filesIn(MIGRATIONS_FOLDER));
  await directory.remove();
}, 60_000);

const ENDS = ["", "-wal", "-pages"] as const;

/**
 * A file that some commit before 1.0 left: its first step is another one. It is copied with
 * its log, as a killed process leaves it: whoever closes a file last writes its log back.
 */
async function develop(made: string, path: string): Promise<void> {
  const file = new Sqlite(made);
  file.exec(
    "UPDATE __drizzle_migrations SET hash = 'of before', created_at = created_at - 1",
  );
  file.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  file.exec("INSERT INTO leases VALUES ('in the log', '', '', 0)");
  await Promise.all(ENDS.map((end) => copyFile(`${made}${end}`, path + end)));
  file.close();
  // Sums are made as pages are written back, which a new file has not come to.
  await Bun.write(`${path}-pages`, "sums of before");
}

function bytesOf(path: string): Promise<readonly Uint8Array[]> {
  return Promise.all(ENDS.map((end) => Bun.file(`${path}${end}`).bytes()));
}

test("a file of a development state is refused by a sentence, and nothing of it, its log or its sums is written", async () => {
  const directory = await testDirectory("inbox-baseline-");
  const path = join(directory.path, "of_before.db");
  const url = `file:${path}`;
  const made = join(directory.path, "made.db");
  await (await openDatabase({ url: `file:${made}` })).close();
  await develop(made, path);
  const before = await bytesOf(path);
  expect(before.every(({ length }) => length > 0)).toBe(true);
  const message = await openDatabase({ url }).catch(
    (error: Error) => `${error.name}: ${error.message}`,
  );
  expect(message).toBe(
    "UnknownSchemaError: Cannot open the database: a development state from before 1.0 has written it, and no release reads that. Move it away or name another in DATABASE_URL, and the start makes a new one",
  );
  expect(await readSchema({ url })).toMatchObject({ isBefore: true });
  expect(await bytesOf(path)).toEqual(before);
  await directory.remove();
});
