import type {
  ChainCodes,
  ChainPlace,
  Hex,
} from "../../../../src/core/base/rails/chain.ts";
import {
  hexBytes,
  hexOf,
  keccak,
  keccakOfText,
} from "../../../../src/core/payments/terms/hex.ts";
import { wordsIn } from "../escrow_calls.ts";
import type { ChainClient } from "./rpc.ts";
import { ChainRefusal, OddAnswerError } from "./rpc.ts";

const DECIMALS = 6;

/**
 * What of the chain is not as it was set, in a sentence for the operator; undefined if
 * all of it is.
 * @throws ChainUnavailableError
 */
export async function provePlace(
  client: ChainClient,
  place: ChainPlace,
  codes: ChainCodes,
): Promise<string | undefined> {
  const chainId = await client.chainId();
  if (chainId !== place.chainId) {
    return `CHAIN_ID is ${place.chainId}, and the node at CHAIN_RPC_URL follows chain ${chainId}: set the one or the other`;
  }
  return (
    (await wrongCode(client, place, codes)) ?? (await wrongToken(client, place))
  );
}

async function wrongCode(
  client: ChainClient,
  place: ChainPlace,
  codes: ChainCodes,
): Promise<string | undefined> {
  const contracts = [
    ["CHAIN_ESCROW", place.escrow, codes.escrow],
    ["CHAIN_COLLECTOR", place.collector, codes.collector],
  ] as const;
  for (const [name, address, wanted] of contracts) {
    const code = await client.codeAt(address);
    if (code === "0x") {
      return `${name} names ${address}, where chain ${place.chainId} has no contract: set the address that is published for this chain`;
    }
    const found = hexOf(keccak(hexBytes(code)));
    if (found !== wanted) {
      return `${name}: the code at ${address} has the hash ${found} and not ${wanted}: set it only if it is that of the audited contract`;
    }
  }
  return undefined;
}

async function wrongToken(
  client: ChainClient,
  { token, name, version }: ChainPlace,
): Promise<string | undefined> {
  const ask = async (method: string) =>
    await client.call(
      { to: token, data: keccakOfText(method).slice(0, 10) as Hex },
      "latest",
    );
  try {
    const [decimals] = wordsIn(await ask("decimals()"), 1);
    if (decimals !== DECIMALS) {
      return `CHAIN_TOKEN has ${decimals} decimals and not ${DECIMALS}: set the address of USDC`;
    }
    const called = textIn(await ask("name()"));
    if (called !== name) {
      return `CHAIN_TOKEN_NAME is ${JSON.stringify(name)}, and the token calls itself ${JSON.stringify(called)}: no signature would fit`;
    }
    const found = textIn(await ask("version()"));
    return found === version
      ? undefined
      : `CHAIN_TOKEN_VERSION is ${JSON.stringify(version)}, and the token says ${JSON.stringify(found)}: no signature would fit`;
  } catch (error) {
    const isNone =
      error instanceof ChainRefusal || error instanceof OddAnswerError;
    if (!isNone) throw error;
    return `CHAIN_TOKEN names ${token}, where no token with EIP-3009 answers: set the address of USDC`;
  }
}

const WORD_BYTES = 32;
const CHARS_MAX = 80;

/** The text that a contract answers with: where it begins, its length, its bytes. */
function textIn(answer: Hex): string {
  const bytes = Buffer.from(hexBytes(answer));
  const length = Number(`0x${bytes.toString("hex", 32, 64) || 0}`);
  if (bytes.length < 2 * WORD_BYTES || length > bytes.length) {
    throw new OddAnswerError("A contract answered with no text");
  }
  const text = bytes.toString("utf8", 2 * WORD_BYTES, 2 * WORD_BYTES + length);
  return text.slice(0, CHARS_MAX);
}
