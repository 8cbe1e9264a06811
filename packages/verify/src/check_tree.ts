import { toBase64 } from "./bytes.ts";
import { readLogHead } from "./log_head.ts";
import type { LogTree } from "./log_tree.ts";
import { isSame, leafHash, MerkleRoot } from "./merkle.ts";
import { isSignedBy } from "./signed_note.ts";
import type { ReadTile } from "./tiles.ts";
import { TILE_WIDTH } from "./tiles.ts";

/** Returns what is wrong with a checkpoint of a size, compared with the tree of a log. */
export async function checkpointProblem(
  tree: LogTree,
  { size, note }: { readonly size: number; readonly note: string },
  publicKeys: readonly Uint8Array[],
): Promise<string | undefined> {
  if (!(await isSignedBy(publicKeys, note))) {
    return "it is not signed with the service's key";
  }
  const head = readLogHead(note);
  try {
    const root = toBase64(await tree.root(size));
    const isRight = head?.size === size && head.root === root;
    return isRight ? undefined : "the log differs from the signed one";
  } catch {
    return "entries of its log are missing";
  }
}

/**
 * Compares a tile of entries, and the tiles that begin above it, with the tile above each.
 * Returns the first fault.
 */
export async function tileProblem(
  read: ReadTile,
  place: number,
  size: number,
): Promise<string | undefined> {
  let [level, at] = [0, place];
  for (;;) {
    const hashes = (await read(level, at)) ?? [];
    const wanted = Math.floor(size / TILE_WIDTH ** level) - at * TILE_WIDTH;
    const name = `${level}/${at}`;
    if (hashes.length < Math.min(wanted, TILE_WIDTH)) {
      return `entries of its tile ${name} are missing`;
    }
    if (wanted < TILE_WIDTH) return undefined;
    const above = await read(level + 1, Math.floor(at / TILE_WIDTH));
    const known = above?.[at % TILE_WIDTH];
    const own = new MerkleRoot();
    for (const hash of hashes) own.add(level === 0 ? leafHash(hash) : hash);
    if (!known || !isSame(known, own.root())) {
      return `its tile ${name} differs from what was logged`;
    }
    // The first of the tiles below a tile also checks that tile.
    if (at % TILE_WIDTH !== 0) return undefined;
    [level, at] = [level + 1, at / TILE_WIDTH];
  }
}
