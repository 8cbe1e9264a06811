/**
 * Writes the one migration that a database begins with from the tables and their triggers.
 * The same sources give the same bytes, so a conflict in what it writes is resolved by
 * running it again. `bun run migration`
 *
 * It goes once 1.0.0 is tagged: from then on a migration that was released is never changed,
 * and drizzle-kit writes the next one.
 */
import { rm } from "node:fs/promises";
import { join, relative } from "node:path";
import config from "../drizzle.config.ts";
import { MIGRATIONS_FOLDER } from "../src/core/db/schema_steps.ts";

const ROOT = join(import.meta.dir, "..");
const TABLES = join(ROOT, "src/core/db/tables");
const TAG = "0000_baseline";

/** drizzle-kit invents both anew each time. */
const ID = "00000000-0000-4000-8000-000000000001";
const MADE_AT = Date.UTC(2026, 10, 24);

const HEAD =
  "-- Written by `bun run migration` from tables/ and tables/triggers.sql: change those.";
const BREAK = "--> statement-breakpoint";

/** Writes the migration, its snapshot and the journal into an empty folder. */
export async function writeBaseline(folder: string): Promise<void> {
  await generate(folder);
  const sql = join(folder, `${TAG}.sql`);
  const tables = (await Bun.file(sql).text()).trimEnd();
  const triggers = await Bun.file(join(TABLES, "triggers.sql")).text();
  const parts = [`${HEAD}\n${tables}`, ...statementsIn(triggers)];
  await Bun.write(sql, `${parts.join(`\n${BREAK}\n`)}\n`);
  await rewrite(join(folder, "meta/0000_snapshot.json"), (it) => ({
    ...it,
    id: ID,
  }));
  await rewrite(join(folder, "meta/_journal.json"), (it) => ({
    ...it,
    entries: [
      { idx: 0, version: "6", when: MADE_AT, tag: TAG, breakpoints: true },
    ],
  }));
}

async function generate(folder: string): Promise<void> {
  const kit = Bun.spawn(
    [
      process.execPath,
      join(ROOT, "node_modules/drizzle-kit/bin.cjs"),
      "generate",
      `--dialect=${config.dialect}`,
      `--schema=${config.schema}`,
      `--out=${relative(ROOT, folder)}`,
      "--name=baseline",
    ],
    { cwd: ROOT, stdout: "pipe", stderr: "inherit" },
  );
  const said = await new Response(kit.stdout).text();
  if ((await kit.exited) !== 0) throw new Error(said);
}

/** The statements of the file, which empty lines divide. */
function statementsIn(text: string): string[] {
  return text
    .trim()
    .split(/\n{2,}/)
    .filter((it) => !/^(?:--.*\n?)+$/.test(it));
}

async function rewrite(
  path: string,
  change: (json: object) => object,
): Promise<void> {
  const json: object = await Bun.file(path).json();
  await Bun.write(path, `${JSON.stringify(change(json), null, 2)}\n`);
}

if (import.meta.main) {
  await rm(MIGRATIONS_FOLDER, { recursive: true, force: true });
  await writeBaseline(MIGRATIONS_FOLDER);
}
