import { GENESIS } from "./chain.ts";

/** Where one chain ends. */
export interface ChainEnd {
  readonly chainId: string;
  readonly seq: number;
  readonly hash: string;
}

/** A stretch of the sorted chains, with the root of its own tree. */
export interface Group {
  /** Its last possible chain: the next group starts behind it. */
  readonly upTo: string;
  readonly count: number;
  readonly root: Uint8Array;
}

const LEAF = 0;
const NODE = 1;
/** Behind every chain id. */
export const AFTER_ALL = "~";

/** RFC 6962, section 2.1: the hash of a leaf. */
export function leafHash(data: string | Uint8Array): Uint8Array {
  const bytes = typeof data === "string" ? Buffer.from(data) : data;
  return hashed(LEAF, bytes);
}

/** RFC 6962, section 2.1: the hash of a node. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return hashed(NODE, left, right);
}

function hashed(kind: number, ...parts: readonly Uint8Array[]): Uint8Array {
  return digest(Buffer.concat([Uint8Array.of(kind), ...parts]));
}

function digest(bytes: Uint8Array): Uint8Array {
  const into = new Uint8Array(32);
  Bun.SHA256.hash(bytes, into);
  return into;
}

/** The Merkle tree hash of RFC 6962 over leaves that come one by one. */
export class MerkleRoot {
  /** Whole subtrees, the largest first. */
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
    return root ?? digest(new Uint8Array());
  }
}

/** What a leaf says of a chain. */
function leafOf({ chainId, seq, hash }: ChainEnd): Uint8Array {
  return leafHash(`${chainId} ${seq} ${hash}`);
}

/**
 * A group ends with a chain whose id ends in two zeros, one of about a thousand:
 * the ids alone say where, so that a new chain changes one group.
 */
export function endsGroup(chainId: string): boolean {
  return chainId.endsWith("00");
}

/** Makes groups of chains that come in order. */
export class Grouping {
  readonly groups: Group[] = [];
  #open = new MerkleRoot();

  add(end: ChainEnd): void {
    this.#open.add(leafOf(end));
    if (endsGroup(end.chainId)) this.close(end.chainId);
  }

  /** Ends what is left, if there is any. */
  close(upTo: string): void {
    const { count } = this.#open;
    if (count > 0) this.groups.push({ upTo, count, root: this.#open.root() });
    this.#open = new MerkleRoot();
  }
}

/** The root over all groups: each is a leaf of the upper tree. */
export function rootOf(groups: readonly Group[]): Uint8Array {
  const all = new MerkleRoot();
  for (const { root } of groups) all.add(leafHash(root));
  return all.root();
}

/** How many chains the groups hold. */
export function chainsIn(groups: readonly Group[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}

/** What the first checkpoint names as the one before. */
export const NO_CHECKPOINT = GENESIS.hash;
