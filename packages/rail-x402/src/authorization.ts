import type { TokenDomain } from "../../../src/core/base/rails/chain.ts";
import {
  hexBytes,
  keccak,
  keccakOfText,
  keccakOfWords,
} from "../../../src/core/payments/terms/hex.ts";
import type { TransferAuthorization } from "../../../src/core/payments/terms/signed.ts";

const FIELDS =
  "(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)";
const TYPES = {
  /** Sent by the receiver alone. */
  receive: keccakOfText(`ReceiveWithAuthorization${FIELDS}`),
  /** Sent by anybody. */
  transfer: keccakOfText(`TransferWithAuthorization${FIELDS}`),
} as const;
const DOMAIN = keccakOfText(
  "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)",
);

/** What a wallet signs for the transfer. */
export function authorizationDigest(
  { chainId, token, name, version }: TokenDomain,
  authorization: TransferAuthorization,
  type: keyof typeof TYPES = "receive",
): Uint8Array {
  const { from, to, value, validAfter, validBefore, nonce } = authorization;
  const domain = keccakOfWords(
    DOMAIN,
    keccakOfText(name),
    keccakOfText(version),
    chainId,
    token,
  );
  const message = keccakOfWords(
    ...([
      TYPES[type],
      from,
      to,
      value,
      validAfter,
      validBefore,
      nonce,
    ] as const),
  );
  return keccak(hexBytes(`1901${domain.slice(2)}${message.slice(2)}`));
}
