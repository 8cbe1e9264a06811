import { expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { openDatabase, StorageError } from "../../../src/core/db/database.ts";
import { DistantReader } from "../../../src/core/db/distant_reader.ts";
import { emptyDirectory } from "../../directory.ts";
import { failure } from "../core_harness.ts";

/** Counts to a number, which takes its time. */
const COUNT =
  "with recursive c(n) as (select 1 union all select n + 1 from c where n < ?) select count(*) from c";

async function withReader(
  deadlineMs: number | undefined,
  work: (reader: DistantReader) => Promise<void>,
): Promise<void> {
  const directory = await emptyDirectory("inbox-reader-");
  const path = join(directory, "inbox.db");
  const db = await openDatabase({ url: `file:${path}` });
  const reader = new DistantReader(path, deadlineMs);
  try {
    await work(reader);
  } finally {
    await reader.finish();
    await db.close();
    await rm(directory, { recursive: true });
  }
}

test("a long read keeps nobody waiting but who asked for it", async () => {
  await withReader(undefined, async (reader) => {
    await reader.execute("select 1");
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const { rows } = await reader.execute({ sql: COUNT, args: [2_000_000] });
    clearInterval(timer);
    expect(rows[0]?.[0]).toBe(2_000_000);
    expect(turns).toBeGreaterThan(20);
  });
});

test("a wrong statement fails by itself, and the next one is read", async () => {
  await withReader(undefined, async (reader) => {
    const wrong = await failure(reader.execute("select nothing"));
    expect(wrong).toBeInstanceOf(StorageError);
    const right = await reader.execute({ sql: "select ?, ?", args: ["é", 1] });
    expect(right.rows[0]).toEqual(["é", 1] as never);
  });
});

test("a read that never ends is given up, and later ones are read", async () => {
  await withReader(100, async (reader) => {
    const late = await failure(
      reader.execute({ sql: COUNT, args: [20_000_000] }),
    );
    expect(late).toBeInstanceOf(StorageError);
    expect(late.message).toEndWith("it took too long");
  });
});

test("it writes nothing", async () => {
  await withReader(undefined, async (reader) => {
    const refused = await failure(reader.execute("delete from accounts"));
    expect(refused).toBeInstanceOf(StorageError);
  });
});
