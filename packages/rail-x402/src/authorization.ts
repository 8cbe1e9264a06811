import { hashTypedData } from "viem/utils";
import type { Hex, TokenDomain } from "../../../src/core/base/rails/chain.ts";
import type { TransferAuthorization } from "../../../src/core/payments/terms/signed.ts";

const FIELDS = [
  { name: "from", type: "address" },
  { name: "to", type: "address" },
  { name: "value", type: "uint256" },
  { name: "validAfter", type: "uint256" },
  { name: "validBefore", type: "uint256" },
  { name: "nonce", type: "bytes32" },
] as const;
const TYPES = {
  ReceiveWithAuthorization: FIELDS,
  TransferWithAuthorization: FIELDS,
} as const;
const NAMES = {
  /** Only the receiver may send it. */
  receive: "ReceiveWithAuthorization",
  /** Anybody may send it. */
  transfer: "TransferWithAuthorization",
} as const;

/** The digest that a wallet signs for the transfer (EIP-712). */
export function authorizationDigest(
  { chainId, token, name, version }: TokenDomain,
  { value, validAfter, validBefore, ...parties }: TransferAuthorization,
  type: keyof typeof NAMES = "receive",
): Hex {
  return hashTypedData({
    domain: { name, version, chainId, verifyingContract: token },
    types: TYPES,
    primaryType: NAMES[type],
    message: {
      ...parties,
      value: BigInt(value),
      validAfter: BigInt(validAfter),
      validBefore: BigInt(validBefore),
    },
  });
}
