import type { Bytes } from "../bytes.ts";
import type { Archive } from "../findings.ts";
import { ZIP } from "./zip_format.ts";

/** The limits for an archive held in memory. */
export interface ArchiveBounds {
  readonly entries: number;
  readonly directoryBytes: number;
  /** For one file, unpacked. */
  readonly fileBytes: number;
}

const UNBOUNDED: ArchiveBounds = {
  entries: Number.POSITIVE_INFINITY,
  directoryBytes: Number.POSITIVE_INFINITY,
  fileBytes: Number.POSITIVE_INFINITY,
};

/** Reads a part of a file. */
export type ReadAt = (start: number, length: number) => Promise<Bytes>;

interface Entry {
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  /** The start of its own header, and its bytes. */
  readonly at: number;
  readonly data: number;
}

/** An entry as the directory lists it. */
type Listed = Omit<Entry, "data">;

const END_BYTES = 22;
const COMMENT_BYTES_MAX = 65_535;
const LOCATOR_BYTES = 20;
const END_64_BYTES = 56;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
/** The flag of an entry followed by its lengths. */
const LENGTHS_FOLLOW = 8;
const STORED = 0;

/** A ZIP file as an archive, with the lengths of zip64. @throws for an incomplete ZIP file */
export async function openZip(
  read: ReadAt,
  bytes: number,
  bounds: ArchiveBounds = UNBOUNDED,
): Promise<Archive> {
  const directory = await directoryOf(read, bytes, bounds);
  const entries = new Map<string, Listed>();
  const { view, bytes: listed, start } = directory;
  for (let at = 0; at < listed.length; ) {
    if (view.getUint32(at, true) !== ZIP.central) throw broken();
    const nameBytes = view.getUint16(at + 28, true);
    const extraBytes = view.getUint16(at + 30, true);
    const name = at + CENTRAL_BYTES;
    const extra = name + nameBytes;
    const path = new TextDecoder().decode(listed.subarray(name, extra));
    if (entries.has(path))
      throw new Error(`two files in it have the name ${path}`);
    if (entries.size >= bounds.entries) throw tooLarge("it has too many files");
    entries.set(path, entryAt(view, at, extra, extra + extraBytes));
    at = extra + extraBytes + view.getUint16(at + 32, true);
  }
  const files = await besideEachOther(read, entries, start);
  return {
    paths: [...entries.keys()].filter((it) => !it.endsWith("/")),
    has: (path) => entries.has(path),
    async read(path) {
      const entry = files.get(path);
      if (!entry) throw new Error(`${path} is not in it`);
      if (Math.max(entry.size, entry.packed) > bounds.fileBytes) {
        throw tooLarge(`${path} is too large`);
      }
      return await contentOf(read, entry);
    },
  };
}

async function directoryOf(
  read: ReadAt,
  bytes: number,
  { directoryBytes }: ArchiveBounds,
) {
  const length = Math.min(bytes, END_BYTES + COMMENT_BYTES_MAX);
  const tail = viewOf(await read(bytes - length, length));
  let end = length - END_BYTES;
  while (end >= 0 && tail.getUint32(end, true) !== ZIP.end) end -= 1;
  if (end < 0) throw broken();
  let size = tail.getUint32(end + 12, true);
  let start = tail.getUint32(end + 16, true);
  const locator = end - LOCATOR_BYTES;
  if (locator >= 0 && tail.getUint32(locator, true) === ZIP.locator64) {
    const at = longAt(tail, locator + 8);
    const whole = viewOf(await read(at, END_64_BYTES));
    if (whole.getUint32(0, true) !== ZIP.end64) throw broken();
    size = longAt(whole, 40);
    start = longAt(whole, 48);
  }
  if (start + size > bytes) throw broken();
  if (size > directoryBytes) throw tooLarge("its list of files is too long");
  const listed = await read(start, size);
  return { bytes: listed, view: viewOf(listed), start };
}

/**
 * Compares the directory with the entries: names must match, and each entry must begin where
 * the one before ends, so that unpacking from the start gives the same files.
 */
async function besideEachOther(
  read: ReadAt,
  listed: ReadonlyMap<string, Listed>,
  directory: number,
): Promise<ReadonlyMap<string, Entry>> {
  const files = new Map<string, Entry>();
  const byPlace = [...listed].toSorted(([, a], [, b]) => a.at - b.at);
  let end = 0;
  for (const [path, entry] of byPlace) {
    refuseHidden(end, entry.at);
    const name = new TextEncoder().encode(path);
    const local = await read(entry.at, LOCAL_BYTES + name.length);
    const view = viewOf(local);
    if (view.getUint32(0, true) !== ZIP.local) throw broken();
    const own = new TextDecoder().decode(local.subarray(LOCAL_BYTES));
    if (view.getUint16(26, true) !== name.length || own !== path) {
      throw new Error(`${path} has a different name in its own header`);
    }
    const short = view.getUint32(18, true);
    const isLater = (view.getUint16(6, true) & LENGTHS_FOLLOW) !== 0;
    if (!isLater && short !== ZIP.max32 && short !== entry.packed)
      throw broken();
    const header = LOCAL_BYTES + name.length + view.getUint16(28, true);
    const data = entry.at + header;
    files.set(path, { ...entry, data });
    end = data + entry.packed;
  }
  refuseHidden(end, directory);
  return files;
}

/** After an entry its lengths may follow, which are shorter than any other entry. */
function refuseHidden(end: number, next: number): void {
  if (next < end) throw broken();
  if (next - end < LOCAL_BYTES) return;
  throw new Error("it contains data outside its list of files");
}

/** Lengths that do not fit into their fields follow the name (zip64). */
function entryAt(
  view: DataView,
  at: number,
  extra: number,
  end: number,
): Listed {
  const short = [24, 20, 42].map((field) => view.getUint32(at + field, true));
  const long: number[] = [];
  for (let from = extra; from + 4 <= end; ) {
    const length = view.getUint16(from + 2, true);
    if (view.getUint16(from, true) === 1) {
      for (let it = from + 4; it + 8 <= from + 4 + length; it += 8) {
        long.push(longAt(view, it));
      }
    }
    from += 4 + length;
  }
  const [size = 0, packed = 0, start = 0] = short.map((it) =>
    it === ZIP.max32 ? (long.shift() ?? it) : it,
  );
  const method = view.getUint16(at + 10, true);
  const crc = view.getUint32(at + 16, true);
  return { method, crc, packed, size, at: start };
}

async function contentOf(read: ReadAt, entry: Entry): Promise<Bytes> {
  const packed = await read(entry.data, entry.packed);
  const bytes =
    entry.method === ZIP.deflated ? await inflated(packed, entry.size) : packed;
  const isRight = entry.method === STORED || entry.method === ZIP.deflated;
  if (!isRight || bytes.length !== entry.size) throw broken();
  if (crc32(bytes) !== entry.crc) throw broken();
  return bytes;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) {
    value = (value & 1 ? 0xedb88320 : 0) ^ (value >>> 1);
  }
  return value;
});

/** The checksum of a ZIP's entries; not every runtime has one. */
function crc32(bytes: Bytes): number {
  let value: number = ZIP.max32;
  for (const byte of bytes) {
    value = (CRC_TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  }
  return (value ^ ZIP.max32) >>> 0;
}

/** Unpacks no more than the directory says: packed data may be made to fill the memory. */
async function inflated(packed: Bytes, size: number): Promise<Bytes> {
  const whole = new Uint8Array(size);
  const stream = new Blob([packed])
    .stream()
    .pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  for (let at = 0; ; ) {
    const { value, done } = await reader.read();
    if (done) return at === size ? whole : whole.subarray(0, at);
    if (at + value.length > size) throw broken();
    whole.set(value, at);
    at += value.length;
  }
}

function viewOf(bytes: Bytes): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

function longAt(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}

function tooLarge(why: string): Error {
  return new Error(`${why} for this reader`);
}

function broken(): Error {
  return new Error("it is not a complete ZIP file");
}
