import { expect, test } from "bun:test";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { eq, gt, sql } from "drizzle-orm";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { openDatabase } from "../../../src/core/db/database.ts";
import { statementOf } from "../../../src/core/db/statement.ts";
import { PROMISES } from "./atomicity.ts";
import {
  balanceOf,
  countNotes,
  note,
  noteIds,
  notes,
  openedFolder,
  refusal,
  temporaryFolder,
  wallet,
  wallets,
} from "./fixture.ts";

for (const [promise, keep] of PROMISES) {
  test(`embedded: ${promise}`, async () => {
    await using opened = await openedFolder();
    await keep(opened.db);
  });
}

test("merged commits are all there when the file is opened again", async () => {
  await using folder = await temporaryFolder();
  const first = await openDatabase(folder);
  const commits = Array.from({ length: 1_200 }, (_, index) =>
    first.commit([note(`n${index}`), note(`m${index}`)]),
  );
  await first.close();
  await Promise.all(commits);
  const second = await openDatabase(folder);
  expect(await countNotes(second)).toBe(2_400);
  await second.close();
});

test("after a clean stop the file is whole without its log, however much was read", async () => {
  await using folder = await temporaryFolder();
  await (await openDatabase(folder)).close();
  const db = await openDatabase(folder);
  await db.commit(Array.from({ length: 300 }, (_, i) => note(`n${i}`, i)));
  await db.orm.select().from(notes).where(gt(notes.seq, 5)).limit(1);
  await db.orm.select().from(notes).get();
  await db.orm.select().from(notes).all();
  await db.commit([note("last")]);
  await db.close();
  const copy = join(folder.path, "copy.db");
  await copyFile(folder.file, copy);
  const opened = await openDatabase({ ...folder, url: `file:${copy}` });
  expect(await countNotes(opened)).toBe(301);
  await opened.close();
});

test("Drizzle's prepared reads and writes work over it", async () => {
  await using opened = await openedFolder();
  const { orm, commit } = opened.db;
  const id = sql.placeholder("id");
  const insert = orm
    .insert(notes)
    .values({ id, tags: sql.placeholder("tags"), seq: sql.placeholder("seq") })
    .prepare();
  const update = orm
    .update(notes)
    .set({ tags: sql`${sql.placeholder("tags")}` })
    .where(eq(notes.id, id))
    .prepare();
  const byId = orm.select().from(notes).where(eq(notes.id, id)).limit(1);
  const find = byId.prepare();

  await commit([
    statementOf(insert, { id: "a", tags: ["x"], seq: 1 }),
    statementOf(insert, { id: "b", tags: null, seq: 2 }),
  ]);
  expect(await find.get({ id: "a" })).toMatchObject({ tags: ["x"], seq: 1 });
  expect(await find.get({ id: "b" })).toMatchObject({ tags: null, seq: 2 });
  expect(await find.get({ id: "c" })).toBeUndefined();
  expect(await find.all({ id: "c" })).toEqual([]);
  await commit([statementOf(update, { id: "a", tags: '["y"]' })]);
  expect(await find.all({ id: "a" })).toMatchObject([{ tags: ["y"] }]);
  expect(
    await orm.select().from(notes).orderBy(notes.id).limit(1).offset(1),
  ).toMatchObject([{ id: "b" }]);
  expect(await orm.values(sql`SELECT id, seq FROM notes ORDER BY id`)).toEqual([
    ["a", 1],
    ["b", 2],
  ]);
});

test("one text read for a page, then for one row, gives the row that was asked for", async () => {
  await using opened = await openedFolder();
  const { db } = opened;
  await db.commit([note("a", 1), note("b", 2), note("c", 3)]);
  const after = db.orm
    .select({ id: notes.id })
    .from(notes)
    .where(gt(notes.seq, sql.placeholder("seq")))
    .orderBy(notes.seq)
    .limit(sql.placeholder("limit"))
    .prepare();
  const read = async (seq: number, limit: number) =>
    (await after.all({ seq, limit })).map(({ id }) => id);
  for (let round = 0; round < 2; round += 1) {
    expect(await read(0, 10)).toEqual(["a", "b", "c"]);
    expect(await read(2, 1)).toEqual(["c"]);
    expect(await read(1, 1)).toEqual(["b"]);
    expect(await read(3, 1)).toEqual([]);
  }
});

test("joins work over it", async () => {
  await using opened = await openedFolder();
  const { orm, commit } = opened.db;
  await commit([
    wallet("w", 5),
    { sql: "INSERT INTO notes (id, wallet) VALUES (?, ?)", args: ["a", "w"] },
    note("b"),
  ]);
  const joined = orm
    .select()
    .from(notes)
    .leftJoin(wallets, eq(notes.wallet, wallets.id))
    .orderBy(notes.id);
  expect(await joined).toMatchObject([
    { notes: { id: "a" }, wallets: { id: "w", balance: 5 } },
    { notes: { id: "b" }, wallets: null },
  ]);
});

test("bytes, large whole numbers and any text come back as they were", async () => {
  await using opened = await openedFolder();
  const { db } = opened;
  const view = new Uint8Array(new ArrayBuffer(64), 8, 3).fill(7);
  const text = "Grüße, 世界 🎉 \u0001";
  await db.commit([
    {
      sql: "INSERT INTO notes (id, seq, bytes) VALUES (?, ?, ?)",
      args: [text, Number.MAX_SAFE_INTEGER, view],
    },
    wallet("w", 1_000_000_000_000_000),
  ]);
  const found = await db.orm.select().from(notes).where(eq(notes.id, text));
  expect(found).toMatchObject([{ id: text, seq: Number.MAX_SAFE_INTEGER }]);
  expect(found[0]?.bytes).toEqual(Buffer.from([7, 7, 7]));
  expect(await balanceOf(db, "w")).toBe(1_000_000_000_000_000);
});

test("the read side cannot write", async () => {
  await using opened = await openedFolder();
  const { db } = opened;
  const writing = db.orm.insert(wallets).values({ id: "w", balance: 1 });
  expect(await refusal(writing.execute())).toBeInstanceOf(Error);
  const returning = writing.returning();
  expect(await refusal(returning.execute())).toBeInstanceOf(Error);
  expect(
    await refusal(db.orm.transaction(async () => undefined)),
  ).toMatchObject({
    message: "Cannot run a transaction here: use commit",
  });
  expect(await balanceOf(db, "w")).toBeUndefined();
});

test("a value no statement can hold fails the read, not the process", async () => {
  await using opened = await openedFolder();
  const { orm } = opened.db;
  expect(
    await refusal(orm.values(sql`SELECT ${undefined}`).execute()),
  ).toBeInstanceOf(Error);
  expect(await orm.values(sql`SELECT ${true}`)).toEqual([[1]]);
});

test("more texts than the caches hold are read and written right", async () => {
  await using opened = await openedFolder();
  const { db } = opened;
  const count = LIMITS.statementCacheMax * 2 + 50;
  for (let start = 0; start < count; start += 50) {
    const ids = Array.from({ length: 50 }, (_, index) => start + index);
    await Promise.all(
      ids.map((id) =>
        db.commit([
          {
            sql: `INSERT INTO notes (id, seq) VALUES ('n${id}', ?)`,
            args: [id],
          },
        ]),
      ),
    );
  }
  for (let id = 0; id < count; id += 1) {
    const text = `SELECT seq FROM notes WHERE id = 'n${id}'`;
    expect(await db.orm.values(sql.raw(text))).toEqual([[id]]);
  }
});

test("a writer that is lost is replaced", async () => {
  const workers: Worker[] = [];
  const Original = globalThis.Worker;
  globalThis.Worker = class extends Original {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args);
      workers.push(this);
    }
  };
  try {
    await using opened = await openedFolder();
    const { db } = opened;
    await db.commit([note("a")]);
    const [worker] = workers;
    const lost = new Promise((done) => worker?.addEventListener("close", done));
    worker?.terminate();
    const during = await Promise.allSettled([db.commit([note("b")])]);
    await lost;
    await db.commit([note("c")]);
    const kept = during[0].status === "fulfilled" ? ["b"] : [];
    expect(await noteIds(db)).toEqual(["a", ...kept, "c"]);
    expect(workers).toHaveLength(2);
  } finally {
    globalThis.Worker = Original;
  }
});

test("a URL that names no file and no server is a TypeError", async () => {
  expect(await refusal(openDatabase({ url: "file::memory:" }))).toBeInstanceOf(
    TypeError,
  );
  expect(await refusal(openDatabase({ url: "postgres://x" }))).toBeInstanceOf(
    TypeError,
  );
});
