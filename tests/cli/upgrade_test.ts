import { expect, test } from "bun:test";
import { rm, statfs, truncate } from "node:fs/promises";
import { join } from "node:path";
import Sqlite from "libsql";
import { readConfig } from "../../src/config.ts";
import { openDatabase } from "../../src/core/db/database.ts";
import {
  MIGRATIONS_FOLDER,
  migrateDatabase,
} from "../../src/core/db/migrate.ts";
import { stepsIn } from "../../src/core/db/schema_steps.ts";
import { earlier } from "../core/db/earlier_migrations.ts";
import { testDirectory } from "../directory.ts";
import { svc } from "./svc.ts";

/** A directory with settings, and the terminal in it. */
async function place() {
  const directory = await testDirectory("inbox-upgrade-");
  const config = readConfig({ DATABASE_URL: directory.databaseUrl });
  return {
    path: directory.path,
    url: directory.databaseUrl,
    check: () => svc({ config }, "upgrade", "--check"),
    svc: (...args: string[]) => svc({ config }, ...args),
    [Symbol.asyncDispose]: () => directory.remove(),
  };
}

test("upgrade --check names the steps and takes none", async () => {
  await using here = await place();
  await rm(join(here.path, "inbox.db"));
  expect((await here.check()).out).toBe(
    "There is no database yet: a start makes it.\n",
  );
  const steps = stepsIn(MIGRATIONS_FOLDER);
  const migrationsFolder = await earlier(here.path, steps.length - 2);
  await (await openDatabase({ url: here.url, migrationsFolder })).close();
  for (let i = 0; i < 2; i++) {
    const { code, out } = await here.check();
    expect(code).toBe(0);
    expect(out.split("\n")).toEqual([
      "A start takes 2 steps, which cannot be taken back:",
      ...steps.slice(-2).map(({ tag }) => `  ${tag}`),
      expect.stringMatching(
        /^The file has \d+ MiB: keep \d+ MiB free beside it, and let a start take/,
      ),
      "Make a backup first.",
      "",
    ]);
  }
  expect((await here.svc("account", "list")).code).toBe(0);
  expect((await here.check()).out).toBe(
    "Nothing to do: the schema is this version's.\n",
  );
});

test("upgrade --check fails where the disk has no room for the steps", async () => {
  await using here = await place();
  const path = join(here.path, "inbox.db");
  await rm(path);
  const count = stepsIn(MIGRATIONS_FOLDER).length;
  const migrationsFolder = await earlier(here.path, count - 1);
  await (await openDatabase({ url: here.url, migrationsFolder })).close();
  // A file with a hole takes no room, and a step is to copy it with the hole filled.
  const { bavail, bsize } = await statfs(here.path);
  await truncate(path, bavail * bsize * 5);
  const { code, out } = await here.check();
  expect(out).toMatch(/and the disk [\d.]+ \w+ free: make room for [\d.]+ GiB/);
  expect(code).toBe(1);
});

test("a restored database of an older version that was looked at first is whole after its start", async () => {
  await using here = await place();
  const path = join(here.path, "inbox.db");
  await rm(path);
  // Like a backup it has no log, which a start begins.
  const migrationsFolder = await earlier(here.path, 1);
  await migrateDatabase({ url: here.url }, { migrationsFolder, path });
  expect((await here.check()).out).toStartWith("A start takes ");
  expect(await here.svc("verify")).toMatchObject({ code: 0, err: "" });
});

test("a database of a newer version is refused by everything, and stays as it is", async () => {
  await using here = await place();
  await (await openDatabase({ url: here.url })).close();
  const file = new Sqlite(join(here.path, "inbox.db"));
  const newer =
    Math.max(...stepsIn(MIGRATIONS_FOLDER).map((it) => it.when)) + 1;
  file
    .prepare(
      "insert into __drizzle_migrations (hash, created_at) values ('x', ?)",
    )
    .run(newer);
  file.close();
  expect(await here.check()).toMatchObject({
    code: 1,
    out: "A newer version has written this database. Run that version, or restore a backup from before.\n",
  });
  expect(await here.svc("account", "list")).toEqual({
    code: 1,
    out: "",
    err: "Cannot open the database: a newer version of the service has written it. Run that version, or restore a backup from before\n",
  });
});
