import { MerkleRoot } from "../../../../packages/verify/src/merkle.ts";
import type { ReadTile } from "./log_tree.ts";
import { TILE_WIDTH } from "./log_tree.ts";

/** The tiles above those of the entries, made anew to be held against what is stored. */
export class TilesAbove {
  readonly #read: ReadTile;
  /** By level: how many hashes it has, and those of its last tile. */
  readonly #levels: { count: number; tile: MerkleRoot }[] = [];

  constructor(read: ReadTile) {
    this.#read = read;
  }

  /** Takes the root of the next whole tile below; gives which tiles do not hold it. */
  async *wrong(root: Uint8Array, level = 1): AsyncGenerator<string> {
    const own = this.#levels[level] ?? { count: 0, tile: new MerkleRoot() };
    this.#levels[level] = own;
    const place = Math.floor(own.count / TILE_WIDTH);
    const stored = await this.#read(level, place);
    const hash = stored?.[own.count % TILE_WIDTH];
    if (hash?.toBase64() !== root.toBase64()) yield `${level}/${place}`;
    own.count += 1;
    own.tile.add(root);
    if (own.tile.count < TILE_WIDTH) return;
    const above = own.tile.root();
    own.tile = new MerkleRoot();
    yield* this.wrong(above, level + 1);
  }
}
