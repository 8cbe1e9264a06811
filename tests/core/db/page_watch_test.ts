import { expect, setDefaultTimeout, test } from "bun:test";
import { copyFile, open, rm } from "node:fs/promises";
import { join } from "node:path";
import Sqlite from "libsql";
import { openDatabase } from "../../../src/core/db/database.ts";
import { MIGRATIONS_FOLDER } from "../../../src/core/db/schema_steps.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { emptyDirectory } from "../../directory.ts";
import { sample } from "../../proof.ts";
import { startCore } from "../core_harness.ts";
import { openedFolder } from "./fixture.ts";
import { later } from "./later_migrations.ts";

setDefaultTimeout(120_000);

const FLIPS = sample(40, 100);
const SEED = 20_261_122;

/** Numbers from 0 below 1, the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A stopped service's file with something of everything, in a folder of its own. */
async function written() {
  const folder = await emptyDirectory("inbox-pages-");
  const core = await startCore();
  const alice = await core.account("alice", { credit: "20.00" });
  const bob = await core.account("bob");
  for (let count = 0; count < 30; count++) {
    await alice.run(createConversation, {
      to: bob.address,
      title: `Request ${count}`,
      text: `words of it ${"and more ".repeat(count)}`,
      submit: true,
    });
  }
  await core.services.agents.idle();
  await core.services.close();
  const path = join(folder, "inbox.db");
  await copyFile(join(core.directory, "inbox.db"), path);
  await copyFile(join(core.directory, "inbox.db-pages"), `${path}-pages`);
  await core[Symbol.asyncDispose]();
  return { folder, path };
}

async function wrongPages(path: string): Promise<readonly number[]> {
  const db = await openDatabase({ url: `file:${path}` });
  try {
    return (await db.upkeep?.wrongPages()) ?? [];
  } finally {
    await db.close();
  }
}

test(`${FLIPS} of ${FLIPS} flips of one bit anywhere in the file are found, each in its page`, async () => {
  const { folder, path } = await written();
  try {
    expect(await wrongPages(path)).toEqual([]);
    const whole = await Bun.file(path).bytes();
    const sums = await Bun.file(`${path}-pages`).bytes();
    const random = seeded(SEED);
    let found = 0;
    for (let flip = 0; flip < FLIPS; flip++) {
      const at = Math.floor(random() * whole.length);
      const bit = 1 << Math.floor(random() * 8);
      await Bun.write(path, whole.with(at, (whole[at] ?? 0) ^ bit));
      await Bun.write(`${path}-pages`, sums);
      const page = Math.floor(at / 4_096) + 1;
      const wrong = await wrongPages(path).catch(() => [page]);
      if (wrong.includes(page)) found++;
    }
    expect(found).toBe(FLIPS);
  } finally {
    await rm(folder, { recursive: true });
  }
});

const BYTES = 60_000;

/** A commit of a page or fifteen. */
const large = (id: string) => ({
  sql: "INSERT INTO notes (id, bytes) VALUES (?, ?)",
  args: [id, new Uint8Array(BYTES).fill(id.length)],
});

test("what is written meanwhile is never called wrong, however often the log is moved", async () => {
  await using opened = await openedFolder();
  const { db, folder } = opened;
  const pinned = new Sqlite(folder.file);
  for (let round = 0; round < sample(1, 3); round++) {
    // A reader keeps the log from being moved whole.
    pinned.exec("BEGIN");
    pinned.prepare("SELECT count(*) FROM notes").all();
    const writing: Promise<void>[] = [];
    for (let count = 0; count < 400; count++) {
      writing.push(db.commit([large(`${round}_${count}`)]));
      if (count % 100 === 0) {
        await Promise.all(writing);
        expect(await db.upkeep?.wrongPages()).toEqual([]);
      }
    }
    await Promise.all(writing);
    pinned.exec("ROLLBACK");
    await db.commit([large(`${round}_last`)]);
    expect(await db.upkeep?.wrongPages()).toEqual([]);
  }
  pinned.close();
  expect(await Bun.file(`${folder.file}-wal`).exists()).toBe(true);
});

test("a flip under a running service is found, and taken for right only by the operator's word", async () => {
  await using opened = await openedFolder();
  const { db, folder } = opened;
  await db.commit([large("before")]);
  expect(await db.upkeep?.wrongPages()).toEqual([]);
  const file = await open(folder.file, "r+");
  const { size } = await file.stat();
  const at = size - 2_000;
  const byte = new Uint8Array(1);
  await file.read(byte, 0, 1, at);
  await file.write(
    byte.map((it) => it ^ 1),
    0,
    1,
    at,
  );
  await file.close();
  const page = Math.floor(at / 4_096) + 1;
  expect(await db.upkeep?.wrongPages()).toEqual([page]);
  await db.commit([large("after")]);
  expect(await db.upkeep?.wrongPages()).toEqual([page]);
  expect(await db.upkeep?.wrongPages(true)).toEqual([]);
  expect(await db.upkeep?.wrongPages()).toEqual([]);
});

test("another program that opens the file and closes it leaves the log where it is", async () => {
  await using opened = await openedFolder();
  const { db, folder } = opened;
  await db.commit([large("before")]);
  expect(await db.upkeep?.wrongPages()).toEqual([]);
  const code = `const file = new (require("libsql"))(process.argv.at(-1));
    file.exec("SELECT count(*) FROM notes");
    file.close();`;
  const other = Bun.spawn([process.execPath, "-e", code, folder.file], {
    cwd: import.meta.dir,
  });
  expect(await other.exited).toBe(0);
  await db.commit([large("after")]);
  expect(await Bun.file(`${folder.file}-wal`).exists()).toBe(true);
});

test("sums that were half written are not believed, and learnt anew", async () => {
  const { folder, path } = await written();
  try {
    expect(await wrongPages(path)).toEqual([]);
    const sums = await Bun.file(`${path}-pages`).bytes();
    await Bun.write(`${path}-pages`, sums.with(9, (sums[9] ?? 0) ^ 1));
    expect(await wrongPages(path)).toEqual([]);
    await rm(`${path}-pages`);
    expect(await wrongPages(path)).toEqual([]);
    expect(await Bun.file(`${path}-pages`).bytes()).toEqual(sums);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("sums that an earlier layout kept are learnt anew, and no page is taken for damaged", async () => {
  const { folder, path } = await written();
  try {
    const sums = new BigUint64Array(
      await Bun.file(`${path}-pages`).arrayBuffer(),
    );
    // The first block as it was: a page earlier each, and its sum without a number.
    const earlier = sums.slice(0, 512);
    earlier.copyWithin(0, 1, 511);
    earlier[510] = 0n;
    const bytes = new Uint8Array(earlier.buffer);
    earlier[511] = Bun.hash.xxHash64(bytes.subarray(0, 511 * 8));
    await Bun.write(`${path}-pages`, bytes);
    expect(await wrongPages(path)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("pages that a migration writes are known like all others", async () => {
  const folder = await emptyDirectory("inbox-pages-");
  const path = join(folder, "inbox.db");
  const open = async (migrationsFolder: string) => {
    const db = await openDatabase({ url: `file:${path}`, migrationsFolder });
    const wrong = await db.upkeep?.wrongPages();
    await db.close();
    return wrong;
  };
  try {
    const table = "CREATE TABLE more AS SELECT name, sql FROM sqlite_schema";
    const next = await later(folder, table);
    expect(await open(MIGRATIONS_FOLDER)).toEqual([]);
    expect(await open(next)).toEqual([]);
    expect(await open(next)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
