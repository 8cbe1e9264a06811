import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import Sqlite from "libsql";
import { failureOf, storageError } from "./failure.ts";

/** Another process, or another part of this one, already serves the file. */
export class DatabaseInUseError extends Error {
  override readonly name = "DatabaseInUseError";

  constructor(path: string, options?: ErrorOptions) {
    super(`Cannot open ${path}: another process already serves it`, options);
  }
}

/** The right to be the one process that opens a database file. */
export interface Lock {
  release(): void;
}

/** Held here too, so that garbage collection never closes a lock in use. */
const held = new Set<Sqlite.Database>();

/**
 * Takes the file for this process, or throws DatabaseInUseError at once.
 * The lock is an exclusive transaction on a second, empty database: the kernel drops it however the process ends.
 */
export function lockDatabase(path: string): Lock {
  const lock = openLock(`${resolved(path)}-lock`);
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    const failure = failureOf(error);
    if (!failure.code.startsWith("SQLITE_BUSY"))
      throw storageError("open", failure);
    throw new DatabaseInUseError(path, { cause: error });
  }
  held.add(lock);
  return {
    release: () => {
      if (!held.delete(lock)) return;
      lock.exec("ROLLBACK");
      lock.close();
    },
  };
}

function openLock(path: string): Sqlite.Database {
  try {
    return new Sqlite(path);
  } catch (error) {
    throw storageError("open", failureOf(error));
  }
}

/** Two names of one file share one lock. */
function resolved(path: string): string {
  return existsSync(path)
    ? realpathSync(path)
    : join(realpathSync(dirname(path)), basename(path));
}
