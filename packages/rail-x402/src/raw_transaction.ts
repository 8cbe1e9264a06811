import { keccak256 } from "viem/utils";
import type { Hex } from "../../../src/core/base/rails/chain.ts";
import type { ChainKey } from "./account.ts";

/** A transaction of the operator, before signing (EIP-1559). */
export interface UnsignedTransaction {
  readonly chainId: number;
  readonly nonce: number;
  readonly maxPriorityFee: bigint;
  readonly maxFee: bigint;
  readonly gas: bigint;
  readonly to: Hex;
  readonly data: Hex;
}

/** The raw transaction, and its hash on the chain. */
export interface SignedTransaction {
  readonly hash: Hex;
  readonly raw: Hex;
}

/** Signs a transaction. The same transaction always gives the same bytes. */
export async function signTransaction(
  { account }: ChainKey,
  transaction: UnsignedTransaction,
): Promise<SignedTransaction> {
  const { maxPriorityFee, maxFee, ...rest } = transaction;
  const { chainId, nonce, gas, to, data } = rest;
  const raw = await account.signTransaction({
    ...{ type: "eip1559", chainId, nonce, gas, to, data },
    maxPriorityFeePerGas: maxPriorityFee,
    maxFeePerGas: maxFee,
  });
  return { hash: keccak256(raw), raw };
}
