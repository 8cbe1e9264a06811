import { closeSync, openSync, readSync } from "node:fs";

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** The log of a machine whose words begin with their lowest byte. */
const MAGIC = 0x377f0682;
const FRAMES_AT_ONCE = 16;

/** A checksum of the format: two words. */
type Sum = Int32Array<ArrayBuffer>;

/** Hears of a commit's pages, and that the log began anew. */
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
  #pageBytes = 0;
  /** Where the last commit ends that was read. */
  #frames = 0;
  #room = new Uint8Array();

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Hands over what was committed since the last time.
   * @returns How many frames all commits have since the log began anew.
   */
  read(listener: LogListener): number {
    const header = this.#bytes(0, new Uint8Array(HEADER_BYTES));
    const isThere = header.byteLength === HEADER_BYTES;
    if (!isThere || header.getUint32(0) !== MAGIC) return 0;
    if (header.getBigUint64(16) !== this.#salts) {
      this.#salts = header.getBigUint64(16);
      this.#sum = Int32Array.of(header.getInt32(24), header.getInt32(28));
      this.#pageBytes = header.getUint32(8);
      this.#frames = 0;
      listener.restarted();
    }
    const size = FRAME_HEADER_BYTES + this.#pageBytes;
    if (this.#room.length !== FRAMES_AT_ONCE * size) {
      this.#room = new Uint8Array(FRAMES_AT_ONCE * size);
    }
    const sum = this.#sum.slice();
    let frame = this.#frames;
    for (;;) {
      const read = this.#bytes(HEADER_BYTES + frame * size, this.#room);
      const count = Math.floor(read.byteLength / size);
      for (let start = 0; start < count * size; start += size) {
        if (!this.#isWhole(read, start, sum)) return this.#frames;
        frame++;
        const at = start + FRAME_HEADER_BYTES;
        const bytes = this.#room.subarray(at, start + size);
        listener.page(read.getUint32(start), frame, bytes);
        // Anything else than zero ends a commit.
        if (read.getUint32(start + 4) === 0) continue;
        listener.committed();
        this.#frames = frame;
        this.#sum = sum.slice();
      }
      if (count < FRAMES_AT_ONCE) return this.#frames;
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  /** Carries the checksum on over a frame, and holds it against the frame's own. */
  #isWhole(read: DataView, start: number, sum: Sum): boolean {
    if (read.getBigUint64(start + 8) !== this.#salts) return false;
    const end = start + FRAME_HEADER_BYTES + this.#pageBytes;
    const words = new Int32Array(read.buffer, 0, Math.floor(end / 4));
    add(sum, words, start / 4, start / 4 + 2);
    add(sum, words, (start + FRAME_HEADER_BYTES) / 4, end / 4);
    return (
      read.getInt32(start + 16) === sum[0] &&
      read.getInt32(start + 20) === sum[1]
    );
  }

  #bytes(at: number, room: Uint8Array<ArrayBuffer>): DataView {
    try {
      this.#file ??= openSync(this.#path, "r");
      const read = readSync(this.#file, room, 0, room.length, at);
      return new DataView(room.buffer, 0, read);
    } catch {
      // There is no log before the first commit.
      return new DataView(room.buffer, 0, 0);
    }
  }
}

/**
 * The checksum of the format, carried on over more words: all the writer's pages go through
 * it. Sums of two signed words, each cut to one, take a third of the time of any other.
 */
function add(sum: Sum, words: Int32Array, start: number, end: number): void {
  let first = Number(sum[0]);
  let second = Number(sum[1]);
  for (let at = start; at < end; at += 2) {
    first = (((first + Number(words[at])) | 0) + second) | 0;
    second = (((second + Number(words[at + 1])) | 0) + first) | 0;
  }
  sum[0] = first;
  sum[1] = second;
}
