import { expect, test } from "bun:test";
import { join } from "node:path";
import Sqlite from "libsql";
import { migrateDatabase } from "../../../src/core/db/migrate.ts";
import { MIGRATIONS_FOLDER } from "../../../src/core/db/schema_steps.ts";
import { testDirectory } from "../../directory.ts";
import { later } from "./later_migrations.ts";

/** A file of this version, and the migrations of one that has two steps more. */
async function behind(second: string) {
  const directory = await testDirectory("inbox-steps-");
  const url = `file:${join(directory.path, "behind.db")}`;
  await migrateDatabase({ url }, { migrationsFolder: MIGRATIONS_FOLDER });
  const migrationsFolder = await later(
    directory.path,
    "CREATE TABLE half (id text)",
    second,
  );
  const said: [string, object][] = [];
  return {
    said,
    migrate: () =>
      migrateDatabase(
        { url },
        { migrationsFolder, tell: (...one) => said.push(one) },
      ),
    rows(query: string) {
      const file = new Sqlite(join(directory.path, "behind.db"));
      const rows = file.prepare(query).all();
      file.close();
      return rows;
    },
    [Symbol.asyncDispose]: () => directory.remove(),
  };
}

const HALF = "SELECT name FROM sqlite_master WHERE name = 'half'";

test("a start takes the steps that are ahead once, and says which before and how long after", async () => {
  await using file = await behind("INSERT INTO half VALUES ('a')");
  await file.migrate();
  await file.migrate();
  const steps = ["later_0", "later_1"];
  expect(file.said).toEqual([
    ["schema.steps_ahead", { steps }],
    ["schema.steps_taken", { steps, seconds: expect.any(Number) }],
  ]);
  expect(file.rows("SELECT * FROM half")).toEqual([{ id: "a" }]);
});

test("of steps of which one fails none is taken, and the reason is said without the statement", async () => {
  await using file = await behind("CREATE TABLE accounts (id text)");
  const message = await file.migrate().catch((error: Error) => error.message);
  expect(message).toStartWith("Cannot bring the database to the newest schema");
  expect(message).toContain("table accounts already exists");
  expect(message).not.toContain("CREATE TABLE");
  expect(file.rows(HALF)).toEqual([]);
  expect(file.rows("SELECT count(*) AS n FROM __drizzle_migrations")).toEqual([
    { n: 1 },
  ]);
});
