import type {
  ContractFunctionArgs,
  ContractFunctionName,
  ContractFunctionReturnType,
  DecodeFunctionResultParameters,
  EncodeFunctionDataParameters,
} from "viem";
import { decodeFunctionResult, encodeFunctionData, parseAbi } from "viem/utils";
import type { Hex } from "../../../src/core/base/rails/chain.ts";
import type { BlockTag, ChainClient } from "./node/rpc.ts";
import { OddAnswerError } from "./node/rpc.ts";

const INFO =
  "struct PaymentInfo { address operator; address payer; address receiver; address token; uint120 maxAmount; uint48 preApprovalExpiry; uint48 authorizationExpiry; uint48 refundExpiry; uint16 minFeeBps; uint16 maxFeeBps; address feeReceiver; uint256 salt; }";

/** Functions, errors and events of the public escrow. */
export const ESCROW_ABI = parseAbi([
  INFO,
  "function authorize(PaymentInfo info, uint256 amount, address collector, bytes data)",
  "function capture(PaymentInfo info, uint256 amount, uint16 feeBps, address feeReceiver)",
  "function void(PaymentInfo info)",
  "event PaymentAuthorized(bytes32 indexed hash, PaymentInfo info, uint256 amount, address collector)",
  "event PaymentCharged(bytes32 indexed hash, PaymentInfo info, uint256 amount, address collector, uint16 feeBps, address feeReceiver)",
  "event PaymentCaptured(bytes32 indexed hash, uint256 amount, uint16 feeBps, address feeReceiver)",
  "event PaymentVoided(bytes32 indexed hash, uint256 amount)",
  "event PaymentReclaimed(bytes32 indexed hash, uint256 amount)",
  "event PaymentRefunded(bytes32 indexed hash, uint256 amount, address collector)",
]);

/** Read calls of the escrow and of a token with EIP-3009. */
const QUESTIONS = parseAbi([
  "function paymentState(bytes32 hash) view returns (bool isCollected, uint120 capturable, uint120 refundable)",
  "function getTokenStore(address operator) view returns (address)",
  "function decimals() view returns (uint256)",
  "function name() view returns (string)",
  "function version() view returns (string)",
  "function balanceOf(address owner) view returns (uint256)",
  "function authorizationState(address payer, bytes32 nonce) view returns (bool)",
]);

type Questions = typeof QUESTIONS;

interface Question<N extends ContractFunctionName<Questions>> {
  readonly to: Hex;
  readonly ask: N;
  readonly args: ContractFunctionArgs<Questions, "view", N>;
}

/**
 * Calls a contract, and decodes its answer.
 * @throws ChainRefusal if it refuses, OddAnswerError for an unexpected answer: then the
 * contract is not there
 */
export async function askContract<N extends ContractFunctionName<Questions>>(
  client: Pick<ChainClient, "call">,
  { to, ask: functionName, args }: Question<N>,
  tag: BlockTag,
): Promise<ContractFunctionReturnType<Questions, "view", N>> {
  const asked = { abi: QUESTIONS, functionName };
  const call = { ...asked, args } as EncodeFunctionDataParameters;
  const data = await client.call({ to, data: encodeFunctionData(call) }, tag);
  try {
    const answer = { ...asked, data } as DecodeFunctionResultParameters;
    return decodeFunctionResult(answer) as ContractFunctionReturnType<
      Questions,
      "view",
      N
    >;
  } catch {
    throw new OddAnswerError("A contract gave an unexpected answer");
  }
}

/**
 * An amount; one too large for a number becomes the largest number, more than anybody is
 * asked for.
 */
export function numberOfTokens(value: bigint): number {
  const most = BigInt(Number.MAX_SAFE_INTEGER);
  return Number(value < most ? value : most);
}
