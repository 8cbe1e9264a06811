import { fromHex, hexDigest } from "./bytes.ts";

/** The previous hash of a chain's first record. */
export const NO_HASH: string = "0".repeat(64);

/**
 * The hash of a record: over the previous record's hash and the digests of its lines, as raw
 * bytes, in order: the head, each entry, the inner line.
 */
export function recordHash(prev: string, digests: readonly string[]): string {
  return hexDigest(fromHex(prev + digests.join("")));
}

/** The hash of an entry of a record whose last entry is `last`. */
export function entryHash(record: string, seq: number, last: number): string {
  return seq === last ? record : hexDigest(`${record} ${seq}`);
}
