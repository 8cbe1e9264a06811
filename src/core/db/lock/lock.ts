import { existsSync, mkdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import Sqlite from "libsql";
import type { InodeLock } from "../../../../packages/database-file/src/inode_lock.ts";
import { lockInode } from "../../../../packages/database-file/src/inode_lock.ts";
import { codeOf, failureOf, storageError } from "../failure.ts";

/** Another process, or another part of this one, already serves the file. */
export class DatabaseInUseError extends Error {
  override readonly name = "DatabaseInUseError";

  constructor(path: string, options?: ErrorOptions) {
    super(`Cannot open ${path}: another process already serves it`, options);
  }
}

/**
 * The file has several names: the log is next to one of them, and would be missing under
 * another.
 */
export class LinkedDatabaseError extends Error {
  override readonly name = "LinkedDatabaseError";

  constructor(path: string, names: number) {
    super(
      `Cannot open ${path}: the file has ${names} names (hard links), and what was written last lies beside one of them. Remove the others, or start from a backup`,
    );
  }
}

/** The database file cannot be opened or created. */
export class UnusableDatabaseError extends Error {
  override readonly name = "UnusableDatabaseError";

  constructor(path: string, why: string, options?: ErrorOptions) {
    super(
      `Cannot open ${path}: ${why}. Have DATABASE_URL name a file in a folder that this user may write in.`,
      options,
    );
  }
}

/** The right to be the one process that opens a database file. */
export interface Lock {
  release(): void;
}

/** Also referenced here, so garbage collection never closes a lock in use. */
const held = new Set<Sqlite.Database>();

/**
 * Takes the file for this process, or throws DatabaseInUseError at once. Uses two locks: the
 * file's inode, whatever its name, and an exclusive transaction on an empty database next to
 * it, for systems other than Linux. The kernel drops both however the process ends.
 * @throws LinkedDatabaseError if the file has several names.
 * @throws UnusableDatabaseError if there can be no file.
 */
export function lockDatabase(path: string): Lock {
  makeFolder(path);
  const byName = lockName(path);
  try {
    const byInode = lockFile(path);
    if (byInode.is === "in use") throw new DatabaseInUseError(path);
    if (byInode.is === "linked") {
      throw new LinkedDatabaseError(path, byInode.names);
    }
    return {
      release() {
        if (!held.has(byName)) return;
        byInode.release();
        free(byName);
      },
    };
  } catch (error) {
    free(byName);
    throw error;
  }
}

function makeFolder(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
  } catch (cause) {
    const why = `its folder cannot be made (${codeOf(cause)})`;
    throw new UnusableDatabaseError(path, why, { cause });
  }
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UnusableDatabaseError(path, "it is a folder");
  }
}

function lockName(path: string): Sqlite.Database {
  const lock = openLock(path);
  try {
    // It writes nothing: a journal next to it would need room on a full disk.
    lock.exec("PRAGMA journal_mode = MEMORY");
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    const failure = failureOf(error);
    if (!failure.code.startsWith("SQLITE_BUSY"))
      throw storageError("open", failure);
    throw new DatabaseInUseError(path, { cause: error });
  }
  held.add(lock);
  return lock;
}

function lockFile(path: string): InodeLock {
  try {
    return lockInode(path);
  } catch (cause) {
    const why = `it cannot be written (${codeOf(cause)})`;
    throw new UnusableDatabaseError(path, why, { cause });
  }
}

function free(lock: Sqlite.Database): void {
  held.delete(lock);
  lock.exec("ROLLBACK");
  lock.close();
}

function openLock(path: string): Sqlite.Database {
  try {
    return new Sqlite(`${resolved(path)}-lock`);
  } catch (cause) {
    const why = "no file can be written beside it";
    throw new UnusableDatabaseError(path, why, { cause });
  }
}

/** Two names of one file share one lock. */
function resolved(path: string): string {
  return existsSync(path)
    ? realpathSync(path)
    : join(realpathSync(dirname(path)), basename(path));
}
