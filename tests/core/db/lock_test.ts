import { expect, setDefaultTimeout, test } from "bun:test";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { openDatabase } from "../../../src/core/db/database.ts";
import { DatabaseInUseError, lockDatabase } from "../../../src/core/db/lock.ts";
import {
  note,
  noteIds,
  openedFolder,
  ready,
  refusal,
  startChild,
  temporaryFolder,
} from "./fixture.ts";

setDefaultTimeout(30_000);

test("a file that another process serves is refused at once, in one sentence", async () => {
  await using folder = await temporaryFolder();
  const owner = startChild("own", folder);
  await ready(owner);
  const error = await refusal(openDatabase(folder));
  expect(error).toBeInstanceOf(DatabaseInUseError);
  expect(error).toMatchObject({
    message: `Cannot open ${folder.file}: another process already serves it`,
  });
  owner.kill("SIGKILL");
  await owner.exited;
});

test("kill -9 frees the file", async () => {
  await using folder = await temporaryFolder();
  const owner = startChild("own", folder);
  await ready(owner);
  owner.kill("SIGKILL");
  await owner.exited;
  const db = await openDatabase(folder);
  await db.commit([note("a")]);
  await db.close();
});

test("a second opening in the same process is refused and harms nothing", async () => {
  await using opened = await openedFolder();
  const { db, folder } = opened;
  expect(await refusal(openDatabase(folder))).toBeInstanceOf(
    DatabaseInUseError,
  );
  await db.commit([note("a")]);
  expect(await noteIds(db)).toEqual(["a"]);
});

test("another name of the file is the same file", async () => {
  await using opened = await openedFolder();
  const link = join(opened.folder.path, "link.db");
  await symlink(opened.folder.file, link);
  expect(() => lockDatabase(link)).toThrow(DatabaseInUseError);
});

test("a released file can be taken again, and release may be repeated", async () => {
  await using folder = await temporaryFolder();
  const first = lockDatabase(folder.file);
  expect(() => lockDatabase(folder.file)).toThrow(DatabaseInUseError);
  first.release();
  first.release();
  lockDatabase(folder.file).release();
});

test("a failed opening leaves the file free", async () => {
  await using folder = await temporaryFolder();
  const broken = { ...folder, migrationsFolder: join(folder.path, "none") };
  await refusal(openDatabase(broken));
  const db = await openDatabase(folder);
  await db.close();
});

test("the lock outlives garbage collection", async () => {
  await using folder = await temporaryFolder();
  const owner = startChild("collect", folder);
  await ready(owner);
  expect(() => lockDatabase(folder.file)).toThrow(DatabaseInUseError);
  owner.kill("SIGKILL");
  await owner.exited;
});
