import { expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { openDatabase, StorageError } from "../../../src/core/db/database.ts";
import {
  linesOf,
  note,
  noteIds,
  openedFolder,
  ready,
  startChild,
  temporaryFolder,
} from "./fixture.ts";

setDefaultTimeout(30_000);

const KILLS = 4;
const ACKED_BEFORE_KILL = 1_500;

test("kill -9 under load loses no acknowledged commit and leaves no half of one", async () => {
  await using folder = await temporaryFolder();
  const acked = new Set<string>();
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const child = startChild("load", folder, kill * 1_000_000);
    let heard = 0;
    for await (const id of linesOf(child.stdout)) {
      acked.add(id);
      heard += 1;
      // Lines that were under way at the kill are read to their end: they count too.
      if (heard === ACKED_BEFORE_KILL) child.kill("SIGKILL");
    }
    await child.exited;
    expect(heard).toBeGreaterThanOrEqual(ACKED_BEFORE_KILL);
  }
  const db = await openDatabase(folder);
  const present = new Set(await noteIds(db));
  const lost = [...acked].filter((id) => !present.has(`${id}a`));
  const halves = [...present].filter(
    (id) => !present.has(id.replace(/.$/, (end) => (end === "a" ? "b" : "a"))),
  );
  expect({ lost, halves }).toEqual({ lost: [], halves: [] });
  expect(await db.orm.values(sql`PRAGMA integrity_check`)).toEqual([["ok"]]);
  // The sums of pages know the log that each kill has left.
  expect(await db.upkeep?.wrongPages()).toEqual([]);
  await db.close();
}, 30_000);

test("a foreign write lock is a StorageError, and nothing acknowledged is lost to it", async () => {
  await using opened = await openedFolder();
  const { db, folder } = opened;
  await db.commit([note("before")]);
  const holder = startChild("hold", folder);
  await ready(holder);

  const acked = ["before"];
  let refused = 0;
  for (let tries = 0; acked.length < 500; tries += 1) {
    const ids = Array.from({ length: 8 }, (_, index) => `${tries}_${index}`);
    const settled = await Promise.allSettled(
      ids.map((id) => db.commit([note(id)])),
    );
    for (const [index, outcome] of settled.entries()) {
      if (outcome.status === "fulfilled") acked.push(ids[index] ?? "");
      else {
        refused += 1;
        void holder.stdin.end();
        expect(outcome.reason).toBeInstanceOf(StorageError);
        expect(outcome.reason.cause).toMatchObject({ code: "SQLITE_BUSY" });
      }
    }
  }
  await holder.exited;
  expect(refused).toBeGreaterThan(0);
  await db.close();
  const again = await openDatabase(folder);
  expect(await noteIds(again)).toEqual(acked.sort());
  await again.close();
});
