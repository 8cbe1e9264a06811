import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { LIMITS } from "../base/limits.ts";
import type { Database } from "../db/database.ts";
import { StorageError, storageErrorIn } from "../db/failure.ts";
import type { Log } from "./log.ts";

/**
 * Whether the disk has room for writes. A small write may still fit where others do not, so
 * the disk is asked, and a write that found it full is remembered for a moment.
 */
export class DiskRoom {
  readonly #clock: () => number;
  readonly #folder: string | undefined;
  #full: { readonly at: number; readonly error: StorageError } | undefined;

  /** @param path The file on the disk; null with a database server. */
  constructor(clock: () => number, path: string | null) {
    this.#clock = clock;
    this.#folder = path === null ? undefined : dirname(path);
  }

  /** The same database, whose writes report a full disk. */
  around(db: Database): Database {
    const commit: Database["commit"] = async (...batch) => {
      try {
        await db.commit(...batch);
      } catch (error) {
        const failure = storageErrorIn(error);
        if (failure?.isFull) this.#full = { at: this.#clock(), error: failure };
        throw error;
      }
    };
    return { ...db, commit };
  }

  /** @throws StorageError on a full disk */
  async check(): Promise<void> {
    const full = this.#full;
    if (full && Math.abs(this.#clock() - full.at) < LIMITS.diskFullMs) {
      throw full.error;
    }
    if (this.#folder === undefined) return;
    const { bavail, bsize } = await statfs(this.#folder);
    if (bavail * bsize >= LIMITS.diskRoomBytesMin) return;
    const why = "Cannot write: the disk of the database is full";
    throw new StorageError(why, { action: "write", isFull: true });
  }
}

/** On a full disk a start serves what exists; failed writes can wait for the next. */
export function goingOnFull(log: Log): (error: unknown) => void {
  return (error) => {
    if (!storageErrorIn(error)?.isFull) throw error;
    log.error("start.disk_full", error);
  };
}
