import { expect, setDefaultTimeout, test } from "bun:test";
import {
  chmod,
  link,
  mkdir,
  stat,
  symlink,
  unlink,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { lockInode } from "../../../packages/database-file/src/inode_lock.ts";
import { openDatabase } from "../../../src/core/db/database.ts";
import {
  DatabaseInUseError,
  LinkedDatabaseError,
  lockDatabase,
} from "../../../src/core/db/lock/lock.ts";
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
  const other = join(opened.folder.path, "link.db");
  await symlink(opened.folder.file, other);
  expect(() => lockDatabase(other)).toThrow(DatabaseInUseError);
});

test("a hard link opens nothing, whether the file is served or not", async () => {
  await using folder = await temporaryFolder();
  const elsewhere = join(folder.path, "elsewhere");
  await mkdir(elsewhere);
  const other = join(elsewhere, "linked.db");
  const owner = startChild("own", folder);
  await ready(owner);
  await link(folder.file, other);
  expect(() => lockDatabase(other)).toThrow(LinkedDatabaseError);
  owner.kill("SIGKILL");
  await owner.exited;
  expect(() => lockDatabase(other)).toThrow(
    `Cannot open ${other}: the file has 2 names (hard links), and what was written last lies beside one of them. Remove the others, or start from a backup`,
  );
  await unlink(other);
  lockDatabase(folder.file).release();
});

test("the lock is the file's own, not its name's", async () => {
  await using folder = await temporaryFolder();
  const owner = startChild("own", folder);
  await ready(owner);
  expect(lockInode(folder.file)).toEqual({ is: "in use" });
  owner.kill("SIGKILL");
  await owner.exited;
  const lock = lockInode(folder.file);
  expect(lockInode(folder.file)).toEqual({ is: "in use" });
  if (lock.is === "taken") lock.release();
  expect(lockInode(folder.file)).toMatchObject({ is: "taken" });
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

test("a database that is made of an empty file is readable by its owner alone", async () => {
  await using folder = await temporaryFolder();
  await writeFile(folder.file, "");
  await chmod(folder.file, 0o644);
  const db = await openDatabase(folder);
  await db.commit([note("one")]);
  for (const end of ["", "-wal", "-shm"]) {
    expect((await stat(folder.file + end)).mode & 0o777).toBe(0o600);
  }
  await db.close();
});
