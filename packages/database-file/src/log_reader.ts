import { closeSync, openSync, readSync } from "node:fs";

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** The log of a little-endian machine. */
const MAGIC = 0x377f0682;

/** A checksum of the format: two words. */
type Sum = Int32Array<ArrayBuffer>;

/** Notified of the pages of commits, and of a restart of the log. */
export interface LogListener {
  /** @param frame Its place in the log, from 1. */
  page(number: number, frame: number, bytes: Uint8Array): void;
  committed(): void;
  restarted(): void;
}

/** Reads what commits append to a database's log (sqlite.org/fileformat2.html, 4). */
export class LogReader {
  readonly #path: string;
  #file: number | undefined;
  #salts = 0n;
  #sum: Sum = new Int32Array(2);
  #frame = new DataView(new ArrayBuffer(0));
  /** The end of the last commit read. */
  #frames = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Passes on what was committed since the last time.
   * @returns The number of frames of all commits since the log restarted.
   */
  read(listener: LogListener): number {
    const header = new DataView(new ArrayBuffer(HEADER_BYTES));
    if (!this.#fill(header, 0) || header.getUint32(0) !== MAGIC) return 0;
    if (header.getBigUint64(16) !== this.#salts) {
      this.#salts = header.getBigUint64(16);
      this.#sum = Int32Array.of(header.getInt32(24), header.getInt32(28));
      const size = FRAME_HEADER_BYTES + header.getUint32(8);
      this.#frame = new DataView(new ArrayBuffer(size));
      this.#frames = 0;
      listener.restarted();
    }
    const frame = this.#frame;
    const page = new Uint8Array(frame.buffer, FRAME_HEADER_BYTES);
    const sum = this.#sum.slice();
    let count = this.#frames;
    while (
      this.#fill(frame, HEADER_BYTES + count * frame.byteLength) &&
      this.#isWhole(frame, sum)
    ) {
      listener.page(frame.getUint32(0), ++count, page);
      // A non-zero value ends a commit.
      if (frame.getUint32(4) === 0) continue;
      listener.committed();
      this.#frames = count;
      this.#sum = sum.slice();
    }
    return this.#frames;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  /** Extends the checksum over a frame, and compares it with the frame's own. */
  #isWhole(frame: DataView<ArrayBuffer>, sum: Sum): boolean {
    if (frame.getBigUint64(8) !== this.#salts) return false;
    add(sum, new Int32Array(frame.buffer, 0, 2));
    add(sum, new Int32Array(frame.buffer, FRAME_HEADER_BYTES));
    return frame.getInt32(16) === sum[0] && frame.getInt32(20) === sum[1];
  }

  /** True if the log has all these bytes; before the first commit there is none. */
  #fill(room: DataView<ArrayBuffer>, at: number): boolean {
    try {
      this.#file ??= openSync(this.#path, "r");
      return (
        readSync(this.#file, room, 0, room.byteLength, at) === room.byteLength
      );
    } catch {
      return false;
    }
  }
}

/**
 * Extends the format's checksum over more words: all the writer's pages go through it. Sums
 * of two signed words, each truncated to one, take a third of the time of any other form.
 */
function add(sum: Sum, words: Int32Array): void {
  let first = Number(sum[0]);
  let second = Number(sum[1]);
  for (let at = 0; at < words.length; at += 2) {
    first = (((first + Number(words[at])) | 0) + second) | 0;
    second = (((second + Number(words[at + 1])) | 0) + first) | 0;
  }
  sum[0] = first;
  sum[1] = second;
}
