import {
  encodeFunctionData,
  parseAbi,
  size,
  slice,
  toEventSelector,
} from "viem/utils";
import type { Hex } from "../../../../src/core/base/rails/chain.ts";
import type { TransferAuthorization } from "../../../../src/core/payments/terms/signed.ts";

const FIELDS =
  "address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce";
const functionName = "transferWithAuthorization";
/** The older form of the call in tokens, with a key's signature. */
const BY_KEY = parseAbi([
  `function transferWithAuthorization(${FIELDS}, uint8 v, bytes32 r, bytes32 s)`,
]);
const BY_WALLET = parseAbi([
  `function transferWithAuthorization(${FIELDS}, bytes signature)`,
]);
const KEY_SIGNATURE_BYTES = 65;

/** The token's event right before and right after a signed transfer. */
export const AUTHORIZATION_USED = toEventSelector(
  "AuthorizationUsed(address,bytes32)",
);
export const AUTHORIZATION_CANCELED = toEventSelector(
  "AuthorizationCanceled(address,bytes32)",
);
export const TRANSFERRED = toEventSelector("Transfer(address,address,uint256)");

/** The call with which anybody can make a token do a transfer that its owner signed. */
export function transferCall(
  { from, to, value, validAfter, validBefore, nonce }: TransferAuthorization,
  signature: Hex,
): Hex {
  const times = [BigInt(validAfter), BigInt(validBefore)] as const;
  const fields = [from, to, BigInt(value), ...times, nonce] as const;
  if (size(signature) !== KEY_SIGNATURE_BYTES) {
    const args = [...fields, signature] as const;
    return encodeFunctionData({ abi: BY_WALLET, functionName, args });
  }
  const [r, s] = [slice(signature, 0, 32), slice(signature, 32, 64)] as const;
  const args = [...fields, Number(slice(signature, 64)), r, s] as const;
  return encodeFunctionData({ abi: BY_KEY, functionName, args });
}
