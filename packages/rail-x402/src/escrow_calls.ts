import { encodeFunctionData } from "viem/utils";
import type { Hex } from "../../../src/core/base/rails/chain.ts";
import type { PaymentInfo } from "../../../src/core/payments/terms/payment_info.ts";
import { askContract, ESCROW_ABI, numberOfTokens } from "./contracts.ts";
import type { BlockTag, ChainClient } from "./node/rpc.ts";

/** The call that takes the payer's money into escrow, with their signature. */
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

/** The call that pays what is held to its receiver, less the fee; all of it if absent. */
export function captureCall(info: PaymentInfo, amount = info.maxAmount): Hex {
  const { maxFeeBps, feeReceiver } = info;
  return encodeFunctionData({
    abi: ESCROW_ABI,
    functionName: "capture",
    args: [termsOf(info), BigInt(amount), maxFeeBps, feeReceiver],
  });
}

/** The call that returns what is held to its payer. */
export function voidCall(info: PaymentInfo): Hex {
  const args = [termsOf(info)] as const;
  return encodeFunctionData({ abi: ESCROW_ABI, functionName: "void", args });
}

function termsOf({ maxAmount, salt, ...rest }: PaymentInfo) {
  return { ...rest, maxAmount: BigInt(maxAmount), salt: BigInt(salt) };
}

/** The state of a hold in the escrow. */
export interface EscrowState {
  /** True once it was held, whatever became of it. */
  readonly isCollected: boolean;
  readonly capturable: number;
  readonly refundable: number;
}

/**
 * Reads the state of a hold in the escrow.
 * @throws ChainUnavailableError, also if the escrow is not there
 */
export async function escrowState(
  client: Pick<ChainClient, "call">,
  escrow: Hex,
  hash: Hex,
  tag: BlockTag,
): Promise<EscrowState> {
  const [isCollected, capturable, refundable] = await askContract(
    client,
    { to: escrow, ask: "paymentState", args: [hash] },
    tag,
  );
  return {
    isCollected,
    capturable: numberOfTokens(capturable),
    refundable: numberOfTokens(refundable),
  };
}
