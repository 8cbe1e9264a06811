import type { Bytes } from "./bytes.ts";
import { joined, sha256Bytes, toHex, utf8 } from "./bytes.ts";

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** What the log holds of the end of a chain. */
export interface ProvenEnd {
  readonly chainId: string;
  readonly seq: number;
  readonly hash: string;
  readonly leaf: number;
  readonly size: number;
}

/** The leaf of the log that the end of a chain makes. */
export async function leafOfEnd(end: ProvenEnd): Promise<Bytes> {
  const { chainId, seq, hash } = end;
  const entry = await sha256Bytes(utf8(`${chainId} ${seq} ${hash}`));
  return await sha256Bytes(joined(LEAF, entry));
}

async function nodeOf(left: Bytes, right: Bytes): Promise<Bytes> {
  return await sha256Bytes(joined(NODE, left, right));
}

/** RFC 9162, section 2.1.3.2: the root that a proof of inclusion leads to, if any. */
export async function rootByInclusion(
  leaf: Bytes,
  { leaf: place, size }: Pick<ProvenEnd, "leaf" | "size">,
  proof: readonly Bytes[],
): Promise<Bytes | undefined> {
  if (!isPlace(place) || !isPlace(size) || place >= size) return undefined;
  let [at, last, hash] = [place, size - 1, leaf];
  for (const step of proof) {
    if (last === 0) return undefined;
    if (at % 2 === 1 || at === last) {
      hash = await nodeOf(step, hash);
      while (at % 2 === 0 && at > 0) {
        at /= 2;
        last = half(last);
      }
    } else {
      hash = await nodeOf(hash, step);
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

/** RFC 9162, section 2.1.4.2: true if the newer tree goes on from the older. */
export async function isConsistent(
  older: TreeHead,
  newer: TreeHead,
  proof: readonly Bytes[],
): Promise<boolean> {
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
      before = await nodeOf(step, before);
      after = await nodeOf(step, after);
      while (at % 2 === 0 && at > 0) [at, last] = [half(at), half(last)];
    } else {
      after = await nodeOf(after, step);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isSame(before, older.root) && isSame(after, newer.root);
}

/** True for the same bytes. */
export function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return toHex(a) === toHex(b);
}

const half = (number: number) => Math.floor(number / 2);
const isPlace = (number: number) => Number.isSafeInteger(number) && number >= 0;
