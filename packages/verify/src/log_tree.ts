import { leafHash, nodeHash } from "./merkle.ts";
import type { ReadTile, Tile } from "./tiles.ts";
import { TILE_WIDTH } from "./tiles.ts";

/** The number of tree levels in a whole tile. */
const TILE_HEIGHT = Math.log2(TILE_WIDTH);

/**
 * The Merkle tree of RFC 6962 over entries, stored as tiles. Adding an entry and proving one
 * read a few tiles, however large the tree is.
 */
export class LogTree {
  readonly #read: ReadTile;
  readonly #tiles = new Map<string, readonly Uint8Array[]>();
  readonly #changed = new Map<string, Tile>();
  /** All whole subtrees in a tile, by height. */
  readonly #subtrees = new Map<string, readonly (readonly Uint8Array[])[]>();
  #size: number;

  constructor(read: ReadTile, size: number) {
    this.#read = read;
    this.#size = size;
  }

  get size(): number {
    return this.#size;
  }

  /** Tiles that have grown since it was opened, in their current form. */
  get changed(): readonly Tile[] {
    return [...this.#changed.values()];
  }

  /** Adds an entry of 32 bytes. */
  async add(entry: Uint8Array): Promise<void> {
    await this.#append(0, this.#size, entry);
    this.#size += 1;
  }

  async #append(level: number, at: number, hash: Uint8Array): Promise<void> {
    const place = Math.floor(at / TILE_WIDTH);
    const width = at % TILE_WIDTH;
    const before = width === 0 ? [] : await this.#tile(level, place, width);
    const hashes = [...before, hash];
    const key = keyOf(level, place);
    this.#tiles.set(key, hashes);
    this.#subtrees.delete(key);
    this.#changed.set(key, { level, place, hashes });
    if (hashes.length < TILE_WIDTH) return;
    await this.#append(level + 1, place, await this.#whole(level, place));
  }

  /** The root of the tree at an earlier size. */
  async root(size: number = this.#size): Promise<Uint8Array> {
    return await this.#over(0, size);
  }

  /** RFC 6962, section 2.1.1: the path from a leaf to the root. */
  async inclusion(leaf: number, size: number): Promise<readonly Uint8Array[]> {
    return await this.#path(leaf, 0, size);
  }

  /** RFC 6962, section 2.1.2: the proof from an older root to a newer one. */
  async consistency(from: number, to: number): Promise<readonly Uint8Array[]> {
    return await this.#between(from, 0, to, true);
  }

  async #path(
    leaf: number,
    start: number,
    count: number,
  ): Promise<readonly Uint8Array[]> {
    if (count === 1) return [];
    const left = leftOf(count);
    const [near, far] =
      leaf < left
        ? [
            await this.#path(leaf, start, left),
            await this.#over(start + left, count - left),
          ]
        : [
            await this.#path(leaf - left, start + left, count - left),
            await this.#over(start, left),
          ];
    return [...near, far];
  }

  async #between(
    size: number,
    start: number,
    count: number,
    isKnown: boolean,
  ): Promise<readonly Uint8Array[]> {
    if (size === count) return isKnown ? [] : [await this.#over(start, count)];
    const left = leftOf(count);
    const [near, far] =
      size <= left
        ? [
            await this.#between(size, start, left, isKnown),
            await this.#over(start + left, count - left),
          ]
        : [
            await this.#between(size - left, start + left, count - left, false),
            await this.#over(start, left),
          ];
    return [...near, far];
  }

  /** Hash of some leaves, the first of which begins a subtree as large as they are. */
  async #over(start: number, count: number): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    let at = start;
    while (at < start + count) {
      const height = Math.floor(Math.log2(start + count - at));
      parts.push(await this.#subtree(height, at / 2 ** height));
      at += 2 ** height;
    }
    return parts.reduceRight((right, left) => nodeHash(left, right));
  }

  async #subtree(height: number, place: number): Promise<Uint8Array> {
    const level = Math.floor(height / TILE_HEIGHT);
    const within = height % TILE_HEIGHT;
    const perTile = TILE_WIDTH / 2 ** within;
    const tile = Math.floor(place / perTile);
    const subtrees = await this.#subtreesOf(level, tile);
    return present(subtrees[within]?.[place % perTile]);
  }

  async #whole(level: number, place: number): Promise<Uint8Array> {
    const subtrees = await this.#subtreesOf(level, place);
    return present(subtrees[TILE_HEIGHT]?.[0]);
  }

  async #subtreesOf(level: number, place: number) {
    const key = keyOf(level, place);
    const known = this.#subtrees.get(key);
    if (known) return known;
    const hashes = await this.#tile(level, place, 1);
    const rows = [level === 0 ? hashes.map((it) => leafHash(it)) : hashes];
    for (let row = rows[0] ?? []; row.length > 1; ) {
      const above: Uint8Array[] = [];
      for (let at = 0; at + 1 < row.length; at += 2) {
        above.push(nodeHash(present(row[at]), present(row[at + 1])));
      }
      rows.push(above);
      row = above;
    }
    this.#subtrees.set(key, rows);
    return rows;
  }

  async #tile(level: number, place: number, widthMin: number) {
    const key = keyOf(level, place);
    const hashes =
      this.#tiles.get(key) ?? (await this.#read(level, place)) ?? [];
    if (hashes.length < widthMin) throw damaged();
    this.#tiles.set(key, hashes);
    return hashes;
  }
}

const keyOf = (level: number, place: number) => `${level}/${place}`;

/** The largest power of two below a count. */
function leftOf(count: number): number {
  return 2 ** (Math.ceil(Math.log2(count)) - 1);
}

function present(hash: Uint8Array | undefined): Uint8Array {
  if (hash === undefined) throw damaged();
  return hash;
}

function damaged(): TypeError {
  return new TypeError("Cannot read the log: a part of it is missing");
}
