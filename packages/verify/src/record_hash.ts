import { fromHex, hexDigest } from "./bytes.ts";

/** The hash that the first record of a chain follows. */
export const NO_HASH: string = "0".repeat(64);

/**
 * The hash of a record: over that of the record before and the digests of its lines, as
 * raw bytes, in their order: the head, each entry, the inner line.
 */
export function recordHash(prev: string, digests: readonly string[]): string {
  return hexDigest(fromHex(prev + digests.join("")));
}

/** The hash of an entry of a record, which ends with the entry `last`. */
export function entryHash(record: string, seq: number, last: number): string {
  return seq === last ? record : hexDigest(`${record} ${seq}`);
}
