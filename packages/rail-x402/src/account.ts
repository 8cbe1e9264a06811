import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import * as secp256k1 from "@noble/secp256k1";
import type { Hex } from "../../../src/core/base/rails/chain.ts";
import {
  hexBytes,
  hexOf,
  keccak,
} from "../../../src/core/payments/terms/hex.ts";

// What nonces of signatures are derived by (RFC 6979).
secp256k1.hashes.sha256 = sha256;
secp256k1.hashes.hmacSha256 = (key, message) => hmac(sha256, key, message);

/** An account of a chain that the service signs for: it never leaves the memory. */
export interface ChainKey {
  readonly address: Hex;
  /** Signs a digest: r, s and the parity of the point. */
  sign(digest: Uint8Array): {
    readonly r: bigint;
    readonly s: bigint;
    readonly parity: number;
  };
}

/**
 * The account of a private key of 32 bytes.
 * @throws if it is no key of the curve
 */
export function chainKey(secret: Uint8Array): ChainKey {
  const address = addressOf(secp256k1.getPublicKey(secret, false));
  return {
    address,
    sign(digest) {
      const bytes = secp256k1.sign(digest, secret, {
        prehash: false,
        format: "recovered",
      });
      const { r, s, recovery } = secp256k1.Signature.fromBytes(
        bytes,
        "recovered",
      );
      return { r, s, parity: recovery ?? 0 };
    },
  };
}

/** Who signed a digest; undefined for a signature that nobody made. */
export function signerOf(digest: Uint8Array, signature: Hex): Hex | undefined {
  const bytes = hexBytes(signature);
  const last = bytes[64];
  if (bytes.length !== 65 || (last !== 27 && last !== 28)) return undefined;
  try {
    const made = Uint8Array.of(last - 27, ...bytes.subarray(0, 64));
    // Tokens refuse the other of the two signatures that fit.
    if (secp256k1.Signature.fromBytes(made, "recovered").hasHighS()) {
      return undefined;
    }
    const options = { prehash: false };
    const found = secp256k1.recoverPublicKey(made, digest, options);
    return addressOf(secp256k1.Point.fromBytes(found).toBytes(false));
  } catch {
    return undefined;
  }
}

function addressOf(publicKey: Uint8Array): Hex {
  return hexOf(keccak(publicKey.subarray(1)).subarray(12));
}
