import { expect, spyOn, test } from "bun:test";
import { eq } from "drizzle-orm";
import { LIMITS } from "../../../src/core/base/limits.ts";
import type { Database } from "../../../src/core/db/database.ts";
import { keptReads } from "../../../src/core/db/kept/kept_reads.ts";
import { startCore } from "../core_harness.ts";
import type { Opened } from "./fixture.ts";
import {
  note,
  openedFolder,
  refusal,
  take,
  wallet,
  wallets,
} from "./fixture.ts";

/** Reads a balance, and counts how often the database was asked for it. */
function balances(db: Database) {
  let asked = 0;
  const kept = keptReads<number | undefined>(db, [wallets]);
  const read = (id: string) =>
    kept(id, async () => {
      asked += 1;
      const where = eq(wallets.id, id);
      const [row] = await db.orm.select().from(wallets).where(where);
      return row?.balance;
    });
  return { read, asked: () => asked };
}

async function withWallet(): Promise<Opened> {
  const opened = await openedFolder();
  await opened.db.commit([wallet("alice", 2)]);
  return opened;
}

test("a row is read once until its table is written", async () => {
  await using opened = await withWallet();
  const { db } = opened;
  const { read, asked } = balances(db);
  expect([await read("alice"), await read("alice")]).toEqual([2, 2]);
  await db.commit([note("of another table")]);
  expect(await read("alice")).toBe(2);
  expect(asked()).toBe(1);
  await db.commit([note("beside"), take("alice")]);
  expect(await read("alice")).toBe(1);
  expect(asked()).toBe(2);
});

test("who asks while a row is read shares the reading, unless its table was written meanwhile", async () => {
  await using opened = await withWallet();
  const { db } = opened;
  const begun: PromiseWithResolvers<number>[] = [];
  const kept = keptReads<number>(db, [wallets]);
  const read = () =>
    kept("alice", () => {
      const reading = Promise.withResolvers<number>();
      begun.push(reading);
      return reading.promise;
    });
  const together = [read(), read()];
  expect(begun).toHaveLength(1);
  await db.commit([take("alice")]);
  const later = read();
  expect(begun).toHaveLength(2);
  begun[0]?.resolve(2);
  begun[1]?.resolve(1);
  expect(await Promise.all([...together, later, read()])).toEqual([2, 2, 1, 1]);
  await db.commit([take("alice")]);
  const failing = [read(), read()];
  begun[2]?.reject(new Error("away"));
  expect((await Promise.allSettled(failing)).map((it) => it.status)).toEqual([
    "rejected",
    "rejected",
  ]);
  const again = read();
  begun[3]?.resolve(0);
  expect(await again).toBe(0);
});

test("a row that is not there is kept as well, until it is", async () => {
  await using opened = await withWallet();
  const { read, asked } = balances(opened.db);
  expect([await read("bob"), await read("bob")]).toEqual([
    undefined,
    undefined,
  ]);
  await opened.db.commit([wallet("bob", 7)]);
  expect([await read("bob"), asked()]).toEqual([7, 2]);
});

test("what a library writes is found, and what no pattern knows", async () => {
  await using opened = await withWallet();
  const { db } = opened;
  const { read } = balances(db);
  await read("alice");
  await db.libraryOrm.update(wallets).set({ balance: 40 });
  expect(await read("alice")).toBe(40);
  const text =
    "WITH it AS (SELECT 50 AS balance) UPDATE wallets SET balance = 50";
  await db.commit([{ sql: text, args: [] }]);
  expect(await read("alice")).toBe(50);
});

test("a reading that began before a write is not kept beyond it", async () => {
  await using opened = await withWallet();
  const { db } = opened;
  const kept = keptReads<string>(db, [wallets]);
  const slow = Promise.withResolvers<string>();
  const before = kept("alice", () => slow.promise);
  await db.commit([take("alice")]);
  slow.resolve("as it was");
  expect(await before).toBe("as it was");
  expect(await kept("alice", async () => "as it is")).toBe("as it is");
});

test("a refused write is read after, for who knows what is on disk", async () => {
  await using opened = await withWallet();
  const { db } = opened;
  const { read, asked } = balances(db);
  await read("alice");
  await refusal(db.commit([take("alice"), take("alice"), take("alice")]));
  expect([await read("alice"), asked()]).toEqual([2, 2]);
});

test("what is written beside the service is found a moment later", async () => {
  await using opened = await withWallet();
  const { read, asked } = balances(opened.db);
  await read("alice");
  const later = performance.now() + LIMITS.readsKeptMs;
  const clock = spyOn(performance, "now").mockReturnValue(later);
  try {
    await read("alice");
    expect(asked()).toBe(2);
  } finally {
    clock.mockRestore();
  }
});

test("where others write as well nothing is kept", async () => {
  await using opened = await withWallet();
  const { read, asked } = balances({ ...opened.db, writes: null });
  await read("alice");
  await read("alice");
  expect(asked()).toBe(2);
});

/** The tables of which readings are kept. */
const KEPT = [
  "accounts",
  "addresses",
  "address_domains",
  "contacts",
  "credentials",
  "profiles",
];

test("no trigger writes a table of which readings are kept", async () => {
  await using core = await startCore();
  const triggers = await core.rows(
    "select sql from sqlite_master where type = 'trigger'",
  );
  const bodies = triggers.map(
    ([text]) => `${text}`.split(/\bBEGIN\b/i)[1] ?? "",
  );
  const written = bodies.flatMap((body) =>
    [...body.matchAll(/\b(?:into|update|delete from)\s+(\w+)/gi)].map(
      ([, table = ""]) => table,
    ),
  );
  expect(written).toContain("view_counts");
  expect(written.filter((it) => KEPT.includes(it))).toEqual([]);
});
