import { expect, test } from "bun:test";
import { rm, statfs, truncate } from "node:fs/promises";
import { join } from "node:path";
import Sqlite from "libsql";
import { readConfig } from "../../src/config/config.ts";
import { openDatabase } from "../../src/core/db/database.ts";
import { MIGRATIONS_FOLDER, stepsIn } from "../../src/core/db/schema_steps.ts";
import { testDirectory } from "../directory.ts";
import { svc } from "./svc.ts";

const STEPS = stepsIn(MIGRATIONS_FOLDER);

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

test("upgrade --check names the steps of a later version and takes none, nor does it touch a log", async () => {
  await using here = await place();
  const path = join(here.path, "inbox.db");
  await rm(path);
  expect((await here.check()).out).toBe(
    "There's no database yet; the service creates it when it starts.\n",
  );
  await (await openDatabase({ url: here.url })).close();
  expect((await here.check()).out).toBe(
    "Nothing to do: the schema is up to date.\n",
  );
  const file = new Sqlite(path);
  file.exec("DELETE FROM __drizzle_migrations");
  const before = await Bun.file(`${path}-wal`).bytes();
  expect(before.length).toBeGreaterThan(0);
  for (let i = 0; i < 2; i++) {
    const { code, out } = await here.check();
    expect(code).toBe(0);
    expect(out.split("\n")).toEqual([
      `${STEPS.length} migrations will run at the next start and can't be undone:`,
      ...STEPS.map(({ tag }) => `  ${tag}`),
      "Make a backup first, and leave a quarter of the file's size free beside it.",
      "",
    ]);
  }
  expect(await Bun.file(`${path}-wal`).bytes()).toEqual(before);
  file.close();
});

test("upgrade --check fails where the disk has no room for the steps", async () => {
  await using here = await place();
  await (await openDatabase({ url: here.url })).close();
  const path = join(here.path, "inbox.db");
  const file = new Sqlite(path);
  file.exec("DELETE FROM __drizzle_migrations");
  // A connection really closes once it is collected, and would cut the file to the pages of its log.
  file.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  file.close();
  // A file with a hole takes no room.
  const { bavail, bsize } = await statfs(here.path);
  await truncate(path, bavail * bsize * 5);
  const { code, out } = await here.check();
  expect(out).toMatch(
    /^Cannot migrate: .* free\. Make room for [\d.]+ GiB first$/m,
  );
  expect(out).toContain(path);
  expect(code).toBe(1);
});

test("a database of a development state is refused by everything, and stays as it is", async () => {
  await using here = await place();
  await (await openDatabase({ url: here.url })).close();
  const path = join(here.path, "inbox.db");
  const file = new Sqlite(path);
  file.exec("UPDATE __drizzle_migrations SET hash = 'of before'");
  file.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  file.close();
  const before = await Bun.file(path).bytes();
  const sentence =
    "Cannot open the database: a development state from before 1.0 has written it, and no release reads that. Move it away or name another in DATABASE_URL, and the start makes a new one\n";
  expect(await here.check()).toMatchObject({ code: 1, out: sentence });
  for (const command of [["account", "list"], ["verify"]]) {
    expect(await here.svc(...command)).toEqual({
      code: 1,
      out: "",
      err: sentence,
    });
  }
  expect(await Bun.file(path).bytes()).toEqual(before);
});

test("a database of a newer version is refused by everything, and stays as it is", async () => {
  await using here = await place();
  await (await openDatabase({ url: here.url })).close();
  const file = new Sqlite(join(here.path, "inbox.db"));
  const newer = Math.max(...STEPS.map((it) => it.when)) + 1;
  file
    .prepare(
      "insert into __drizzle_migrations (hash, created_at) values ('x', ?)",
    )
    .run(newer);
  file.close();
  const sentence =
    "Cannot open the database: a newer version of the service has written it. Run that version, or restore a backup from before\n";
  expect(await here.check()).toMatchObject({
    code: 1,
    out: sentence,
  });
  expect(await here.svc("account", "list")).toEqual({
    code: 1,
    out: "",
    err: sentence,
  });
});
