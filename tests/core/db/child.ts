/** A process of its own for tests: `bun child.ts <role> <folder of fixture.ts>`. */
import Sqlite from "libsql";
import { openDatabase } from "../../../src/core/db/database.ts";
import { lockDatabase } from "../../../src/core/db/lock/lock.ts";
import { folderAt, note } from "./fixture.ts";

const COMMITTERS = 32;

const [role, path = "", start = "0"] = process.argv.slice(2);
const folder = folderAt(path);

/** Owns the file until it is killed. */
function own(): void {
  lockDatabase(folder.file);
  console.log("ready");
  setInterval(() => undefined, 1_000);
}

/** A stranger to the lock, such as a terminal, that keeps the write lock until its input ends. */
async function hold(): Promise<void> {
  const database = new Sqlite(folder.file, { timeout: 5_000 });
  database.exec("BEGIN IMMEDIATE");
  console.log("ready");
  await Bun.stdin.text();
  database.exec("ROLLBACK");
  database.close();
}

/** Holds the lock while its garbage is collected. */
function collect(): void {
  lockDatabase(folder.file);
  Bun.gc(true);
  setImmediate(() => {
    Bun.gc(true);
    console.log("ready");
    setInterval(() => undefined, 1_000);
  });
}

/** Commits pairs of rows for ever and says which are acknowledged. */
async function load(): Promise<void> {
  const db = await openDatabase(folder);
  let next = Number(start);
  const commitAll = async () => {
    for (;;) {
      const id = next++;
      await db.commit([note(`${id}a`), note(`${id}b`)]);
      console.log(id);
    }
  };
  await Promise.all(Array.from({ length: COMMITTERS }, commitAll));
}

if (role === "own") own();
if (role === "hold") await hold();
if (role === "collect") collect();
if (role === "load") await load();
