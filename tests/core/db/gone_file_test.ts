import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openDatabase } from "../../../src/core/db/database.ts";
import { StorageError, storageErrorIn } from "../../../src/core/db/failure.ts";
import { UnusableDatabaseError } from "../../../src/core/db/lock/lock.ts";
import { note, noteIds, notes, refusal, temporaryFolder } from "./fixture.ts";

setDefaultTimeout(30_000);

test("nothing is written to a file that was moved away, and what is refused meanwhile is not there once it is back", async () => {
  await using folder = await temporaryFolder();
  const db = await openDatabase(folder);
  await db.commit([note("before")]);
  expect(await noteIds(db)).toEqual(["before"]);
  await rename(folder.file, `${folder.file}.moved`);
  const error = await refusal(db.commit([note("meanwhile")]));
  expect(error).toBeInstanceOf(StorageError);
  expect(String(error)).toContain(
    "Cannot write: the database file, or its log, was moved or deleted",
  );
  expect(await noteIds(db)).toEqual(["before"]);
  await rename(`${folder.file}.moved`, folder.file);
  await db.commit([note("after")]);
  await db.close();
  const next = await openDatabase(folder);
  expect(await noteIds(next)).toEqual(["after", "before"]);
  await next.close();
});

for (const end of ["", "-wal"]) {
  test(`nothing is answered as written once ${end || "the file"} is deleted, nor is a file made in its place`, async () => {
    await using folder = await temporaryFolder();
    const db = await openDatabase(folder);
    await db.commit([note("before")]);
    const path = `${folder.file}${end}`;
    await rm(path);
    for (const id of ["one", "two"]) {
      const error = await refusal(db.commit([note(id)]));
      expect(error).toBeInstanceOf(StorageError);
    }
    expect(await Bun.file(path).exists()).toBe(false);
    await db.close();
  });
}

test("whoever opens the file anew while it is moved away is refused, and makes no empty one", async () => {
  await using folder = await temporaryFolder();
  const db = await openDatabase(folder);
  await db.commit([note("before")]);
  await rename(folder.file, `${folder.file}.moved`);
  const ids = () => db.longOrm.select({ id: notes.id }).from(notes);
  const { upkeep } = db;
  if (!upkeep) throw new Error("a file has upkeep");
  const why = "the database file was moved or deleted";
  expect(storageErrorIn(await refusal(ids()))?.message).toBe(
    `Cannot read: ${why}`,
  );
  const copying = upkeep.copyTo(join(folder.path, "copy"));
  expect(String(await refusal(copying))).toContain(why);
  expect(String(await refusal(upkeep.integrity()))).toContain(why);
  expect(await Bun.file(folder.file).exists()).toBe(false);
  await rename(`${folder.file}.moved`, folder.file);
  expect(await ids()).toEqual([{ id: "before" }]);
  await db.close();
});

test("a place where there can be no file is named with the setting that leads there", async () => {
  await using folder = await temporaryFolder();
  const taken = join(folder.path, "taken");
  await mkdir(taken);
  await Bun.write(join(folder.path, "file"), "words");
  const places: readonly (readonly [path: string, why: string])[] = [
    [taken, "it is a folder"],
    [join(folder.path, "file", "inbox.db"), "its folder cannot be made"],
    ["/proc/inbox.db", "no file can be written beside it"],
    ["/proc/inbox/inbox.db", "its folder cannot be made"],
  ];
  for (const [path, why] of places) {
    const error = await refusal(
      openDatabase({ ...folder, url: `file:${path}` }),
    );
    expect(error).toBeInstanceOf(UnusableDatabaseError);
    expect(String(error)).toContain(`Cannot open ${path}: ${why}`);
    expect(String(error)).toContain("DATABASE_URL");
  }
});

test("a file that is no database, or a damaged one, is refused with its path and what mends it", async () => {
  await using folder = await temporaryFolder();
  const refused = async () => String(await refusal(openDatabase(folder)));
  await writeFile(folder.file, "a letter, which is no database".repeat(300));
  expect(await refused()).toEndWith(
    `Cannot open ${folder.file}: it is no database. Restore the newest backup, or name another file in DATABASE_URL`,
  );
  await rm(folder.file);
  await (await openDatabase(folder)).close();
  const file = await open(folder.file, "r+");
  await file.write(new Uint8Array(3_900).fill(7), 0, 3_900, 100);
  await file.close();
  expect(await refused()).toEndWith(
    `Cannot open ${folder.file}: it is damaged. Restore the newest backup, or name another file in DATABASE_URL`,
  );
});
