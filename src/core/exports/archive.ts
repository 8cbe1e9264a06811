import type { ZipEntry } from "../../../packages/verify/src/zip/zip_records.ts";
import {
  directoryRecord,
  localHeader,
  zipEnd,
} from "../../../packages/verify/src/zip/zip_records.ts";
import { breathe } from "../base/pace.ts";
import { told } from "../base/words/sentence.ts";
import { importedStore } from "../conversations/acts/store/imported_store.ts";
import { conversationStore } from "../conversations/acts/store/store.ts";
import type { Database } from "../db/database.ts";
import { ServiceError } from "../errors/errors.ts";
import type { EntryHead, Export } from "./export_store.ts";
import { exportStore } from "./export_store.ts";

/** A range of bytes, the end excluded. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

type Sizes = Pick<Export, "entries" | "dataBytes" | "directoryBytes">;

/** The length of the archive. */
export function archiveBytes(made: Sizes): number {
  return made.dataBytes + made.directoryBytes + endOf(made).length;
}

/**
 * A range of an archive, rebuilt from its entries on each request: the same bytes each time,
 * so a download can resume. One entry is in memory at a time.
 * @throws export_not_found once a file of it is deleted
 */
export async function* archivePart(
  db: Database,
  made: Sizes & Pick<Export, "id">,
  { from, to }: ByteRange,
): AsyncGenerator<Uint8Array> {
  let at = from;
  for await (const [start, bytes] of pieces(db, made, from)) {
    if (at >= to) return;
    const piece = bytes.subarray(at - start, to - start);
    at += piece.length;
    if (piece.length > 0) yield piece;
    await breathe();
  }
}

type Piece = readonly [start: number, bytes: Uint8Array];

/** Everything from the piece with a byte on. */
async function* pieces(
  db: Database,
  made: Sizes & Pick<Export, "id">,
  from: number,
): AsyncGenerator<Piece> {
  const { id, dataBytes, directoryBytes } = made;
  const store = exportStore(db);
  for (let at = from; at < dataBytes; ) {
    const page = await store.entriesFrom(id, at);
    if (page.length === 0) throw gone();
    for (const entry of page) {
      const header = localHeader(zipEntryOf(entry));
      const start = entry.at + header.length;
      const end = start + entry.packedSize;
      if (end <= at) continue;
      if (at < start) yield [entry.at, header];
      if (entry.packedSize > 0) yield [start, await entryBytes(db, entry)];
      at = end;
    }
  }
  const directoryEnd = dataBytes + directoryBytes;
  for (let at = Math.max(from, dataBytes); at < directoryEnd; ) {
    const page = await store.recordsFrom(id, at - dataBytes);
    if (page.length === 0) throw gone();
    for (const entry of page) {
      const record = directoryRecord(zipEntryOf(entry));
      const start = dataBytes + entry.directoryAt;
      if (start + record.length <= at) continue;
      yield [start, record];
      at = start + record.length;
    }
  }
  yield [directoryEnd, endOf(made)];
}

/** The stored bytes of an entry. @throws export_not_found */
export async function entryBytes(
  db: Database,
  { exportId, at, artifactId, packedSize }: EntryHead,
): Promise<Uint8Array> {
  const bytes = await (artifactId === null
    ? exportStore(db).bytesOf(exportId, at)
    : fileOf(db, artifactId));
  if (bytes?.length === packedSize) return bytes;
  throw gone();
}

async function fileOf(
  db: Database,
  artifactId: string,
): Promise<Uint8Array | undefined> {
  const own = await conversationStore(db).bytesOf(artifactId);
  return own ?? (await importedStore(db).fileOf(artifactId));
}

/** An entry as a ZIP has it. */
export function zipEntryOf(entry: EntryHead): ZipEntry {
  return { ...entry, isDeflated: entry.artifactId === null };
}

function endOf({ entries, dataBytes, directoryBytes }: Sizes): Uint8Array {
  return zipEnd({ entries, directoryAt: dataBytes, directoryBytes });
}

function gone(): ServiceError {
  return new ServiceError("export_not_found", {
    detail: told`Cannot read this export: one of its files was deleted. Start a new export.`,
  });
}
