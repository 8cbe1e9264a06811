import type { Hex } from "../../base/rails/chain.ts";
import { NO_ADDRESS } from "./address.ts";
import {
  hexBytes,
  hexOf,
  keccak,
  keccakOfText,
  keccakOfWords,
  word,
} from "./hex.ts";

/**
 * The terms of one hold as the payer signs them and the escrow stores them. Amounts are
 * atomic units of the token, times are seconds since the epoch.
 */
export interface PaymentInfo {
  readonly operator: Hex;
  readonly payer: Hex;
  readonly receiver: Hex;
  readonly token: Hex;
  readonly maxAmount: number;
  readonly preApprovalExpiry: number;
  readonly authorizationExpiry: number;
  readonly refundExpiry: number;
  readonly minFeeBps: number;
  readonly maxFeeBps: number;
  readonly feeReceiver: Hex;
  readonly salt: Hex;
}

/** The contracts that hold the money on one chain. */
export interface EscrowPlace {
  readonly chainId: number;
  readonly escrow: Hex;
}

const TYPE = keccakOfText(
  "PaymentInfo(address operator,address payer,address receiver,address token,uint120 maxAmount,uint48 preApprovalExpiry,uint48 authorizationExpiry,uint48 refundExpiry,uint16 minFeeBps,uint16 maxFeeBps,address feeReceiver,uint256 salt)",
);

/** The terms as arguments of a contract, in the order of its struct. */
export function infoWords(info: PaymentInfo): string {
  return [
    ...[info.operator, info.payer, info.receiver, info.token],
    ...[info.maxAmount, info.preApprovalExpiry, info.authorizationExpiry],
    ...[info.refundExpiry, info.minFeeBps, info.maxFeeBps],
    ...[info.feeReceiver, info.salt],
  ]
    .map(word)
    .join("");
}

const STRUCT =
  "(address,address,address,address,uint120,uint48,uint48,uint48,uint16,uint16,address,uint256)";

/** The call by which a payer alone takes back a hold after its end. */
export function reclaimCall(info: PaymentInfo): Hex {
  const selector = keccakOfText(`reclaim(${STRUCT})`).slice(0, 10);
  return `0x${selector.slice(2)}${infoWords(info)}`;
}

/** The escrow's name for a hold, unique to its chain, escrow and terms. */
export function infoHash(
  { chainId, escrow }: EscrowPlace,
  info: PaymentInfo,
): Hex {
  const terms = hexOf(keccak(hexBytes(word(TYPE) + infoWords(info))));
  return keccakOfWords(chainId, escrow, terms);
}

/** The nonce that the payer signs: the digest of the terms without the payer. */
export function infoNonce(place: EscrowPlace, info: PaymentInfo): Hex {
  return infoHash(place, { ...info, payer: NO_ADDRESS });
}
