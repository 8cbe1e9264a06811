import { expect, test } from "bun:test";
import { CODES } from "../../../scripts/escrow_codes.ts";
import { readConfig } from "../../../src/config/config.ts";
import { OUTSIDE } from "../../../src/core/base/external_services.ts";
import type { Hex } from "../../../src/core/base/rails/chain.ts";
import { keccakOfText } from "../../../src/core/payments/terms/hex.ts";
import { openServices } from "../../../src/process/open_services.ts";
import { startChain } from "../../../src/rails/start_chain.ts";
import { testDirectory } from "../../../tests/directory.ts";
import { openRail } from "../src/mod.ts";
import type { ChainRequest } from "../src/node/rpc.ts";
import { ChainUnavailableError } from "../src/node/rpc.ts";
import { CHAIN_ID, COLLECTOR, ESCROW } from "../tests/anvil.ts";
import { chainEnv, operatorKeyFile } from "../tests/chain_env.ts";

/** The rail of the settings over a node, with a key in a file that is read and gone. */
async function open(request: ChainRequest, env = {}) {
  await using key = await operatorKeyFile();
  const set = { ...chainEnv("http://node.example", key.path), ...env };
  const { chainNode } = readConfig(set);
  if (!chainNode) throw new Error("A chain is set");
  return openRail(chainNode, () => request);
}

const word = (value: number) => value.toString(16).padStart(64, "0");
const text = (said: string): Hex =>
  `0x${word(32)}${word(said.length)}${Buffer.from(said).toString("hex").padEnd(64, "0")}`;
const selector = (method: string) => keccakOfText(method).slice(0, 10);

/** A node that answers as the right one does, but for what a test changes. */
function node(changes: Readonly<Record<string, unknown>> = {}) {
  const asked: string[] = [];
  const answers: Readonly<Record<string, unknown>> = {
    eth_chainId: `0x${CHAIN_ID.toString(16)}`,
    [selector("decimals()")]: `0x${word(6)}`,
    [selector("name()")]: text("USDC"),
    [selector("version()")]: text("2"),
    ...changes,
  };
  const request: ChainRequest = async (method, params) => {
    asked.push(method);
    const [first, tag] = params as readonly [{ data: string } | string, string];
    if (method === "eth_getBlockByNumber") return { tag: first };
    if (method === "eth_getCode") {
      const code = changes[String(first)] ?? CODES[String(first)] ?? "0x";
      return String(code).startsWith("0x") ? code : `0x${code}`;
    }
    const key = typeof first === "object" ? first.data : method;
    const answer = answers[key];
    if (answer instanceof Error) throw answer;
    return answer ?? tag;
  };
  return { asked, request };
}

const WRONG: readonly (readonly [string, object, RegExp])[] = [
  ["another chain", { eth_chainId: "0x1" }, /CHAIN_ID is 84532, .* chain 1:/],
  ["no contract", { [ESCROW]: "0x" }, /CHAIN_ESCROW names .* no contract/],
  [
    "other code",
    { [COLLECTOR]: "0x60" },
    /CHAIN_COLLECTOR: .* has the hash 0x/,
  ],
  [
    "other decimals",
    { [selector("decimals()")]: `0x${word(18)}` },
    /CHAIN_TOKEN has 18 decimals/,
  ],
  ["no token", { [selector("name()")]: "0x" }, /CHAIN_TOKEN names .* no token/],
  [
    "another name",
    { [selector("name()")]: text("USD Coin") },
    /CHAIN_TOKEN_NAME is "USDC", but the token's name is "USD Coin"/,
  ],
  [
    "another version",
    { [selector("version()")]: text("1") },
    /CHAIN_TOKEN_VERSION is "2", but the token's version is "1"/,
  ],
];

for (const [name, changes, sentence] of WRONG) {
  test(`${name}: the chain is not used, and the operator reads what to do`, async () => {
    const { request } = node({ ...changes });
    const chain = await open(request);
    expect(await chain.prove()).toMatch(sentence);
    expect(chain.request("eth_gasPrice", [])).rejects.toThrow(
      ChainUnavailableError,
    );
  });
}

test("a chain that is right is looked at once, also by many at a time", async () => {
  const { request, asked } = node();
  const chain = await open(request);
  await Promise.all([chain.prove(), chain.request("eth_chainId", [])]);
  await chain.prove();
  expect(asked.filter((it) => it === "eth_getCode")).toHaveLength(2);
});

test("which blocks are final is the operator's word", async () => {
  const { request } = node();
  const ask = (env: object) =>
    open(request, env).then((chain) =>
      chain.request("eth_getBlockByNumber", ["finalized", false]),
    );
  expect(await ask({})).toEqual({ tag: "finalized" });
  expect(await ask({ CHAIN_FINALITY: "safe" })).toEqual({ tag: "safe" });
});

test("a node that was away is looked at again as soon as it is there", async () => {
  let isAway = true;
  const { request } = node();
  const chain = await open(async (method, params) => {
    if (isAway) throw new ChainUnavailableError("away");
    return await request(method, params);
  });
  expect(chain.prove()).rejects.toThrow(ChainUnavailableError);
  isAway = false;
  expect(await chain.prove()).toBeUndefined();
});

test("the start: refused by a wrong chain, not by a node that is away", async () => {
  await using key = await operatorKeyFile();
  const directory = await testDirectory("rails-");
  const wrong = Bun.serve({
    ...{ port: 0, hostname: "127.0.0.1" },
    fetch: () => Response.json({ jsonrpc: "2.0", id: 1, result: "0x1" }),
  });
  const start = (url: string) =>
    openServices(
      readConfig({
        ...{ DATABASE_URL: directory.databaseUrl, RAIL: "ledger,x402" },
        ...chainEnv(url, key.path),
      }),
      { writeLog: (line) => void logged.push(line) },
    );
  const logged: string[] = [];
  const refused = await start(wrong.url.href);
  expect(startChain(refused)).rejects.toThrow(
    /^Cannot start: CHAIN_ID is 84532, but the node .* follows chain 1/,
  );
  await refused.close();
  await wrong.stop(true);
  const started = await start(wrong.url.href);
  expect(await startChain(started)).toHaveLength(1);
  expect(logged.join()).toContain("chain.node_away");
  expect(logged.join()).not.toContain(wrong.url.host);
  expect(started.settings.rails).toEqual(["ledger", "x402"]);
  await started.close();
  await directory.remove();
});

test("a node that never answers keeps no start waiting, and is asked on", async () => {
  await using key = await operatorKeyFile();
  const directory = await testDirectory("rails-");
  const asked = Promise.withResolvers<AbortSignal>();
  const over = new AbortController();
  const silent = Bun.serve({
    ...{ port: 0, hostname: "127.0.0.1" },
    fetch({ signal }) {
      asked.resolve(signal);
      return new Promise<Response>(() => {});
    },
  });
  const logged: string[] = [];
  const services = await openServices(
    readConfig({
      ...{ DATABASE_URL: directory.databaseUrl, RAIL: "ledger,x402" },
      ...chainEnv(silent.url.href, key.path),
    }),
    {
      writeLog: (line) => void logged.push(line),
      outside: { ...OUTSIDE, deadline: () => over.signal },
    },
  );
  const starting = startChain(services);
  const look = await asked.promise;
  over.abort();
  expect(await starting).toHaveLength(1);
  expect(look.aborted).toBe(false);
  expect(logged.join()).toContain("chain.node_away");
  await silent.stop(true);
  await services.close();
  await directory.remove();
});
