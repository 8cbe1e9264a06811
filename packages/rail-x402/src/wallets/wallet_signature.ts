import { parseErc6492Signature } from "viem/utils";
import { LIMITS } from "../../../../src/core/base/limits.ts";
import type { Hex } from "../../../../src/core/base/rails/chain.ts";
import { parseHex } from "../../../../src/core/payments/terms/hex.ts";

const KEY_SIGNATURE_BYTES = 65;

/**
 * A signature of a wallet that is not on the chain yet, with the call that creates it
 * (ERC-6492).
 */
export interface WrappedSignature {
  readonly factory: Hex;
  readonly call: Hex;
  readonly signature: Hex;
}

/**
 * A signature as a wallet sends it: of a key, or of a contract in its own form; undefined if
 * it is neither, or too long.
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

/** The parts of a signature that tells how its wallet is created; undefined for any other. */
export function unwrapSignature(wrapped: Hex): WrappedSignature | undefined {
  try {
    const { address, data, signature } = parseErc6492Signature(wrapped);
    if (!address || !data || data === "0x" || signature === "0x") {
      return undefined;
    }
    return { factory: address.toLowerCase() as Hex, call: data, signature };
  } catch {
    // It ends like one, but is not one.
    return undefined;
  }
}
