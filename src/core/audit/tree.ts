import type { ChainEnd } from "../../../packages/verify/src/merkle.ts";
import { leafHash, MerkleRoot } from "../../../packages/verify/src/merkle.ts";
import { GENESIS } from "./chain.ts";

/** A stretch of the sorted chains, with the root of its own tree. */
export interface Group {
  /** Its last possible chain: the next group starts behind it. */
  readonly upTo: string;
  readonly count: number;
  readonly root: Uint8Array;
}

/** Behind every chain id. */
export const AFTER_ALL = "~";

/** What a leaf says of a chain. */
function leafOf({ chainId, seq, hash }: ChainEnd): Uint8Array {
  return leafHash(Buffer.from(`${chainId} ${seq} ${hash}`));
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
