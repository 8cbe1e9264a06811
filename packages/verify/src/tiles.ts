import type { Bytes } from "./bytes.ts";
import { joined } from "./bytes.ts";
import { leafHash } from "./merkle.ts";

/** The number of hashes in a whole tile. */
export const TILE_WIDTH = 256;

const HASH_BYTES = 32;

/** A tile of the log (C2SP tlog-tiles); level 0 has the entries that leaves are made of. */
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

/** The hashes in the bytes of a tile. */
export function hashesIn(bytes: Uint8Array): readonly Uint8Array[] {
  const count = Math.floor(bytes.length / HASH_BYTES);
  return Array.from({ length: count }, (_, at) =>
    bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  );
}

/**
 * A tile, or its first part, as published: on level 0 the leaf hashes; of entries, each
 * preceded by its length.
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
