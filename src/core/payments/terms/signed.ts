import type { Hex } from "../../base/rails/chain.ts";
import type { Sentence } from "../../base/words/sentence.ts";
import type { PaymentInfo } from "./payment_info.ts";

/** A transfer that its payer has signed and someone else sends (EIP-3009). */
export interface TransferAuthorization {
  readonly from: Hex;
  readonly to: Hex;
  readonly value: number;
  readonly validAfter: number;
  readonly validBefore: number;
  readonly nonce: Hex;
}

/** A hold as its payer signed it. */
export interface SignedHold {
  readonly info: PaymentInfo;
  readonly signature: Hex;
  /** The escrow's name for it. */
  readonly hash: Hex;
  /** True if another service holds it: nothing is sent to the chain for it here. */
  readonly isElsewhere?: boolean;
}

/** A refund as its payee signed it. */
export interface SignedRefund {
  readonly authorization: TransferAuthorization;
  readonly signature: Hex;
  /** The newest block at that time: earlier blocks cannot contain it. */
  readonly fromBlock: number;
}

/** Why a payload is rejected: a code of x402, and the problem in words. */
export interface BadPayload {
  readonly code:
    | "invalid_x402_version"
    | "invalid_payload"
    | "invalid_payment_requirements"
    | "invalid_signature"
    | "invalid_auth_capture_evm_erc6492_factory_not_allowed"
    | "insufficient_funds"
    | "authorization_used"
    | "authorization_expired"
    | "refused_by_escrow";
  readonly problem: Sentence;
}

/** The chain's verdict on a hold; `fine` if it would accept it. */
export type HeardHold = BadPayload | "fine" | "away";

/** The chain's verdict on a refund, with the first block that may contain it. */
export type HeardRefund = BadPayload | Pick<SignedRefund, "fromBlock"> | "away";
