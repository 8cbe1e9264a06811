import { expect, test } from "bun:test";
import { join } from "node:path";
import Sqlite from "libsql";
import { migrateDatabase } from "../../../src/core/db/migrate.ts";
import { testDirectory } from "../../directory.ts";
import { earlier } from "./earlier_migrations.ts";

const COUNT = 300_000;
const SLOW = `CREATE TABLE slow AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${COUNT}) SELECT i FROM n`;

/** A file that has taken the first step, and a folder that has one more. */
async function behind(sql: string) {
  const directory = await testDirectory("inbox-steps-");
  const path = join(directory.path, "behind.db");
  const migrationsFolder = await earlier(directory.path, 1);
  const url = `file:${path}`;
  await migrateDatabase({ url }, { migrationsFolder, path });
  const journalPath = join(migrationsFolder, "meta/_journal.json");
  const journal = await Bun.file(journalPath).json();
  const [first] = journal.entries;
  const next = { ...first, idx: 1, when: first.when + 1, tag: "next_step" };
  const entries = [first, next];
  await Bun.write(journalPath, JSON.stringify({ ...journal, entries }));
  await Bun.write(join(migrationsFolder, "next_step.sql"), sql);
  const said: [string, object][] = [];
  return {
    said,
    migrate: () =>
      migrateDatabase(
        { url },
        {
          migrationsFolder,
          path,
          tell: (event, fields) => said.push([event, fields]),
          tellEachMs: 1,
        },
      ),
    rows(query: string) {
      const file = new Sqlite(path);
      const rows = file.prepare(query).all();
      file.close();
      return rows;
    },
    [Symbol.asyncDispose]: () => directory.remove(),
  };
}

test("a start says which step of the schema it takes, and goes on saying so while it runs", async () => {
  await using file = await behind(SLOW);
  await file.migrate();
  const step = { step: "next_step", number: 1, steps: 1 };
  expect(file.said[0]).toEqual(["schema.steps_ahead", { steps: 1 }]);
  expect(file.said).toContainEqual(["schema.step_begun", step]);
  expect(file.said).toContainEqual([
    "schema.step_runs",
    { ...step, seconds: expect.any(Number) },
  ]);
  expect(file.said.at(-1)).toEqual([
    "schema.steps_taken",
    { steps: 1, seconds: expect.any(Number) },
  ]);
  expect(file.rows("SELECT count(*) AS n FROM slow")).toEqual([{ n: COUNT }]);
  await file.migrate();
  expect(file.said.filter(([event]) => event === "schema.steps_ahead")).toEqual(
    [["schema.steps_ahead", { steps: 1 }]],
  );
});

test("of steps of which one fails none is taken", async () => {
  await using file = await behind(
    "CREATE TABLE half (id text);\n--> statement-breakpoint\nCREATE TABLE accounts (id text);",
  );
  const message = await file.migrate().catch((error: Error) => error.message);
  expect(message).toContain("table accounts already exists");
  expect(
    file.rows("SELECT name FROM sqlite_master WHERE name = 'half'"),
  ).toEqual([]);
  expect(file.rows("SELECT count(*) AS n FROM __drizzle_migrations")).toEqual([
    { n: 1 },
  ]);
});
