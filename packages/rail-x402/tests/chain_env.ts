import { join } from "node:path";
import { CODES } from "../../../scripts/escrow_codes.ts";
import {
  hexBytes,
  hexOf,
  keccak,
} from "../../../src/core/payments/terms/hex.ts";
import { testDirectory } from "../../../tests/directory.ts";
import { CHAIN_ID, COLLECTOR, ESCROW } from "./anvil.ts";

/** The key of `OPERATOR` in a file, as an operator of the service has it. */
export async function operatorKeyFile(text = `0x${"07".repeat(32)}\n`) {
  const directory = await testDirectory("chain-key-");
  const path = join(directory.path, "operator_key");
  await Bun.write(path, text);
  return { path, [Symbol.asyncDispose]: () => directory.remove() };
}

const hashOf = (code: string) => hexOf(keccak(hexBytes(code)));

/** The settings of the chain that the tests run. */
export function chainEnv(url: string, keyPath: string) {
  return {
    CHAIN_ID: String(CHAIN_ID),
    CHAIN_RPC_URL: url,
    CHAIN_OPERATOR_KEY_FILE: keyPath,
    CHAIN_ESCROW: `${ESCROW} ${hashOf(CODES[ESCROW])}`,
    CHAIN_COLLECTOR: `${COLLECTOR} ${hashOf(CODES[COLLECTOR])}`,
    CHAIN_GAS_PRICE_MAX: "1000",
  };
}
