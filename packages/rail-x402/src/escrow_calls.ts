import { encodeFunctionData } from "viem/utils";
import type { Hex } from "../../../src/core/base/rails/chain.ts";
import type { PaymentInfo } from "../../../src/core/payments/terms/payment_info.ts";
import {
  contractAnswer,
  ESCROW_ABI,
  numberOfTokens,
  TOKEN_ABI,
} from "./contracts.ts";

/** The call that takes the payer's money into escrow, on their signature. */
export function authorizeCall(
  info: PaymentInfo,
  collector: Hex,
  signature: Hex,
): Hex {
  return encodeFunctionData({
    abi: ESCROW_ABI,
    functionName: "authorize",
    args: [termsOf(info), BigInt(info.maxAmount), collector, signature],
  });
}

/** The call that gives what is held to its receiver, less the fee; all of it if absent. */
export function captureCall(info: PaymentInfo, amount = info.maxAmount): Hex {
  const { maxFeeBps, feeReceiver } = info;
  return encodeFunctionData({
    abi: ESCROW_ABI,
    functionName: "capture",
    args: [termsOf(info), BigInt(amount), maxFeeBps, feeReceiver],
  });
}

/** The call that gives what is held back to its payer. */
export function voidCall(info: PaymentInfo): Hex {
  const args = [termsOf(info)] as const;
  return encodeFunctionData({ abi: ESCROW_ABI, functionName: "void", args });
}

function termsOf({ maxAmount, salt, ...rest }: PaymentInfo) {
  return { ...rest, maxAmount: BigInt(maxAmount), salt: BigInt(salt) };
}

/** The question what the escrow has of a hold. */
export function paymentStateCall(hash: Hex): Hex {
  return encodeFunctionData({
    abi: ESCROW_ABI,
    functionName: "paymentState",
    args: [hash],
  });
}

/** What the escrow has of a hold. */
export interface EscrowState {
  /** True once it was held, whatever became of it. */
  readonly isCollected: boolean;
  readonly capturable: number;
  readonly refundable: number;
}

/**
 * Reads the answer to {@linkcode paymentStateCall}.
 * @throws OddAnswerError if it is none: then no escrow stands there
 */
export function readPaymentState(answer: Hex): EscrowState {
  const [isCollected, capturable, refundable] = contractAnswer(
    ESCROW_ABI,
    "paymentState",
    answer,
  );
  return {
    isCollected,
    capturable: numberOfTokens(capturable),
    refundable: numberOfTokens(refundable),
  };
}

/** The question where an escrow keeps the tokens that are held under an operator's name. */
export function tokenStoreCall(operator: Hex): Hex {
  return encodeFunctionData({
    abi: ESCROW_ABI,
    functionName: "getTokenStore",
    args: [operator],
  });
}

/** The question how much of a token an account has. */
export function balanceCall(owner: Hex): Hex {
  return encodeFunctionData({
    abi: TOKEN_ABI,
    functionName: "balanceOf",
    args: [owner],
  });
}

/**
 * Reads the answer to {@linkcode balanceCall}.
 * @throws OddAnswerError if it is none
 */
export function readBalance(answer: Hex): number {
  return numberOfTokens(contractAnswer(TOKEN_ABI, "balanceOf", answer));
}

/** The question whether a signature was used or canceled. */
export function authorizationStateCall(payer: Hex, nonce: Hex): Hex {
  return encodeFunctionData({
    abi: TOKEN_ABI,
    functionName: "authorizationState",
    args: [payer, nonce],
  });
}

/**
 * Reads the answer to {@linkcode authorizationStateCall}.
 * @throws OddAnswerError if it is none
 */
export function isAuthorizationUsed(answer: Hex): boolean {
  return contractAnswer(TOKEN_ABI, "authorizationState", answer);
}
