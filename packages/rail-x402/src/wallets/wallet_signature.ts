import { LIMITS } from "../../../../src/core/base/limits.ts";
import type { Hex } from "../../../../src/core/base/rails/chain.ts";
import { parseHex } from "../../../../src/core/payments/terms/hex.ts";

/** The suffix of a signature by a wallet that is not on the chain yet (ERC-6492). */
const MAGIC = "6492".repeat(16);
const WORD = 64;
const KEY_SIGNATURE_BYTES = 65;

/** A signature of a wallet that is not on the chain yet, and the call that makes it. */
export interface WrappedSignature {
  readonly factory: Hex;
  readonly call: Hex;
  readonly signature: Hex;
}

/**
 * A signature as a wallet sends it: of a key, or whatever a wallet that is a contract has
 * for one; undefined for what is neither, or too long.
 */
export function parseSignature(text: unknown): Hex | undefined {
  if (typeof text !== "string") return undefined;
  const bytes = text.length / 2 - 1;
  const isOfSize =
    bytes >= KEY_SIGNATURE_BYTES && bytes <= LIMITS.chainSignatureBytesMax;
  return isOfSize && Number.isInteger(bytes)
    ? parseHex(text, bytes)
    : undefined;
}

/** The parts of a signature that says how its wallet is made; undefined for any other. */
export function unwrapSignature(signature: Hex): WrappedSignature | undefined {
  if (!signature.endsWith(MAGIC)) return undefined;
  const digits = signature.slice(2, -WORD);
  const factory = digits.slice(0, WORD);
  const call = bytesAt(digits, 1);
  const inner = bytesAt(digits, 2);
  if (!factory.startsWith("0".repeat(24)) || !call || !inner) return undefined;
  return { factory: `0x${factory.slice(24)}`, call, signature: inner };
}

/** The bytes that the argument at this place points to. */
function bytesAt(digits: string, place: number): Hex | undefined {
  const start = 2 * numberAt(digits, place * WORD);
  const size = 2 * numberAt(digits, start);
  const bytes = digits.slice(start + WORD, start + WORD + size);
  return size > 0 && bytes.length === size ? `0x${bytes}` : undefined;
}

/** A number that is a place within these digits; none if it is larger. */
function numberAt(digits: string, start: number): number {
  const text = digits.slice(start, start + WORD);
  const value = text.length === WORD ? Number(`0x${text}`) : Number.NaN;
  return value <= digits.length ? value : Number.NaN;
}
