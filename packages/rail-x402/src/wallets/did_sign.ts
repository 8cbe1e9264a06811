import { decodeFunctionResult, encodeFunctionData, parseAbi } from "viem/utils";
import type { Hex } from "../../../../src/core/base/rails/chain.ts";
import { signerOf } from "../account.ts";
import type { ChainClient } from "../node/rpc.ts";
import { ChainRefusal } from "../node/rpc.ts";
import { unwrapSignature } from "./wallet_signature.ts";

/** Makes calls in nobody's name; has this address on every chain. */
const MULTICALL: Hex = "0xca11bde05977b3631167028862be2a173976ca11";
const MULTICALL_ABI = parseAbi([
  "struct Call { address target; bytes callData; }",
  "struct Result { bool success; bytes returnData; }",
  "function tryAggregate(bool requireSuccess, Call[] calls) returns (Result[])",
]);
const WALLET_ABI = parseAbi([
  "function isValidSignature(bytes32 digest, bytes signature) view returns (bytes4)",
]);
/** A wallet's answer for its own signature (ERC-1271). */
const VALID = `0x1626ba7e${"0".repeat(56)}`;

interface Signed {
  readonly signer: Hex;
  readonly digest: Hex;
  readonly signature: Hex;
}

/**
 * True if an account signed a digest: with its key, or as a contract, which is called
 * (ERC-1271). A wallet that is not on the chain yet is created for this call only (ERC-6492).
 * @throws ChainUnavailableError
 */
export async function didSign(
  client: Pick<ChainClient, "codeAt" | "call">,
  { signer, digest, signature }: Signed,
): Promise<boolean> {
  if ((await signerOf(digest, signature)) === signer) return true;
  const wrapped = unwrapSignature(signature);
  const question = isValidCall(digest, wrapped?.signature ?? signature);
  const isThere = (await client.codeAt(signer)) !== "0x";
  if (!isThere && !wrapped) return false;
  try {
    if (isThere) {
      const call = { to: signer, data: question };
      return (await client.call(call, "latest")) === VALID;
    }
    const calls = [
      { target: wrapped?.factory ?? signer, callData: wrapped?.call ?? "0x" },
      { target: signer, callData: question },
    ] as const;
    const data = encodeFunctionData({
      abi: MULTICALL_ABI,
      functionName: "tryAggregate",
      args: [false, calls],
    });
    return isValidLast(await client.call({ to: MULTICALL, data }, "latest"));
  } catch (error) {
    // A wallet that refuses the call did not sign.
    if (error instanceof ChainRefusal) return false;
    throw error;
  }
}

function isValidCall(digest: Hex, signature: Hex): Hex {
  return encodeFunctionData({
    abi: WALLET_ABI,
    functionName: "isValidSignature",
    args: [digest, signature],
  });
}

/** True if the last of several calls returned a wallet's answer for its signature. */
function isValidLast(data: Hex): boolean {
  const functionName = "tryAggregate";
  try {
    const results = decodeFunctionResult({
      ...{ abi: MULTICALL_ABI, functionName, data },
    });
    const last = results.at(-1);
    return last?.success === true && last.returnData === VALID;
  } catch {
    return false;
  }
}
