/**
 * How is everything copied into one file, and put back? `trailer.ts` is what stands behind
 * the database, `seal_keys.ts` takes the keys along, `restore_file.ts` puts both back. The
 * pages are copied by `db/upkeep/`.
 * @module
 */
import { link, open, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { LIMITS } from "../base/limits.ts";
import { breathe } from "../base/pace.ts";
import type { Upkeep } from "../db/upkeep/upkeep.ts";
import type { Trailer } from "./trailer.ts";
import { notWhole, readTrailer, trailerText } from "./trailer.ts";

/** The input of a backup, besides the database. */
export interface BackupOf {
  readonly upkeep: Upkeep;
  /** Its path, where no file may exist yet. */
  readonly file: string;
  /** A name that distinguishes its draft from another backup's. */
  readonly name: string;
  /** Makes the signed trailer once the copy is known. */
  trailer(copied: Pick<Trailer, "bytes" | "sha256">): Trailer;
}

/**
 * Writes a backup under another name and renames it once it is complete, on the disk and read
 * back: that name never has an incomplete one.
 */
export async function writeBackup({
  upkeep,
  file,
  name,
  trailer: trailerOf,
}: BackupOf): Promise<Trailer> {
  const draft = `${file}.${name}${DRAFT_END}`;
  try {
    const copied = await upkeep.copyTo(draft);
    const problems = await upkeep.integrity(draft);
    if (problems[0] !== undefined) {
      throw new Error(`the database is damaged: ${problems[0]}`);
    }
    const trailer = trailerOf(copied);
    await append(draft, trailerText(trailer));
    await checkBackup(draft);
    await publish(draft, file);
    return trailer;
  } finally {
    await rm(draft, { force: true });
  }
}

/** The suffix of incomplete backups: a killed process leaves one. */
export const DRAFT_END = ".part";

async function append(path: string, text: string): Promise<void> {
  const file = await open(path, "a");
  try {
    await file.appendFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Gives a finished file its name, if that is free: `rename` would replace it. */
export async function publish(draft: string, file: string): Promise<void> {
  await link(draft, file);
  await rm(draft);
  const folder = await open(dirname(file), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * Reads a whole backup and returns its trailer.
 * @param each Receives the database, piece by piece, as it is read.
 * @throws Error, one sentence, if any of it differs from what was written.
 */
export async function checkBackup(
  path: string,
  each: (piece: Uint8Array) => Promise<unknown> = breathe,
): Promise<Trailer> {
  const trailer = await readTrailer(path);
  const hasher = new Bun.CryptoHasher("sha256");
  const file = await open(path, "r");
  try {
    const piece = new Uint8Array(LIMITS.copySliceBytes);
    for (let left = trailer.bytes; left > 0; ) {
      const wanted = Math.min(piece.length, left);
      const { bytesRead } = await file.read(piece, 0, wanted);
      if (bytesRead === 0) throw notWhole(path, "it ends too early");
      const read = piece.subarray(0, bytesRead);
      hasher.update(read);
      await each(read);
      left -= bytesRead;
    }
  } finally {
    await file.close();
  }
  if (hasher.digest("hex") === trailer.sha256) return trailer;
  throw notWhole(path, "the database in it was changed");
}
