import {
  closeSync,
  constants,
  fdatasyncSync,
  openSync,
  readSync,
  writeSync,
} from "node:fs";

const { O_CREAT, O_RDWR } = constants;

/** A checksum, and its own check. */
const ENTRY_BYTES = 16;

/** A checksum for each page, in a file; unknown if half written or another page's. */
export class SumFile {
  readonly #path: string;
  readonly #entry = new BigUint64Array(2);
  readonly #bytes = new Uint8Array(this.#entry.buffer);
  #file: number | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Undefined if it is unknown. */
  get(page: number): bigint | undefined {
    const at = page * ENTRY_BYTES;
    const read = readSync(this.#open(), this.#bytes, 0, ENTRY_BYTES, at);
    const [sum, check] = this.#entry;
    return read === ENTRY_BYTES && check === this.#check(page)
      ? sum
      : undefined;
  }

  set(page: number, sum: bigint): void {
    this.#entry[0] = sum;
    this.#entry[1] = this.#check(page);
    const at = page * ENTRY_BYTES;
    writeSync(this.#open(), this.#bytes, 0, ENTRY_BYTES, at);
  }

  /** Once it returns, everything set is on the disk. */
  flush(): void {
    fdatasyncSync(this.#open());
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #check(page: number): bigint {
    return Bun.hash.xxHash64(this.#bytes.subarray(0, 8), BigInt(page));
  }

  #open(): number {
    this.#file ??= openSync(this.#path, O_RDWR | O_CREAT, 0o600);
    return this.#file;
  }
}
