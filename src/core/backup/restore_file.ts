import { existsSync } from "node:fs";
import { chmod, mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { storageErrorOf } from "../db/failure.ts";
import { checkBackup, DRAFT_END, publish } from "./backup_file.ts";
import type { KeyFiles } from "./seal_keys.ts";
import type { Trailer } from "./trailer.ts";

/** A restore: its file and its target. */
export interface Restore {
  readonly file: string;
  /** The path of the database, where none may exist. */
  readonly database: string;
  /** The unsealed keys of the backup, by their paths; none if it has none. */
  readonly keys: KeyFiles;
}

/** Suffixes of a database's files while it is in use, or after a kill. */
const BESIDE = ["", "-wal", "-shm", "-journal", "-pages"];

/** Puts a backup into an empty place. */
export function restoreBackup(restore: Restore): Promise<Trailer> {
  const { file, ...place } = restore;
  return fillPlace({ ...place, doing: "restore" }, (draft) =>
    extract(file, draft),
  );
}

/** The target of a database with its keys. */
export interface RestoreTarget extends Omit<Restore, "file"> {
  /** The act's name in a refusal. */
  readonly doing: "restore" | "move";
}

/**
 * Puts a database into an empty place. All of it is written under other names first; then the
 * keys get theirs, and the database last, so a service never starts on a part of it. On a
 * failure nothing stays.
 */
export async function fillPlace<T>(
  place: RestoreTarget,
  fill: (draft: string) => Promise<T>,
): Promise<T> {
  const { database, doing } = place;
  await refuseOccupied(place);
  const keys = Object.entries(place.keys).filter(([path]) => !existsSync(path));
  await mkdir(dirname(database), { recursive: true, mode: 0o700 });
  const draft = draftOf(database);
  const begun = BESIDE.map((end) => draft + end);
  const remove = async () => {
    for (const path of begun) await rm(path, { force: true });
  };
  await remove();
  begun.push(...keys.map(([path]) => keyDraft(path)));
  try {
    for (const [path, text] of keys) await writeKey(keyDraft(path), text);
    const filled = await fill(draft);
    for (const [path] of keys) {
      await rename(keyDraft(path), path);
      begun.push(path);
    }
    // Refused if a service has created one there meanwhile.
    await publish(draft, database);
    return filled;
  } catch (error) {
    await remove();
    if (!storageErrorOf("write", error).isFull) throw error;
    const why = `Cannot ${doing}: the disk of ${database} is full`;
    throw new Error(why, { cause: error });
  }
}

/** The name of an incomplete database: no service starts next to one. */
export function draftOf(database: string): string {
  return `${database}${DRAFT_END}`;
}

async function refuseOccupied({
  database,
  keys,
  doing,
}: RestoreTarget): Promise<void> {
  for (const end of BESIDE) {
    if (!existsSync(database + end)) continue;
    throw new Error(
      `Cannot ${doing}: ${database}${end} is there already; nothing is put over it`,
    );
  }
  for (const [path, text] of Object.entries(keys)) {
    const file = Bun.file(path);
    if (!(await file.exists()) || (await file.text()) === text) continue;
    throw new Error(
      `Cannot ${doing}: ${path} is another key than that of the ${doing === "move" ? "server" : "backup"}`,
    );
  }
}

async function extract(file: string, draft: string): Promise<Trailer> {
  const out = await open(draft, "w", 0o600);
  try {
    const trailer = await checkBackup(file, (piece) => out.writeFile(piece));
    await out.sync();
    return trailer;
  } finally {
    await out.close();
  }
}

function keyDraft(path: string): string {
  return `${path}.new`;
}

async function writeKey(draft: string, text: string): Promise<void> {
  await writeFile(draft, text, { mode: 0o600, flush: true });
  await chmod(draft, 0o600);
}
