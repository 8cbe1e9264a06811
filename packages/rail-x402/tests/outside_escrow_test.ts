import { expect, test } from "bun:test";
import { join } from "node:path";
import { MULTICALL } from "../../../scripts/escrow_codes.ts";
import { buildOutside } from "../../../scripts/outside_escrow.ts";
import type { Hex } from "../../../src/core/base/rails/chain.ts";
import { keccakOfText } from "../../../src/core/payments/terms/hex.ts";
import { testDirectory } from "../../../tests/directory.ts";
import { inProof } from "../../../tests/proof.ts";
import { COLLECTOR, ESCROW, REFUND_COLLECTOR, startAnvil } from "./anvil.ts";

const PRAGMA = "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.28;\n";

/**
 * A checkout as base/commerce-payments is laid out: contracts by their names in `src`,
 * libraries, arguments and immutables of constructors, one that makes another.
 */
const FILES = {
  "remappings.txt": "known/=lib/kept/src/\n",
  "lib/kept/src/Known.sol": `${PRAGMA}abstract contract Known {
    address public immutable authCaptureEscrow;
    constructor(address escrow) { authCaptureEscrow = escrow; }
  }`,
  "src/TokenStore.sol": `${PRAGMA}import {Known} from "known/Known.sol";
  contract TokenStore is Known {
    constructor(address escrow) Known(escrow) {}
  }`,
  "src/AuthCaptureEscrow.sol": `${PRAGMA}import {TokenStore} from "./TokenStore.sol";
  contract AuthCaptureEscrow {
    address public immutable tokenStoreImplementation;
    constructor() { tokenStoreImplementation = address(new TokenStore(address(this))); }
  }`,
  "src/collectors/ERC3009PaymentCollector.sol": `${PRAGMA}import {Known} from "kept/Known.sol";
  contract ERC3009PaymentCollector is Known {
    address public immutable multicall3;
    constructor(address authCaptureEscrow_, address multicall3_) Known(authCaptureEscrow_) {
      multicall3 = multicall3_;
    }
  }`,
  "src/collectors/OperatorRefundCollector.sol": `${PRAGMA}import {Known} from "kept/Known.sol";
  contract OperatorRefundCollector is Known {
    constructor(address authCaptureEscrow_) Known(authCaptureEscrow_) {}
  }`,
} as const;

inProof(
  "the escrow of a checkout stands as its constructors made it",
  async () => {
    const folder = await testDirectory("escrow-source-");
    for (const [path, text] of Object.entries(FILES)) {
      await Bun.write(join(folder.path, path), text);
    }
    const { source, codes } = await buildOutside(folder.path);
    await folder.remove();
    expect(source).toBe(folder.path);
    await using anvil = await startAnvil();
    for (const [address, code] of Object.entries(codes)) {
      await anvil.request("anvil_setCode", [address, code]);
    }
    const addressAt = async (to: Hex, method: string): Promise<Hex> => {
      const data = keccakOfText(`${method}()`).slice(0, 10) as Hex;
      const answer = await anvil.client.call({ to, data }, "latest");
      return `0x${answer.slice(26)}`;
    };
    const store = await addressAt(ESCROW, "tokenStoreImplementation");
    for (const it of [store, COLLECTOR, REFUND_COLLECTOR] as const) {
      expect(await addressAt(it, "authCaptureEscrow")).toBe(ESCROW);
    }
    expect(await addressAt(COLLECTOR, "multicall3")).toBe(MULTICALL);
  },
  60_000,
);

test("a folder that is no such checkout is named", async () => {
  const folder = await testDirectory("no-escrow-");
  const outcome = await buildOutside(folder.path).catch((error) => error);
  expect(String(outcome)).toContain(`${folder.path} has no AuthCaptureEscrow`);
  await folder.remove();
});
