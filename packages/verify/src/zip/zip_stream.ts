import type { ZipEntry } from "./zip_records.ts";
import { directoryRecord, localHeader, zipEnd } from "./zip_records.ts";

/** The pieces of a ZIP file whose entries are sent as they are made. */
export class ZipStream {
  readonly #entries: ZipEntry[] = [];

  /** The pieces of one entry, with its bytes as they are stored. */
  *entry(entry: ZipEntry, bytes: Uint8Array): Generator<Uint8Array> {
    this.#entries.push(entry);
    yield localHeader(entry);
    if (bytes.length > 0) yield bytes;
  }

  /** The directory, which ends the file. */
  *end(directoryAt: number): Generator<Uint8Array> {
    let directoryBytes = 0;
    for (const entry of this.#entries) {
      const record = directoryRecord(entry);
      directoryBytes += record.length;
      yield record;
    }
    const { length: entries } = this.#entries;
    yield zipEnd({ entries, directoryAt, directoryBytes });
  }
}
