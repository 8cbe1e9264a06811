import { promisify } from "node:util";
import { crc32, inflateRaw } from "node:zlib";

const inflated = promisify(inflateRaw);

/** Reads a stretch of an archive: all of it, or fewer bytes at the end. */
export type ReadAt = (from: number, to: number) => Promise<Uint8Array>;

/** An entry of an archive, as its directory says. */
export interface Zipped {
  readonly name: string;
  readonly crc: number;
  readonly size: number;
  readonly packedSize: number;
  readonly isDeflated: boolean;
  readonly at: number;
}

/** What a reader of foreign archives takes. */
export interface ZipBounds {
  readonly entriesMax: number;
  readonly directoryBytesMax: number;
  readonly nameBytesMax: number;
}

/** An archive that is none, is damaged, or is more than is taken. */
export class ZipError extends Error {
  override readonly name = "ZipError";
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const LOCATOR_BYTES = 20;
const COMMENT_MAX = 0xffff;
const MAX_32 = 0xffffffff;

/**
 * Reads the directory of a ZIP (APPNOTE.TXT 4.3.12 to 4.3.16): nothing of what it says is
 * believed before it was held against the length of the file and the bounds.
 * @throws ZipError
 */
export async function readDirectory(
  read: ReadAt,
  bytes: number,
  bounds: ZipBounds,
): Promise<readonly Zipped[]> {
  const end = await findEnd(read, bytes);
  if (end.entries > bounds.entriesMax) throw bad("it has too many entries");
  if (end.bytes > bounds.directoryBytesMax) throw bad("its list is too long");
  if (end.at + end.bytes > bytes) throw bad("its list is cut off");
  const directory = Buffer.from(await read(end.at, end.at + end.bytes));
  const entries: Zipped[] = [];
  const names = new Set<string>();
  for (let at = 0; entries.length < end.entries; ) {
    const { entry, length } = readRecord(directory, at, bounds);
    if (entry.at + entry.packedSize > end.at) {
      throw bad("an entry lies outside of it");
    }
    if (names.has(entry.name)) throw bad("two entries have one name");
    names.add(entry.name);
    entries.push(entry);
    at += length;
  }
  return entries;
}

/**
 * Reads what an entry holds, never more than its directory says and a bound allows.
 * @throws ZipError
 */
export async function readEntry(
  read: ReadAt,
  entry: Zipped,
  bytesMax: number,
): Promise<Uint8Array> {
  if (entry.size > bytesMax || entry.packedSize > bytesMax) {
    throw bad(`${entry.name} is too large`);
  }
  const header = Buffer.from(await read(entry.at, entry.at + 30));
  if (header.length < 30 || header.readUInt32LE(0) !== LOCAL) {
    throw bad(`${entry.name} has no header`);
  }
  const from =
    entry.at + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  const packed = await read(from, from + entry.packedSize);
  const raw = entry.isDeflated
    ? await inflate(entry, packed)
    : Buffer.from(packed);
  if (raw.length !== entry.size || crc32(raw) !== entry.crc) {
    throw bad(`${entry.name} is damaged`);
  }
  return raw;
}

async function inflate(entry: Zipped, packed: Uint8Array): Promise<Buffer> {
  try {
    // A bomb ends where its directory says that it does.
    return await inflated(packed, { maxOutputLength: entry.size + 1 });
  } catch (cause) {
    throw new ZipError(`${entry.name} is damaged`, { cause });
  }
}

interface Directory {
  readonly entries: number;
  readonly at: number;
  readonly bytes: number;
}

async function findEnd(read: ReadAt, bytes: number): Promise<Directory> {
  const from = Math.max(0, bytes - END_BYTES - COMMENT_MAX - LOCATOR_BYTES);
  const tail = Buffer.from(await read(from, bytes));
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END) continue;
    if (at + END_BYTES + tail.readUInt16LE(at + 20) !== tail.length) continue;
    const isLarge =
      at >= LOCATOR_BYTES &&
      tail.readUInt32LE(at - LOCATOR_BYTES) === LOCATOR_64;
    if (isLarge) {
      return await readEnd64(read, u64(tail, at - LOCATOR_BYTES + 8));
    }
    return {
      entries: tail.readUInt16LE(at + 10),
      bytes: tail.readUInt32LE(at + 12),
      at: tail.readUInt32LE(at + 16),
    };
  }
  throw bad("it is no ZIP");
}

async function readEnd64(read: ReadAt, at: number): Promise<Directory> {
  const end = Buffer.from(await read(at, at + 56));
  if (end.length < 56 || end.readUInt32LE(0) !== END_64) {
    throw bad("its end is damaged");
  }
  return { entries: u64(end, 32), bytes: u64(end, 40), at: u64(end, 48) };
}

function readRecord(
  directory: Buffer,
  at: number,
  { nameBytesMax }: ZipBounds,
): { readonly entry: Zipped; readonly length: number } {
  const isThere = at + 46 <= directory.length;
  if (!isThere || directory.readUInt32LE(at) !== CENTRAL) {
    throw bad("its list is damaged");
  }
  const method = directory.readUInt16LE(at + 10);
  const isPlain = (directory.readUInt16LE(at + 8) & 1) === 0;
  if (!isPlain || (method !== 0 && method !== 8)) {
    throw bad("an entry is packed in a way that is not taken");
  }
  const nameBytes = directory.readUInt16LE(at + 28);
  const extraBytes = directory.readUInt16LE(at + 30);
  const length = 46 + nameBytes + extraBytes + directory.readUInt16LE(at + 32);
  if (nameBytes > nameBytesMax || at + length > directory.length) {
    throw bad("its list is damaged");
  }
  const entry = {
    name: directory.toString("utf8", at + 46, at + 46 + nameBytes),
    crc: directory.readUInt32LE(at + 16),
    packedSize: directory.readUInt32LE(at + 20),
    size: directory.readUInt32LE(at + 24),
    isDeflated: method === 8,
    at: directory.readUInt32LE(at + 42),
  };
  if (entry.size === MAX_32 || entry.packedSize === MAX_32) {
    throw bad("an entry is too large");
  }
  if (entry.at !== MAX_32) return { entry, length };
  const extra = at + 46 + nameBytes;
  const isFar = extraBytes >= 12 && directory.readUInt16LE(extra) === 1;
  if (!isFar) throw bad("its list is damaged");
  return { entry: { ...entry, at: u64(directory, extra + 4) }, length };
}

/** @throws ZipError for a number beyond what a file can have */
function u64(buffer: Buffer, at: number): number {
  const value = Number(buffer.readBigUInt64LE(at));
  if (!Number.isSafeInteger(value)) throw bad("its end is damaged");
  return value;
}

function bad(why: string): ZipError {
  return new ZipError(why);
}
