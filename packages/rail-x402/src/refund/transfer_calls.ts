import type { Hex } from "../../../../src/core/base/rails/chain.ts";
import {
  bytesArgument,
  keccakOfText,
  word,
} from "../../../../src/core/payments/terms/hex.ts";
import type { TransferAuthorization } from "../../../../src/core/payments/terms/signed.ts";

const FIELDS = "address,address,uint256,uint256,uint256,bytes32";
const transfer = (signature: string) =>
  keccakOfText(`transferWithAuthorization(${FIELDS},${signature})`).slice(
    0,
    10,
  );
/** What tokens had first, with a signature of a key. */
const BY_KEY = transfer("uint8,bytes32,bytes32");
const BY_WALLET = transfer("bytes");
const KEY_SIGNATURE_CHARS = 132;

/** What a token says right before and right after it has done a signed transfer. */
export const AUTHORIZATION_USED = keccakOfText(
  "AuthorizationUsed(address,bytes32)",
);
export const AUTHORIZATION_CANCELED = keccakOfText(
  "AuthorizationCanceled(address,bytes32)",
);
export const TRANSFERRED = keccakOfText("Transfer(address,address,uint256)");

/** The call by which anybody has a token do a transfer that its owner signed. */
export function transferCall(
  { from, to, value, validAfter, validBefore, nonce }: TransferAuthorization,
  signature: Hex,
): Hex {
  const fields = [from, to, value, validAfter, validBefore, nonce]
    .map(word)
    .join("");
  if (signature.length !== KEY_SIGNATURE_CHARS) {
    return `${BY_WALLET}${fields}${word(7 * 32)}${bytesArgument(signature)}` as Hex;
  }
  const digits = signature.slice(2);
  const v = word(`0x${digits.slice(128)}`);
  return `${BY_KEY}${fields}${v}${digits.slice(0, 128)}` as Hex;
}
