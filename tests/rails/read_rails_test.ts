import { afterAll, beforeAll, expect, test } from "bun:test";
import { openRail } from "../../packages/rail-x402/src/mod.ts";
import {
  chainEnv,
  operatorKeyFile,
} from "../../packages/rail-x402/tests/chain_env.ts";
import { OPERATOR, PLACE } from "../../packages/rail-x402/tests/stage.ts";
import { readConfig } from "../../src/config/config.ts";
import { secretsOf } from "../../src/config/secrets.ts";
import { ConfigError } from "../../src/config/setting.ts";
import { getBalance } from "../../src/core/operations/get_balance.ts";
import { openCore } from "../core/fixture.ts";

const URL_WITH_KEY = "https://node.example/v2/0123456789abcdefABCDEF";
let key: Awaited<ReturnType<typeof operatorKeyFile>>;
let set: ReturnType<typeof chainEnv>;

beforeAll(async () => {
  key = await operatorKeyFile();
  set = chainEnv(URL_WITH_KEY, key.path);
});
afterAll(() => key[Symbol.asyncDispose]());

test("a chain is what its settings say, and USDC of a known chain is known", () => {
  const { rails, chainNode } = readConfig({ RAIL: "x402", ...set });
  expect(rails).toEqual(["x402"]);
  const place = { ...PLACE, gasPriceMax: 1_000_000_000_000n };
  const unnamed = { ...place, feeReceiver: undefined };
  expect(chainNode).toMatchObject({
    ...{ finality: "finalized", url: URL_WITH_KEY, place: unnamed },
  });
  if (!chainNode) throw new Error("A chain is set");
  expect(openRail(chainNode).settings).toEqual({ place, operator: OPERATOR });
  const main = readConfig({ ...set, CHAIN_ID: "8453" });
  expect(main.rails).toEqual(["ledger"]);
  expect(main.chainNode?.place).toMatchObject({
    chainId: 8453,
    name: "USD Coin",
  });
  expect(readConfig({ ...set, RAIL: "ledger, x402" }).rails).toEqual([
    "ledger",
    "x402",
  ]);
  const more = { CHAIN_GAS_PRICE_MAX: "0.05", CHAIN_FINALITY: "safe" };
  const other = readConfig({ ...set, ...more });
  expect(other.chainNode?.place.gasPriceMax).toBe(50_000_000n);
  expect(other.chainNode?.finality).toBe("safe");
  const factories = (text: string) =>
    readConfig({ ...set, CHAIN_WALLET_FACTORIES: text }).chainNode?.place
      .walletFactories;
  expect(factories("none")).toEqual([]);
  expect(factories(`${PLACE.token}, ${PLACE.escrow}`)).toEqual([
    ...[PLACE.token, PLACE.escrow],
  ]);
});

test("an account that is paid on a chain alone begins without test money, whatever the setting says", async () => {
  const env = { ...set, LEDGER_OPENING_CREDIT: "12.50" };
  const both = readConfig({ ...env, RAIL: "x402,ledger" });
  expect(both.openingCredit).toBe(12_500_000);
  expect(readConfig({ ...set, RAIL: "x402" }).openingCredit).toBe(0);
  await using core = await openCore({ ...env, RAIL: "x402" });
  const { member } = await core.add("alice");
  const nothing = { available: { amount: "0.00" }, held: { amount: "0.00" } };
  expect(await core.run(getBalance, member, {})).toMatchObject(nothing);
});

test("neither the key of the operator nor that of the node is listed or logged", () => {
  const config = readConfig({ RAIL: "x402", ...set });
  const listed = JSON.stringify(config.listed);
  expect(listed).not.toContain("07070707");
  expect(listed).not.toContain("node.example");
  const secrets = secretsOf(config);
  expect(secrets).toContain(URL_WITH_KEY);
  expect(secrets).toContain("v2/0123456789abcdefABCDEF");
  expect(secrets).toContain("07".repeat(32));
});

/** A setting that is wrong, beside all the others that are right. */
const WRONG: readonly (readonly [string, string])[] = [
  ["RAIL", "usdc"],
  ["RAIL", "ledger,ledger"],
  ["RAIL", "x402,"],
  ["CHAIN_ID", ""],
  ["CHAIN_ID", "base"],
  ["CHAIN_RPC_URL", ""],
  ["CHAIN_RPC_URL", "ws://node.example"],
  ["CHAIN_OPERATOR_KEY_FILE", ""],
  ["CHAIN_OPERATOR_KEY_FILE", "/nowhere"],
  ["CHAIN_TOKEN", "0x12"],
  ["CHAIN_TOKEN", `0x${"0".repeat(40)}`],
  // One letter is of the wrong size (ERC-55).
  ["CHAIN_FEE_RECEIVER", "0x036cbD53842c5426634e7929541eC2318f3dCF7e"],
  ["CHAIN_ESCROW", "0xbdea0d1bcc5966192b070fdf62ab4ef5b4420cff"],
  ["CHAIN_COLLECTOR", `0x${"0".repeat(64)}`],
  ["CHAIN_WALLET_FACTORIES", "coinbase"],
  ["CHAIN_GAS_PRICE_MAX", "0"],
  ["CHAIN_GAS_PRICE_MAX", "-1"],
  ["CHAIN_FINALITY", "latest"],
];

for (const [name, value] of WRONG) {
  test(`${name}=${value} stops the start with a sentence that names it`, () => {
    const read = () => readConfig({ RAIL: "x402", ...set, [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^Cannot start: ${name} must be .+$`));
  });
}

test("another chain needs its token named", () => {
  const other = { ...set, CHAIN_ID: "10" };
  expect(() => readConfig(other)).toThrow("CHAIN_TOKEN must be");
  const token = { ...other, CHAIN_TOKEN: PLACE.token };
  expect(() => readConfig(token)).toThrow("CHAIN_TOKEN_NAME must be");
  const named = readConfig({ ...token, CHAIN_TOKEN_NAME: "USDC" });
  expect(named.chainNode?.place).toMatchObject({ chainId: 10, version: "2" });
});

test("a key that no account has stops the start, and is not in its sentence", async () => {
  for (const text of [
    "0".repeat(64),
    "f".repeat(64),
    "07".repeat(31),
    "none",
  ]) {
    await using file = await operatorKeyFile(text);
    const read = () =>
      readConfig({ ...set, CHAIN_OPERATOR_KEY_FILE: file.path });
    expect(read).toThrow(/^Cannot start: CHAIN_OPERATOR_KEY_FILE must be/);
    expect(read).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining(text) }),
    );
  }
});
