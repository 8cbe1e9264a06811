import type { PrivateKeyAccount } from "viem/accounts";
import { privateKeyToAccount } from "viem/accounts";
import { recoverAddress } from "viem/utils";
import type { Hex } from "../../../src/core/base/rails/chain.ts";

/** An account of a chain that the service signs for; its key never leaves the memory. */
export interface ChainKey {
  readonly address: Hex;
  readonly account: Pick<PrivateKeyAccount, "signTransaction">;
}

/** The account of a private key. @throws if the key is invalid */
export function chainKey(secret: Hex): ChainKey {
  const account = privateKeyToAccount(secret);
  return { address: account.address.toLowerCase() as Hex, account };
}

const KEY_SIGNATURE_CHARS = 132;
/** Half the order of the curve. */
const HIGHEST_S =
  0x7fff_ffff_ffff_ffff_ffff_ffff_ffff_ffff_5d57_6e73_57a4_501d_dfe9_2f46_681b_20a0n;

/** The address whose key signed a digest; undefined for an invalid signature. */
export async function signerOf(
  hash: Hex,
  signature: Hex,
): Promise<Hex | undefined> {
  const isOfKey =
    signature.length === KEY_SIGNATURE_CHARS && /1[bc]$/i.test(signature);
  // Tokens refuse the other of the two matching signatures.
  if (!isOfKey || BigInt(`0x${signature.slice(66, 130)}`) > HIGHEST_S) {
    return undefined;
  }
  try {
    const found = await recoverAddress({ hash, signature });
    return found.toLowerCase() as Hex;
  } catch {
    return undefined;
  }
}
