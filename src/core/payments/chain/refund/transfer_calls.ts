import type { Hex } from "../../../base/rails/chain.ts";
import type { TransferAuthorization } from "../authorization.ts";
import { keccakOfText, word } from "../hex.ts";

const TRANSFER = keccakOfText(
  "transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)",
).slice(0, 10);

/** What a token says right before and right after it has done a signed transfer. */
export const AUTHORIZATION_USED = keccakOfText(
  "AuthorizationUsed(address,bytes32)",
);
export const TRANSFERRED = keccakOfText("Transfer(address,address,uint256)");

/** The call by which anybody has a token do a transfer that its owner signed. */
export function transferCall(
  { from, to, value, validAfter, validBefore, nonce }: TransferAuthorization,
  signature: Hex,
): Hex {
  const digits = signature.slice(2);
  const [r, s, v] = [
    digits.slice(0, 64),
    digits.slice(64, 128),
    Number.parseInt(digits.slice(128), 16),
  ];
  const words = [from, to, value, validAfter, validBefore, nonce, v].map(word);
  return `${TRANSFER}${words.join("")}${r}${s}` as Hex;
}
