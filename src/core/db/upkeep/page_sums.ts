import {
  closeSync,
  fdatasyncSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";

/** Sums of one block, and behind them the sum of these. */
const BLOCK_SUMS = 511;
const BLOCK_BYTES = (BLOCK_SUMS + 1) * 8;
const UNKNOWN = 0n;
/** In the place of a page: the version of the whole file. */
export const FILE = 0;

/**
 * A sum for each page of a database file, in a file beside it. A block of sums that was
 * only half written is not known to hold any.
 */
export class PageSums {
  readonly #path: string;
  readonly #blocks: BigUint64Array[] = [];
  readonly #changed = new Set<number>();
  #file: number | undefined;
  #isNew: boolean;

  constructor(path: string) {
    this.#path = path;
    const bytes = bytesOf(path);
    this.#isNew = bytes === undefined;
    if (bytes === undefined) return;
    for (let at = 0; at + BLOCK_BYTES <= bytes.length; at += BLOCK_BYTES) {
      const block = new BigUint64Array(
        bytes.slice(at, at + BLOCK_BYTES).buffer,
      );
      const isWhole = block[BLOCK_SUMS] === sumOfBlock(block);
      this.#blocks.push(isWhole ? block : emptyBlock());
    }
  }

  /** True if no sum of the file was kept yet. */
  get isNew(): boolean {
    return this.#isNew;
  }

  /** Knows nothing any longer. */
  forget(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    rmSync(this.#path, { force: true });
    this.#isNew = true;
    this.#blocks.length = 0;
    this.#changed.clear();
  }

  /** The sum of a page; undefined if it is not known. */
  get(page: number): bigint | undefined {
    const [block, index] = placeOf(page);
    const sum = this.#blocks[block]?.[index];
    return sum === UNKNOWN ? undefined : sum;
  }

  set(page: number, sum: bigint): void {
    const [block, index] = placeOf(page);
    while (this.#blocks.length <= block) this.#blocks.push(emptyBlock());
    const sums = this.#blocks[block];
    if (sums === undefined) return;
    sums[index] = sum;
    this.#changed.add(block);
  }

  /** Writes what has changed; once it returns it is on the disk. */
  flush(): void {
    if (this.#changed.size === 0) return;
    this.write();
    if (this.#file !== undefined) fdatasyncSync(this.#file);
  }

  /** Writes what has changed, to be on the disk some time: what was learnt can be learnt again. */
  write(): void {
    if (this.#changed.size === 0) return;
    this.#file ??= openSync(this.#path, this.#isNew ? "w" : "r+", 0o600);
    for (const number of this.#changed) {
      const block = this.#blocks[number];
      if (block === undefined) continue;
      block[BLOCK_SUMS] = sumOfBlock(block);
      const bytes = new Uint8Array(block.buffer);
      writeSync(this.#file, bytes, 0, bytes.length, number * BLOCK_BYTES);
    }
    this.#changed.clear();
  }
}

/** The sum of a page as it is. */
export function sumOf(bytes: Uint8Array): bigint {
  const sum = Bun.hash.xxHash64(bytes);
  return sum === UNKNOWN ? 1n : sum;
}

const CHANGES_AT = 24;
const SCHEMA_AT = 40;
const CHANGES_AGAIN_AT = 92;

/**
 * The counts of schemas and of changes that page 1 has of the file; unknown where it
 * contradicts itself.
 */
export function versionOf(page: Uint8Array): bigint {
  const words = new DataView(page.buffer, page.byteOffset);
  const changes = words.getUint32(CHANGES_AT);
  if (changes !== words.getUint32(CHANGES_AGAIN_AT)) return UNKNOWN;
  return BigInt(words.getUint32(SCHEMA_AT)) * WORD + BigInt(changes);
}

/** True if both counts of a version have gone on: VACUUM does that, and no damage. */
export function isLater(version: bigint, known: bigint): boolean {
  return version / WORD > known / WORD && version % WORD > known % WORD;
}

const WORD = 2n ** 32n;

function placeOf(page: number): readonly [block: number, index: number] {
  return [Math.floor(page / BLOCK_SUMS), page % BLOCK_SUMS];
}

function emptyBlock(): BigUint64Array<ArrayBuffer> {
  return new BigUint64Array(BLOCK_SUMS + 1);
}

/** Under a number of its own: a block that had each sum elsewhere is learnt anew. */
const LAYOUT = 2n;

function sumOfBlock(block: BigUint64Array): bigint {
  return Bun.hash.xxHash64(
    new Uint8Array(block.buffer, 0, BLOCK_SUMS * 8),
    LAYOUT,
  );
}

function bytesOf(path: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return new Uint8Array(readFileSync(path));
  } catch {
    return undefined;
  }
}
