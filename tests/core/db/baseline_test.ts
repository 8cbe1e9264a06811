import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "libsql";
import {
  MIGRATIONS_FOLDER,
  migrateDatabase,
} from "../../../src/core/db/migrate.ts";
import { earlier } from "./earlier_migrations.ts";

/** When each of the 19 migrations of version 0.1 was made, as its databases say. */
const OF_0_1 = [
  1795242534656, 1795242535356, 1795246167738, 1795248629270, 1795249082816,
  1795249273360, 1795249273837, 1795250650966, 1795250652268, 1795251811512,
  1795251811922, 1795252097605, 1795252961543, 1795252962193, 1795256928003,
  1795258490095, 1795258608215, 1795258611967, 1795262338438,
];

function schemaOf(file: Sqlite.Database): unknown {
  return file
    .prepare(
      "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, name",
    )
    .all();
}

test("a database of 0.1, whose history has 19 migrations, goes on where the baseline ends", async () => {
  const folder = await mkdtemp(join(tmpdir(), "inbox-baseline-"));
  const at = (name: string) => join(folder, name);
  const migrate = (name: string, migrationsFolder: string) =>
    migrateDatabase(
      { url: `file:${at(name)}` },
      { migrationsFolder, path: at(name) },
    );
  await migrate("old.db", await earlier(folder, 1));
  {
    using file = opened(at("old.db"));
    file.db.exec("DELETE FROM __drizzle_migrations");
    const add = file.db.prepare(
      "INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)",
    );
    for (const [index, madeAt] of OF_0_1.entries()) {
      add.run([`of 0.1: ${index}`, madeAt]);
    }
    file.db.exec(
      "INSERT INTO accounts (id, kind, display_name, created_at) VALUES ('acc_old', 'person', 'Old', 7)",
    );
  }
  await migrate("old.db", MIGRATIONS_FOLDER);
  await migrate("new.db", MIGRATIONS_FOLDER);
  using before = opened(at("old.db"));
  using fresh = opened(at("new.db"));
  expect(schemaOf(before.db)).toEqual(schemaOf(fresh.db));
  expect(
    before.db.prepare("SELECT display_name FROM accounts").get(),
  ).toMatchObject({ display_name: "Old" });
  await rm(folder, { recursive: true });
});

test("a database that cannot be migrated says why, without the statement", async () => {
  const folder = await mkdtemp(join(tmpdir(), "inbox-baseline-"));
  const path = join(folder, "other.db");
  {
    using file = opened(path);
    file.db.exec("CREATE TABLE accounts (id text)");
  }
  const message = await migrateDatabase(
    { url: `file:${path}` },
    { migrationsFolder: MIGRATIONS_FOLDER, path },
  ).catch((error: Error) => error.message);
  expect(message).toStartWith("Cannot bring the database to the newest schema");
  expect(message).toContain("table `accounts` already exists");
  expect(message).not.toContain("CREATE TABLE");
  await rm(folder, { recursive: true });
});

function opened(path: string): Disposable & { readonly db: Sqlite.Database } {
  const db = new Sqlite(path);
  return { db, [Symbol.dispose]: () => void db.close() };
}
