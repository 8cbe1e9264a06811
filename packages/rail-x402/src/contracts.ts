import type {
  Abi,
  ContractFunctionName,
  DecodeFunctionResultReturnType,
} from "viem";
import { decodeFunctionResult, parseAbi } from "viem/utils";
import type { Hex } from "../../../src/core/base/rails/chain.ts";
import { OddAnswerError } from "./node/rpc.ts";

const INFO =
  "struct PaymentInfo { address operator; address payer; address receiver; address token; uint120 maxAmount; uint48 preApprovalExpiry; uint48 authorizationExpiry; uint48 refundExpiry; uint16 minFeeBps; uint16 maxFeeBps; address feeReceiver; uint256 salt; }";

/** What is called of the public escrow, and what it says. */
export const ESCROW_ABI = parseAbi([
  INFO,
  "function authorize(PaymentInfo info, uint256 amount, address collector, bytes data)",
  "function capture(PaymentInfo info, uint256 amount, uint16 feeBps, address feeReceiver)",
  "function void(PaymentInfo info)",
  "function paymentState(bytes32 hash) view returns (bool isCollected, uint120 capturable, uint120 refundable)",
  "function getTokenStore(address operator) view returns (address)",
  "event PaymentAuthorized(bytes32 indexed hash, PaymentInfo info, uint256 amount, address collector)",
  "event PaymentCharged(bytes32 indexed hash, PaymentInfo info, uint256 amount, address collector, uint16 feeBps, address feeReceiver)",
  "event PaymentCaptured(bytes32 indexed hash, uint256 amount, uint16 feeBps, address feeReceiver)",
  "event PaymentVoided(bytes32 indexed hash, uint256 amount)",
  "event PaymentReclaimed(bytes32 indexed hash, uint256 amount)",
  "event PaymentRefunded(bytes32 indexed hash, uint256 amount, address collector)",
]);

/** What is called of a token with EIP-3009. */
export const TOKEN_ABI = parseAbi([
  "function decimals() view returns (uint256)",
  "function name() view returns (string)",
  "function version() view returns (string)",
  "function balanceOf(address owner) view returns (uint256)",
  "function authorizationState(address payer, bytes32 nonce) view returns (bool)",
]);

/**
 * Reads what a contract answered to a question.
 * @throws OddAnswerError if it is no answer to it: then no such contract stands there
 */
export function contractAnswer<
  const A extends Abi,
  N extends ContractFunctionName<A>,
>(abi: A, functionName: N, data: Hex): DecodeFunctionResultReturnType<A, N> {
  try {
    // @ts-expect-error viem asks for types that no generic caller can give.
    return decodeFunctionResult({ abi, functionName, data });
  } catch {
    throw new OddAnswerError("A contract answered with something else");
  }
}

/** An amount; one too large for a number is the largest there is, more than anybody is asked for. */
export function numberOfTokens(value: bigint): number {
  const most = BigInt(Number.MAX_SAFE_INTEGER);
  return Number(value < most ? value : most);
}
