import type { Bytes } from "./bytes.ts";
import { joined } from "./bytes.ts";
import { leafHash } from "./merkle.ts";

/** Hashes that a whole tile has. */
export const TILE_WIDTH = 256;

const HASH_BYTES = 32;

/** A tile of the log (C2SP tlog-tiles): level 0 has what the leaves are made of. */
export interface Tile {
  readonly level: number;
  readonly place: number;
  readonly hashes: readonly Uint8Array[];
}

/** Reads a tile as far as it has grown. */
export type ReadTile = (
  level: number,
  place: number,
) => Promise<readonly Uint8Array[] | undefined>;

/** The hashes that bytes of a tile hold. */
export function hashesIn(bytes: Uint8Array): readonly Uint8Array[] {
  const count = Math.floor(bytes.length / HASH_BYTES);
  return Array.from({ length: count }, (_, at) =>
    bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  );
}

/**
 * A tile, or the beginning of one, as it is published: of level 0 the hashes of the leaves;
 * of entries each entry behind its length.
 */
export function publishedTile(
  hashes: readonly Uint8Array[],
  level: number | "entries",
): Bytes {
  if (level === "entries") return joined(...hashes.flatMap(framed));
  return joined(...(level === 0 ? hashes.map((it) => leafHash(it)) : hashes));
}

function framed(entry: Uint8Array): readonly Uint8Array[] {
  return [Uint8Array.of(entry.length >> 8, entry.length & 0xff), entry];
}
