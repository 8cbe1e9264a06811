import { closeSync, openSync, readSync } from "node:fs";
import { FILE, sumOf, versionOf } from "./page_sums.ts";

/** A page as a commit wrote it, or after page 1 the version of the file that it says. */
export interface LoggedPage {
  readonly number: number;
  /** Its place in the log, from 1. */
  readonly frame: number;
  /** Of its bytes (page_sums.ts). */
  readonly sum: bigint;
}

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** The log of a machine whose words begin with their lowest byte. */
const MAGIC = 0x377f0682;
const FRAMES_AT_ONCE = 64;

/** A checksum of the format: two words. */
type Sum = Int32Array<ArrayBuffer>;

/** Reads what commits append to a database's log (sqlite.org/fileformat2.html, 4). */
export class LogReader {
  readonly #path: string;
  #file: number | undefined;
  #salts = 0n;
  #sum: Sum = new Int32Array(2);
  #frame = 0;
  #pageBytes = 0;
  /** Room for what is read at once, used again and again. */
  #room = new Uint8Array();

  constructor(path: string) {
    this.#path = path;
  }

  /** True if commits since the log began anew have gone so far. */
  reaches(frame: number): boolean {
    const header = this.#header();
    return header !== undefined && this.#isThere(header, frame);
  }

  /** True if so many frames wait to be read. */
  hasMore(frames: number): boolean {
    const header = this.#header();
    if (header === undefined) return false;
    const isSame = header.getBigUint64(16) === this.#salts;
    return this.#isThere(header, (isSame ? this.#frame : 0) + frames);
  }

  #isThere(header: DataView, frame: number): boolean {
    const pageBytes = header.getUint32(8);
    const at = placeOf(frame, pageBytes);
    const bytes = this.#bytes(at, new Uint8Array(FRAME_HEADER_BYTES));
    const isThere = bytes.byteLength === FRAME_HEADER_BYTES;
    return isThere && bytes.getBigUint64(8) === header.getBigUint64(16);
  }

  /**
   * Hands over what was committed since the last time.
   * @param restarted Hears first that the log began anew.
   */
  read(each: (page: LoggedPage) => void, restarted: () => void): void {
    const header = this.#header();
    if (header === undefined || header.getUint32(0) !== MAGIC) return;
    if (header.getBigUint64(16) !== this.#salts) {
      this.#salts = header.getBigUint64(16);
      this.#sum = Int32Array.of(header.getInt32(24), header.getInt32(28));
      this.#frame = 0;
      this.#pageBytes = header.getUint32(8);
      restarted();
    }
    this.#commits(each);
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #commits(each: (page: LoggedPage) => void): void {
    const size = FRAME_HEADER_BYTES + this.#pageBytes;
    const room = this.#roomFor(FRAMES_AT_ONCE * size);
    let open: LoggedPage[] = [];
    let frame = this.#frame;
    const sum = this.#sum.slice();
    for (;;) {
      const at = placeOf(frame + 1, this.#pageBytes);
      const bytes = this.#bytes(at, room);
      const frames = Math.floor(bytes.byteLength / size);
      const words = new Int32Array(bytes.buffer, 0, (frames * size) / 4);
      for (let index = 0; index < frames; index++) {
        const start = index * size;
        if (bytes.getBigUint64(start + 8) !== this.#salts) return;
        const data = start + FRAME_HEADER_BYTES;
        add(sum, words, start / 4, start / 4 + 2);
        add(sum, words, data / 4, (start + size) / 4);
        const isWhole =
          bytes.getInt32(start + 16) === sum[0] &&
          bytes.getInt32(start + 20) === sum[1];
        if (!isWhole) return;
        frame++;
        const page = new Uint8Array(bytes.buffer, data, this.#pageBytes);
        const number = bytes.getUint32(start);
        open.push({ number, frame, sum: sumOf(page) });
        if (number === 1) {
          open.push({ number: FILE, frame, sum: versionOf(page) });
        }
        // Anything else than zero ends a commit.
        if (bytes.getUint32(start + 4) === 0) continue;
        for (const it of open) each(it);
        open = [];
        this.#frame = frame;
        this.#sum = sum.slice();
      }
      if (frames < FRAMES_AT_ONCE) return;
    }
  }

  #header(): DataView | undefined {
    const bytes = this.#bytes(0, new Uint8Array(HEADER_BYTES));
    return bytes.byteLength === HEADER_BYTES ? bytes : undefined;
  }

  #roomFor(length: number): Uint8Array<ArrayBuffer> {
    if (this.#room.length !== length) this.#room = new Uint8Array(length);
    return this.#room;
  }

  #bytes(at: number, room: Uint8Array<ArrayBuffer>): DataView {
    const read = this.#open(room, at);
    return new DataView(room.buffer, 0, read);
  }

  #open(bytes: Uint8Array, at: number): number {
    try {
      this.#file ??= openSync(this.#path, "r");
      return readSync(this.#file, bytes, 0, bytes.length, at);
    } catch {
      // There is no log before the first commit.
      return 0;
    }
  }
}

function placeOf(frame: number, pageBytes: number): number {
  return HEADER_BYTES + (frame - 1) * (FRAME_HEADER_BYTES + pageBytes);
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
