import { existsSync } from "node:fs";
import { chmod, mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { checkBackup, DRAFT_END, publish } from "./backup_file.ts";
import type { KeyFiles } from "./seal_keys.ts";
import type { Trailer } from "./trailer.ts";

/** A restore: its file and its target. */
export interface Restore {
  readonly file: string;
  /** Where the database is to lie: nothing of one may lie there. */
  readonly database: string;
  /** The keys of the backup, opened, by their paths; none if it has none. */
  readonly keys: KeyFiles;
}

/** Suffixes of the files that belong to a database while it is in use, or after a kill. */
const BESIDE = ["", "-wal", "-shm", "-journal", "-pages"];

/** Puts a backup into an empty place. */
export function restoreBackup(restore: Restore): Promise<Trailer> {
  const { file, ...place } = restore;
  return fillPlace({ ...place, doing: "restore" }, (draft) =>
    extract(file, draft),
  );
}

/** Where a database is put, with its keys. */
export interface RestoreTarget extends Omit<Restore, "file"> {
  /** How a refusal calls it. */
  readonly doing: "restore" | "move";
}

/**
 * Puts a database into an empty place: the keys first, the database last and only once it
 * is whole, so that a service never starts on a part of it.
 */
export async function fillPlace<T>(
  place: RestoreTarget,
  fill: (draft: string) => Promise<T>,
): Promise<T> {
  const { database, keys } = place;
  await refuseOccupied(place);
  await mkdir(dirname(database), { recursive: true, mode: 0o700 });
  const draft = `${database}${DRAFT_END}`;
  await rm(draft, { force: true });
  try {
    const filled = await fill(draft);
    for (const [path, text] of Object.entries(keys)) {
      await writeKey(path, text);
    }
    // Refused if a service has begun one there meanwhile.
    await publish(draft, database);
    return filled;
  } finally {
    await rm(draft, { force: true });
  }
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

async function writeKey(path: string, text: string): Promise<void> {
  const draft = `${path}.new`;
  await writeFile(draft, text, { mode: 0o600, flush: true });
  await chmod(draft, 0o600);
  await rename(draft, path);
}
