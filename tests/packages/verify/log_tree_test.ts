import { expect, test } from "bun:test";
import { LogTree } from "../../../packages/verify/src/log_tree.ts";
import {
  isConsistent,
  leafHash,
  MerkleRoot,
  rootByInclusion,
} from "../../../packages/verify/src/merkle.ts";
import type { Tile } from "../../../packages/verify/src/tiles.ts";
import { createRandom } from "../../invariants/random.ts";

const entryAt = (index: number) =>
  new Uint8Array(Bun.SHA256.hash(`entry ${index}`) as Uint8Array);
const bytes = (hash: Uint8Array | undefined) => new Uint8Array(hash ?? []);

/** Tiles as a database keeps them, and how many were read. */
function memory() {
  const tiles = new Map<string, Tile["hashes"]>();
  const counts = { read: 0, written: 0 };
  return {
    counts,
    async read(level: number, place: number) {
      counts.read += 1;
      return tiles.get(`${level}/${place}`);
    },
    write(changed: readonly Tile[]) {
      counts.written += changed.length;
      for (const { level, place, hashes } of changed) {
        tiles.set(`${level}/${place}`, hashes);
      }
    },
  };
}

test("roots are those of RFC 6962, and every proof of sizes 1 to 70 holds for nothing else", async () => {
  const store = memory();
  const whole = new MerkleRoot();
  const roots: Uint8Array[] = [];
  for (let size = 1; size <= 70; size++) {
    const tree = new LogTree(store.read, size - 1);
    await tree.add(entryAt(size - 1));
    store.write(tree.changed);
    whole.add(leafHash(entryAt(size - 1)));
    roots[size] = await tree.root();
    expect(roots[size]).toEqual(whole.root());
  }
  const tree = new LogTree(store.read, 70);
  const reached = async (leaf: number, size: number, entry = leaf) => {
    const proof = (await tree.inclusion(leaf, size)).map(bytes);
    const hash = bytes(leafHash(entryAt(entry)));
    return rootByInclusion(hash, { leaf, size }, proof);
  };
  for (let size = 1; size <= 70; size++) {
    const root = bytes(roots[size]);
    for (let leaf = 0; leaf < size; leaf += 3) {
      expect(await reached(leaf, size)).toEqual(root);
      expect(await reached(leaf, size, leaf + 1)).not.toEqual(root);
    }
    for (let from = 1; from <= size; from += 3) {
      const proof = (await tree.consistency(from, size)).map(bytes);
      const older = { size: from, root: bytes(roots[from]) };
      const newer = { size, root };
      expect(isConsistent(older, newer, proof)).toBe(true);
      const forked = {
        size: from,
        root: bytes(leafHash(new TextEncoder().encode("another"))),
      };
      expect(isConsistent(forked, newer, proof)).toBe(false);
      expect(isConsistent(older, newer, [...proof, root])).toBe(false);
    }
  }
});

test("a tree over many tiles is the tree made at once, whatever it grew by", async () => {
  const store = memory();
  const random = createRandom(11);
  const whole = new MerkleRoot();
  const roots: { readonly size: number; readonly root: Uint8Array }[] = [];
  for (let size = 0; size < 1_500; ) {
    const tree = new LogTree(store.read, size);
    const count = 1 + random.int(300);
    for (let more = 0; more < count; more++) {
      whole.add(leafHash(entryAt(size)));
      await tree.add(entryAt(size++));
    }
    store.write(tree.changed);
    roots.push({ size, root: await tree.root() });
    expect(roots.at(-1)?.root).toEqual(whole.root());
  }
  const newest = roots.at(-1) ?? { size: 0, root: new Uint8Array() };
  const { size } = newest;
  const root = bytes(newest.root);
  for (const older of roots) {
    const tree = new LogTree(store.read, size);
    const proof = (await tree.consistency(older.size, size)).map(bytes);
    const from = { size: older.size, root: bytes(older.root) };
    expect(isConsistent(from, { size, root }, proof)).toBe(true);
    const leaf = older.size - 1;
    const path = (await tree.inclusion(leaf, size)).map(bytes);
    const hash = bytes(leafHash(entryAt(leaf)));
    expect(rootByInclusion(hash, { leaf, size }, path)).toEqual(root);
  }
});

test("in a log of a million leaves an entry and a proof take a few tiles", async () => {
  const size = 1_000_000;
  const counts = { read: 0 };
  const filled = Array.from({ length: 256 }, (_, at) => entryAt(at));
  const read = async (level: number, place: number) => {
    counts.read += 1;
    const hashes = Math.floor(size / 256 ** level);
    return filled.slice(0, Math.max(0, hashes - place * 256));
  };
  const growing = new LogTree(read, size);
  for (let more = 0; more < 3; more++) await growing.add(entryAt(more));
  await growing.root();
  expect(counts.read).toBeLessThanOrEqual(3);
  expect(growing.changed).toHaveLength(1);
  const proving = new LogTree(read, size);
  counts.read = 0;
  expect(await proving.inclusion(123_456, size)).toHaveLength(20);
  expect(counts.read).toBeLessThanOrEqual(6);
  expect((await proving.consistency(654_321, size)).length).toBeLessThan(40);
  expect(counts.read).toBeLessThanOrEqual(12);
});

test("a missing tile is reported, and nothing is proven with the rest", async () => {
  const tree = new LogTree(async () => undefined, 300);
  await expect(tree.inclusion(7, 300)).rejects.toThrow(/missing/);
  await expect(tree.add(entryAt(0))).rejects.toThrow(/missing/);
});
