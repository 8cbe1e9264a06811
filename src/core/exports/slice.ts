import { promisify } from "node:util";
import { crc32, deflateRaw } from "node:zlib";
import {
  directoryRecordBytes,
  localHeaderBytes,
} from "../../../packages/verify/src/zip/zip_records.ts";
import { sha256Slowly } from "../base/digest.ts";
import { LIMITS } from "../base/limits.ts";
import type { ArchiveEntry, Export } from "./export_store.ts";
import type { Table } from "./place.ts";

const deflated = promisify(deflateRaw);

/** A written slice of an archive, before it is committed. */
export interface WrittenSlice {
  readonly entries: readonly ArchiveEntry[];
  readonly files: Readonly<Partial<Record<Table, number>>>;
  /** The start of the next entry, and of its record. */
  readonly dataBytes: number;
  readonly directoryBytes: number;
}

/**
 * Collects what one slice adds to an archive. Every entry is complete within its slice, so
 * its header has its sizes and checksums and nothing needs correction afterwards.
 */
export class Slice {
  readonly #export: Pick<Export, "id">;
  readonly #entries: ArchiveEntry[] = [];
  readonly #lines = new Map<Table, string[]>();
  #at: number;
  #directoryAt: number;
  #bytes = 0;

  constructor(from: Pick<Export, "id" | "dataBytes" | "directoryBytes">) {
    this.#export = from;
    this.#at = from.dataBytes;
    this.#directoryAt = from.directoryBytes;
  }

  /** True once it is as large as one commit allows. */
  get isFull(): boolean {
    return (
      this.#bytes >= LIMITS.exportSliceBytes ||
      this.#entries.length >= LIMITS.exportSliceEntries
    );
  }

  /** Adds a line to a table. */
  line(table: Table, value: object): void {
    const text = `${JSON.stringify(value)}\n`;
    const lines = this.#lines.get(table) ?? [];
    lines.push(text);
    this.#lines.set(table, lines);
    this.#bytes += text.length;
  }

  /** Adds a file of lines, unless it would be empty. */
  async lines(name: string, values: readonly object[]): Promise<void> {
    if (values.length === 0) return;
    await this.text(name, jsonLines(values));
  }

  /** Adds a file. */
  async text(name: string, text: string): Promise<void> {
    const raw = Buffer.from(text);
    const bytes = await deflated(raw);
    const packedSize = bytes.length;
    await this.#add({ name, raw, packedSize, bytes, artifactId: null });
  }

  /** Adds a file that is already stored, without a copy. */
  async stored(artifactId: string, raw: Uint8Array): Promise<void> {
    const name = `files/${artifactId}`;
    const packedSize = raw.length;
    await this.#add({ name, raw, packedSize, bytes: null, artifactId });
  }

  /** Writes the files of the tables and returns the slice to commit. */
  async end(files: WrittenSlice["files"]): Promise<WrittenSlice> {
    const counts = { ...files };
    for (const [table, lines] of this.#lines) {
      const number = (counts[table] ?? 0) + 1;
      counts[table] = number;
      await this.text(numbered(table, number), lines.join(""));
    }
    return {
      entries: this.#entries,
      files: counts,
      dataBytes: this.#at,
      directoryBytes: this.#directoryAt,
    };
  }

  async #add({
    raw,
    ...file
  }: Pick<ArchiveEntry, "name" | "packedSize" | "bytes" | "artifactId"> & {
    readonly raw: Uint8Array;
  }): Promise<void> {
    const at = this.#at;
    const directoryAt = this.#directoryAt;
    this.#entries.push({
      ...{ exportId: this.#export.id, at, directoryAt, ...file },
      crc: crc32(raw),
      sha256: await sha256Slowly(raw),
      size: raw.length,
    });
    this.#at += localHeaderBytes(file.name) + file.packedSize;
    this.#directoryAt += directoryRecordBytes(file.name, at);
    this.#bytes += file.packedSize;
  }
}

/** The name of a table's file, so that names sort by number. */
export function numbered(folder: string, number: number): string {
  return `${folder}/${String(number).padStart(6, "0")}.jsonl`;
}

/** JSON Lines. */
export function jsonLines(values: readonly object[]): string {
  return values.map((it) => `${JSON.stringify(it)}\n`).join("");
}
