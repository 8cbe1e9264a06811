import type { Hex } from "../../../../src/core/base/rails/chain.ts";
import {
  bytesArgument,
  keccakOfText,
  word,
} from "../../../../src/core/payments/terms/hex.ts";
import { signerOf } from "../account.ts";
import type { ChainClient } from "../node/rpc.ts";
import { ChainRefusal } from "../node/rpc.ts";
import { unwrapSignature } from "./wallet_signature.ts";

/** Makes calls in nobody's name; stands at this address on every chain. */
const MULTICALL: Hex = "0xca11bde05977b3631167028862be2a173976ca11";
const TRY_AGGREGATE = keccakOfText(
  "tryAggregate(bool,(address,bytes)[])",
).slice(0, 10);
const IS_VALID = keccakOfText("isValidSignature(bytes32,bytes)").slice(0, 10);
/** The answer of a wallet to its own signature (ERC-1271). */
const VALID = `${IS_VALID.slice(2)}${"0".repeat(56)}`;

interface Signed {
  readonly signer: Hex;
  readonly digest: Hex;
  readonly signature: Hex;
}

/**
 * True if an account signed a digest: by its key, or as a wallet that is a contract, which is
 * asked itself (ERC-1271). One that is not on the chain yet is made for the question alone
 * (ERC-6492).
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
      return (await client.call(call, "latest")) === `0x${VALID}`;
    }
    const data = aggregateCall([
      [wrapped?.factory ?? signer, wrapped?.call ?? "0x"],
      [signer, question],
    ]);
    const answer = await client.call({ to: MULTICALL, data }, "latest");
    // The answer to the last call stands last, and says that it was one.
    return answer.endsWith(`${word(1)}${word(64)}${word(32)}${VALID}`);
  } catch (error) {
    // A wallet that refuses the question did not sign.
    if (error instanceof ChainRefusal) return false;
    throw error;
  }
}

function isValidCall(digest: Hex, signature: Hex): Hex {
  return `${IS_VALID}${word(digest)}${word(64)}${bytesArgument(signature)}` as Hex;
}

/** The question what several calls would answer, one after the other. */
function aggregateCall(calls: readonly (readonly [Hex, Hex])[]): Hex {
  const items = calls.map(
    ([to, data]) => `${word(to)}${word(64)}${bytesArgument(data)}`,
  );
  let place = 32 * items.length;
  const places = items.map((item) => {
    const at = word(place);
    place += item.length / 2;
    return at;
  });
  const head = [0, 64, items.length].map(word).join("");
  return `${TRY_AGGREGATE}${head}${places.join("")}${items.join("")}` as Hex;
}
