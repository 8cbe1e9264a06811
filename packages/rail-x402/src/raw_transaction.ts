import type { Hex } from "../../../src/core/base/rails/chain.ts";
import {
  hexBytes,
  hexOf,
  keccak,
} from "../../../src/core/payments/terms/hex.ts";
import type { ChainKey } from "./account.ts";

/** A transaction of the operator, before it is signed (EIP-1559). */
export interface UnsignedTransaction {
  readonly chainId: number;
  readonly nonce: number;
  readonly maxPriorityFee: bigint;
  readonly maxFee: bigint;
  readonly gas: bigint;
  readonly to: Hex;
  readonly data: Hex;
}

/** What is sent, and the name that it has on the chain. */
export interface SignedTransaction {
  readonly hash: Hex;
  readonly raw: Hex;
}

const KIND = 2;

/** Signs a transaction. The same one gives the same bytes each time. */
export function signTransaction(
  key: ChainKey,
  transaction: UnsignedTransaction,
): SignedTransaction {
  const { chainId, nonce, maxPriorityFee, maxFee, gas, to, data } = transaction;
  const fields = [
    ...[BigInt(chainId), BigInt(nonce), maxPriorityFee, maxFee, gas],
    ...[hexBytes(to), 0n, hexBytes(data), []],
  ];
  const { r, s, parity } = key.sign(keccak(typed(fields)));
  const raw = typed([...fields, BigInt(parity), r, s]);
  return { hash: hexOf(keccak(raw)), raw: hexOf(raw) };
}

/** What RLP can write: a number, bytes, or a list of them. */
type Item = bigint | Uint8Array | readonly Item[];

function typed(fields: readonly Item[]): Uint8Array {
  return joined([Uint8Array.of(KIND), rlp(fields)]);
}

/** Recursive length prefix, the form in which transactions are signed and sent. */
function rlp(item: Item): Uint8Array {
  if (typeof item === "bigint") return rlp(minimalBytes(item));
  if (item instanceof Uint8Array) {
    const [only = 0] = item;
    if (item.length === 1 && only < 0x80) return item;
    return joined([prefix(0x80, item.length), item]);
  }
  const body = joined(item.map(rlp));
  return joined([prefix(0xc0, body.length), body]);
}

function prefix(kind: number, length: number): Uint8Array {
  if (length <= 55) return Uint8Array.of(kind + length);
  const size = minimalBytes(BigInt(length));
  return joined([Uint8Array.of(kind + 55 + size.length), size]);
}

function minimalBytes(value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array();
  const digits = value.toString(16);
  return hexBytes(digits.length % 2 === 0 ? digits : `0${digits}`);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
