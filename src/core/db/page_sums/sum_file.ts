import {
  closeSync,
  constants,
  fdatasyncSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";

const { O_CREAT, O_RDWR } = constants;

/** Sums of one block, and behind them the sum of these. */
const BLOCK_SUMS = 511;
const BLOCK_BYTES = (BLOCK_SUMS + 1) * 8;

/**
 * A number for each page, in a file. A block of them that was only half written is not
 * known to hold any.
 */
export class SumFile {
  readonly #path: string;
  readonly #blocks: BigUint64Array<ArrayBuffer>[] = [];
  readonly #changed = new Set<number>();
  #file: number | undefined;

  constructor(path: string) {
    this.#path = path;
    const bytes = bytesOf(path);
    for (let at = 0; at + BLOCK_BYTES <= bytes.length; at += BLOCK_BYTES) {
      const sums = bytes.slice(at, at + BLOCK_BYTES);
      const block = new BigUint64Array(sums.buffer);
      const isWhole = block[BLOCK_SUMS] === sumOfBlock(block);
      this.#blocks.push(isWhole ? block : emptyBlock());
    }
  }

  /** Undefined if it is not known. */
  get(page: number): bigint | undefined {
    const block = this.#blocks[Math.floor(page / BLOCK_SUMS)];
    return block?.[page % BLOCK_SUMS] || undefined;
  }

  set(page: number, sum: bigint): void {
    const number = Math.floor(page / BLOCK_SUMS);
    while (this.#blocks.length <= number) this.#blocks.push(emptyBlock());
    this.#blocks[number]?.set([sum], page % BLOCK_SUMS);
    this.#changed.add(number);
  }

  /** Knows nothing any longer. */
  forget(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    rmSync(this.#path, { force: true });
    this.#blocks.length = 0;
    this.#changed.clear();
  }

  /** Writes what has changed, to be on the disk some time: what was learnt can be learnt again. */
  write(): void {
    for (const number of this.#changed) {
      const block = this.#blocks[number] ?? emptyBlock();
      block[BLOCK_SUMS] = sumOfBlock(block);
      const bytes = new Uint8Array(block.buffer);
      this.#file ??= openSync(this.#path, O_RDWR | O_CREAT, 0o600);
      writeSync(this.#file, bytes, 0, bytes.length, number * BLOCK_BYTES);
    }
    this.#changed.clear();
  }

  /** Writes what has changed; once it returns it is on the disk. */
  flush(): void {
    this.write();
    if (this.#file !== undefined) fdatasyncSync(this.#file);
  }
}

function emptyBlock(): BigUint64Array<ArrayBuffer> {
  return new BigUint64Array(BLOCK_SUMS + 1);
}

/** Under a number of its own: a block that had each sum elsewhere is learnt anew. */
const LAYOUT = 2n;

function sumOfBlock(block: BigUint64Array<ArrayBuffer>): bigint {
  const sums = new Uint8Array(block.buffer, 0, BLOCK_SUMS * 8);
  return Bun.hash.xxHash64(sums, LAYOUT);
}

function bytesOf(path: string): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(readFileSync(path));
  } catch {
    return new Uint8Array();
  }
}
