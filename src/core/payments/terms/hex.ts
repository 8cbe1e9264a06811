import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { Hex } from "../../base/rails/chain.ts";

/** Bytes of hex digits, with or without `0x`. */
export function hexBytes(hex: string): Uint8Array {
  return hexToBytes(hex.startsWith("0x") ? hex.slice(2) : hex);
}

/** Bytes as hex. */
export function hexOf(bytes: Uint8Array): Hex {
  return `0x${bytesToHex(bytes)}`;
}

/** The Keccak-256 digest that a chain uses for names. */
export function keccak(bytes: Uint8Array): Uint8Array {
  return keccak_256(bytes);
}

/** The digest of a text, as in event topics and type hashes. */
export function keccakOfText(text: string): Hex {
  return hexOf(keccak(new TextEncoder().encode(text)));
}

/** A text of exactly so many bytes in hex; undefined if it is not. */
export function parseHex(text: unknown, bytes: number): Hex | undefined {
  if (typeof text !== "string" || text.length !== 2 + 2 * bytes) {
    return undefined;
  }
  return /^0x[0-9a-f]*$/i.test(text) ? (text.toLowerCase() as Hex) : undefined;
}

/** One contract argument: 32 bytes, with numbers and addresses at the right end. */
export function word(value: bigint | number | Hex): string {
  const digits =
    typeof value === "string" ? value.slice(2) : value.toString(16);
  if (digits.length > 64 || digits.startsWith("-")) {
    throw new RangeError("A word has 32 bytes");
  }
  return digits.toLowerCase().padStart(64, "0");
}

/** Concatenated words, as hex. */
export function hexOfWords(...values: readonly (bigint | number | Hex)[]): Hex {
  return `0x${values.map(word).join("")}`;
}

/** The digest of concatenated words: `keccak256(abi.encode(…))`. */
export function keccakOfWords(
  ...values: readonly (bigint | number | Hex)[]
): Hex {
  return hexOf(keccak(hexBytes(hexOfWords(...values))));
}
