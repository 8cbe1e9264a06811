import type { Hex } from "../../../src/core/base/rails/chain.ts";
import {
  bytesArgument,
  keccakOfText,
  word,
} from "../../../src/core/payments/terms/hex.ts";
import type { PaymentInfo } from "../../../src/core/payments/terms/payment_info.ts";
import { infoWords } from "../../../src/core/payments/terms/payment_info.ts";
import { OddAnswerError } from "./node/rpc.ts";

const INFO =
  "(address,address,address,address,uint120,uint48,uint48,uint48,uint16,uint16,address,uint256)";
const selector = (text: string) => keccakOfText(text).slice(0, 10) as Hex;
const AUTHORIZE = selector(`authorize(${INFO},uint256,address,bytes)`);
const CAPTURE = selector(`capture(${INFO},uint256,uint16,address)`);
const VOID = selector(`void(${INFO})`);
const PAYMENT_STATE = selector("paymentState(bytes32)");
const TOKEN_STORE = selector("getTokenStore(address)");
const BALANCE_OF = selector("balanceOf(address)");
const AUTHORIZATION_STATE = selector("authorizationState(address,bytes32)");

/** Words of a call before its `bytes`: the terms, an amount, a collector, the place. */
const HEAD_WORDS = 15;

/** The call that takes the payer's money into escrow, on their signature. */
export function authorizeCall(
  info: PaymentInfo,
  collector: Hex,
  signature: Hex,
): Hex {
  const head = [info.maxAmount, collector, HEAD_WORDS * 32].map(word).join("");
  return `${AUTHORIZE}${infoWords(info)}${head}${bytesArgument(signature)}`;
}

/** The call that gives what is held to its receiver, less the fee; all of it if absent. */
export function captureCall(info: PaymentInfo, amount = info.maxAmount): Hex {
  const { maxFeeBps, feeReceiver } = info;
  const rest = [amount, maxFeeBps, feeReceiver].map(word).join("");
  return `${CAPTURE}${infoWords(info)}${rest}`;
}

/** The call that gives what is held back to its payer. */
export function voidCall(info: PaymentInfo): Hex {
  return `${VOID}${infoWords(info)}`;
}

/** The question what the escrow has of a hold. */
export function paymentStateCall(hash: Hex): Hex {
  return `${PAYMENT_STATE}${word(hash)}`;
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
  const [collected, capturable, refundable] = wordsIn(answer, 3);
  return {
    isCollected: collected === 1,
    capturable: capturable ?? 0,
    refundable: refundable ?? 0,
  };
}

/** The question where an escrow keeps the tokens that are held under an operator's name. */
export function tokenStoreCall(operator: Hex): Hex {
  return `${TOKEN_STORE}${word(operator)}`;
}

/** The question how much of a token an account has. */
export function balanceCall(owner: Hex): Hex {
  return `${BALANCE_OF}${word(owner)}`;
}

/** The question whether a signature was used or canceled. */
export function authorizationStateCall(payer: Hex, nonce: Hex): Hex {
  return `${AUTHORIZATION_STATE}${word(payer)}${word(nonce)}`;
}

/**
 * The numbers in an answer, of so many words. One that is too large for a number is
 * the largest there is: more than anybody is asked for.
 * @throws OddAnswerError if it has not so many
 */
export function wordsIn(answer: Hex, count: number): readonly number[] {
  if (answer.length !== 2 + 64 * count) {
    throw new OddAnswerError("A contract answered with something else");
  }
  return Array.from({ length: count }, (_, at) => {
    const value = BigInt(`0x${answer.slice(2 + at * 64, 66 + at * 64)}`);
    const most = BigInt(Number.MAX_SAFE_INTEGER);
    return Number(value < most ? value : most);
  });
}
