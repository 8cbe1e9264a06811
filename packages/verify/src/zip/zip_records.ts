import { ZIP } from "./zip_format.ts";

/** The records of a ZIP archive (APPNOTE.TXT 6.3.10), with those of zip64 where a number needs them. */

/** An entry whose sizes are known before its header is written. */
export interface ZipEntry {
  readonly name: string;
  readonly crc: number;
  readonly size: number;
  readonly packedSize: number;
  readonly isDeflated: boolean;
  /** The start of its header. */
  readonly at: number;
}

/** The end of an archive: the number of entries, and the place of their directory. */
export interface ZipEnd {
  readonly entries: number;
  readonly directoryAt: number;
  readonly directoryBytes: number;
}

/** Zip64 and names in UTF-8. */
const VERSION = 45;
const UTF_8 = 0x0800;
const MAX_16 = 0xffff;
/** 1980-01-01, so that archives of the same content are equal. */
const DATE = 0x21;
/** A file that only its owner may write (made on Unix). */
const ATTRIBUTES = 0o100644 * 2 ** 16;
const ON_UNIX = 3 << 8;

/** The header before the bytes of an entry (4.3.7). */
export function localHeader(entry: ZipEntry): Uint8Array {
  return joined(
    [u32(ZIP.local), u16(VERSION), ...common(entry), u16(0)],
    entry,
  );
}

/** The length of an entry's header. */
export function localHeaderBytes(name: string): number {
  return 30 + Buffer.byteLength(name);
}

/** The record of an entry in the directory (4.3.12). */
export function directoryRecord(entry: ZipEntry): Uint8Array {
  const isFar = entry.at >= ZIP.max32;
  const extra = isFar ? [u16(1), u16(8), u64(entry.at)] : [];
  return joined(
    [
      u32(ZIP.central),
      u16(ON_UNIX | VERSION),
      u16(VERSION),
      ...common(entry),
      u16(isFar ? 12 : 0),
      ...[u16(0), u16(0), u16(0)],
      u32(ATTRIBUTES),
      u32(isFar ? ZIP.max32 : entry.at),
    ],
    entry,
    extra,
  );
}

/** The length of an entry's record. */
export function directoryRecordBytes(name: string, at: number): number {
  return 46 + Buffer.byteLength(name) + (at >= ZIP.max32 ? 12 : 0);
}

/** The records after the directory (4.3.14 to 4.3.16). */
export function zipEnd({
  entries,
  directoryAt,
  directoryBytes,
}: ZipEnd): Uint8Array {
  const isLarge =
    entries >= MAX_16 ||
    directoryAt >= ZIP.max32 ||
    directoryBytes >= ZIP.max32;
  const large = [
    ...[u32(ZIP.end64), u64(44), u16(ON_UNIX | VERSION), u16(VERSION)],
    ...[u32(0), u32(0), u64(entries), u64(entries)],
    ...[u64(directoryBytes), u64(directoryAt)],
    ...[u32(ZIP.locator64), u32(0), u64(directoryAt + directoryBytes), u32(1)],
  ];
  const count = u16(Math.min(entries, MAX_16));
  return Buffer.concat([
    ...(isLarge ? large : []),
    ...[u32(ZIP.end), u16(0), u16(0), count, count],
    u32(Math.min(directoryBytes, ZIP.max32)),
    u32(Math.min(directoryAt, ZIP.max32)),
    u16(0),
  ]);
}

/** The fields that header and record share, up to the length of the name. */
function common({ name, crc, size, packedSize, isDeflated }: ZipEntry) {
  return [
    ...[u16(UTF_8), u16(isDeflated ? ZIP.deflated : 0), u16(0), u16(DATE)],
    ...[u32(crc), u32(packedSize), u32(size)],
    u16(Buffer.byteLength(name)),
  ];
}

function joined(
  fields: readonly Buffer[],
  { name }: ZipEntry,
  extra: readonly Buffer[] = [],
): Uint8Array {
  return Buffer.concat([...fields, Buffer.from(name), ...extra]);
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}
