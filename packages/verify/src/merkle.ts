import { sha256Bytes } from "#sha256";
import type { Bytes } from "./bytes.ts";
import { joined, toHex } from "./bytes.ts";

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The end of a chain. */
export interface ChainEnd {
  readonly chainId: string;
  readonly seq: number;
  readonly hash: string;
}

/** The end of a chain, and its place in the log at one of its sizes. */
export interface ProvenEnd extends ChainEnd {
  readonly leaf: number;
  readonly size: number;
}

/** The log's entry for the end of a chain: a hash that reveals nothing without the chain. */
export function entryOf({ chainId, seq, hash }: ChainEnd): Bytes {
  return sha256Bytes(`${chainId} ${seq} ${hash}`);
}

/** RFC 6962, section 2.1: the hash of a leaf. */
export function leafHash(entry: Uint8Array): Bytes {
  return sha256Bytes(joined(LEAF, entry));
}

/** RFC 6962, section 2.1: the hash of a node. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Bytes {
  return sha256Bytes(joined(NODE, left, right));
}

/** The Merkle tree hash of RFC 6962, from leaves given one by one. */
export class MerkleRoot {
  /** Whole subtrees, largest first. */
  readonly #trees: { readonly size: number; readonly hash: Uint8Array }[] = [];
  count = 0;

  add(leaf: Uint8Array): void {
    this.count += 1;
    let tree = { size: 1, hash: leaf };
    for (;;) {
      const left = this.#trees.at(-1);
      if (left?.size !== tree.size) break;
      this.#trees.pop();
      tree = { size: 2 * tree.size, hash: nodeHash(left.hash, tree.hash) };
    }
    this.#trees.push(tree);
  }

  root(): Uint8Array {
    const root = this.#trees.reduceRight<Uint8Array | undefined>(
      (right, { hash }) => (right ? nodeHash(hash, right) : hash),
      undefined,
    );
    return root ?? sha256Bytes(new Uint8Array());
  }
}

/** RFC 9162, section 2.1.3.2: the root that a proof of inclusion leads to, if any. */
export function rootByInclusion(
  leaf: Bytes,
  { leaf: place, size }: Pick<ProvenEnd, "leaf" | "size">,
  proof: readonly Bytes[],
): Bytes | undefined {
  if (!isPlace(place) || !isPlace(size) || place >= size) return undefined;
  let [at, last, hash] = [place, size - 1, leaf];
  for (const step of proof) {
    if (last === 0) return undefined;
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(step, hash);
      while (at % 2 === 0 && at > 0) {
        at /= 2;
        last = half(last);
      }
    } else {
      hash = nodeHash(hash, step);
    }
    at = half(at);
    last = half(last);
  }
  return last === 0 ? hash : undefined;
}

/** A tree at one of its sizes. */
export interface TreeHead {
  readonly size: number;
  readonly root: Bytes;
}

/** RFC 9162, section 2.1.4.2: true if the newer tree extends the older. */
export function isConsistent(
  older: TreeHead,
  newer: TreeHead,
  proof: readonly Bytes[],
): boolean {
  if (!isPlace(older.size) || !isPlace(newer.size)) return false;
  if (older.size < 1 || older.size > newer.size) return false;
  if (older.size === newer.size) {
    return proof.length === 0 && isSame(older.root, newer.root);
  }
  const isWhole = Number.isInteger(Math.log2(older.size));
  const [first, ...rest] = isWhole ? [older.root, ...proof] : proof;
  if (!first) return false;
  let [at, last] = [older.size - 1, newer.size - 1];
  while (at % 2 === 1) [at, last] = [half(at), half(last)];
  let [before, after] = [first, first];
  for (const step of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      before = nodeHash(step, before);
      after = nodeHash(step, after);
      while (at % 2 === 0 && at > 0) [at, last] = [half(at), half(last)];
    } else {
      after = nodeHash(after, step);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isSame(before, older.root) && isSame(after, newer.root);
}

/** True for equal bytes. */
export function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return toHex(a) === toHex(b);
}

const half = (number: number) => Math.floor(number / 2);
const isPlace = (number: number) => Number.isSafeInteger(number) && number >= 0;
