import { keccak256 } from "viem/utils";
import type {
  ChainCodes,
  ChainPlace,
} from "../../../../src/core/base/rails/chain.ts";
import { askContract } from "../contracts.ts";
import type { ChainClient } from "./rpc.ts";
import { ChainRefusal, OddAnswerError } from "./rpc.ts";

const DECIMALS = "6";
/** The length of a foreign contract's name for itself. */
const CHARS_MAX = 80;

/**
 * The wrong setting of the chain, in a sentence for the operator; undefined if all are right.
 * @throws ChainUnavailableError
 */
export async function provePlace(
  client: ChainClient,
  place: ChainPlace,
  codes: ChainCodes,
): Promise<string | undefined> {
  const chainId = await client.chainId();
  if (chainId !== place.chainId) {
    return `CHAIN_ID is ${place.chainId}, but the node at CHAIN_RPC_URL follows chain ${chainId}: change one of them`;
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
      return `${name} names ${address}, where chain ${place.chainId} has no contract: set the published address for this chain`;
    }
    const found = keccak256(code);
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
  const ask = async (name: "decimals" | "name" | "version") => {
    const asked = { to: token, ask: name, args: [] } as const;
    const said = await askContract(client, asked, "latest");
    return String(said).slice(0, CHARS_MAX);
  };
  try {
    const decimals = await ask("decimals");
    if (decimals !== DECIMALS) {
      return `CHAIN_TOKEN has ${decimals} decimals, not ${DECIMALS}: set the address of USDC`;
    }
    const called = await ask("name");
    if (called !== name) {
      return `CHAIN_TOKEN_NAME is ${JSON.stringify(name)}, but the token's name is ${JSON.stringify(called)}: no signature would be valid`;
    }
    const found = await ask("version");
    return found === version
      ? undefined
      : `CHAIN_TOKEN_VERSION is ${JSON.stringify(version)}, but the token's version is ${JSON.stringify(found)}: no signature would be valid`;
  } catch (error) {
    const isNone =
      error instanceof ChainRefusal || error instanceof OddAnswerError;
    if (!isNone) throw error;
    return `CHAIN_TOKEN names ${token}, where no token with EIP-3009 answers: set the address of USDC`;
  }
}
