import { readFileSync } from "node:fs";
import type {
  ChainNode,
  ChainPlace,
  Hex,
  RailName,
} from "../core/base/rails/chain.ts";
import { isRailName } from "../core/base/rails/chain.ts";
import {
  NO_ADDRESS,
  parseChainAddress,
} from "../core/payments/terms/address.ts";
import { parseHex } from "../core/payments/terms/hex.ts";
import { RAIL_ROWS } from "./rail_rows.ts";
import type { Env } from "./setting.ts";
import { setting, wrong } from "./setting.ts";

/** The rails for prices; the first is the default. */
export type Rails = readonly [RailName, ...RailName[]];

/** The rails and their settings. */
export interface RailSettings {
  readonly rails: Rails;
  /** The chain's node; undefined without a chain. */
  readonly chainNode: ChainNode | undefined;
}

const USDC: Readonly<Record<number, Pick<ChainPlace, "token" | "name">>> = {
  8453: {
    token: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
    name: "USD Coin",
  },
  84532: {
    token: "0x036cbd53842c5426634e7929541ec2318f3dcf7e",
    name: "USDC",
  },
};

/** Reads the rails. The chain exists as soon as one of its settings is set. */
export function readRails(env: Env): RailSettings {
  const rails = readNames(env);
  const isSet = RAIL_ROWS.some(
    ({ name }) => name.startsWith("CHAIN_") && setting(env, name) !== undefined,
  );
  if (!isSet && !rails.includes("x402")) {
    return { rails, chainNode: undefined };
  }
  return { rails, chainNode: readChain(env) };
}

function readNames(env: Env): Rails {
  const text = setting(env, "RAIL") ?? "ledger";
  const names = text.split(",").map((it) => it.trim());
  const [first, ...more] = names.filter(isRailName);
  const isTwice = new Set(names).size < names.length;
  if (first !== undefined && more.length + 1 === names.length && !isTwice) {
    return [first, ...more];
  }
  throw wrong("RAIL", "ledger, x402 or both with a comma", text);
}

/** A shorter path contains no key, and could match any word. */
const KEY_CHARS = 16;

function readChain(env: Env): ChainNode {
  const chainId = readChainId(env);
  const url = readUrl(env);
  const secret = readKey(env);
  const escrow = readContract(env, "CHAIN_ESCROW");
  const collector = readContract(env, "CHAIN_COLLECTOR");
  const place = {
    chainId,
    ...readToken(env, chainId),
    escrow: escrow.address,
    collector: collector.address,
    walletFactories: readFactories(env),
    feeReceiver: readAddress(env, "CHAIN_FEE_RECEIVER"),
    gasPriceMax: readGasPrice(env),
  };
  const codes = { escrow: escrow.code, collector: collector.code };
  return { url, finality: readFinality(env), codes, place, secret };
}

/** The parts of a node's settings that must not be logged: its path may contain a key. */
export function secretsOfNode({ url, secret }: ChainNode): readonly string[] {
  const path = new URL(url).pathname.slice(1);
  return [url, secret, ...(path.length < KEY_CHARS ? [] : [path])];
}

function readChainId(env: Env): number {
  const text = setting(env, "CHAIN_ID");
  const id = text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (id > 0) return id;
  throw wrong("CHAIN_ID", "the number of a chain such as 84532", text);
}

function readUrl(env: Env): string {
  const url = URL.parse(setting(env, "CHAIN_RPC_URL") ?? "");
  if (url && /^https?:$/.test(url.protocol)) return url.href;
  throw wrong("CHAIN_RPC_URL", "the http or https address of a node");
}

/** The order of the curve: a key is a smaller number. */
const CURVE_ORDER =
  0xffff_ffff_ffff_ffff_ffff_ffff_ffff_fffe_baae_dce6_af48_a03b_bfd2_5e8c_d036_4141n;

function readKey(env: Env): string {
  const name = "CHAIN_OPERATOR_KEY_FILE";
  const path = setting(env, name);
  try {
    const text = readFileSync(path ?? "", "utf8").trim();
    const key = parseHex(`0x${text.replace(/^0x/, "")}`, 32);
    const number = BigInt(key ?? 0);
    if (key && number > 0n && number < CURVE_ORDER) return key.slice(2);
  } catch {
    // The error below quotes nothing of the file.
  }
  throw wrong(
    name,
    "a readable file with an account's private key of 64 hex digits",
    path,
  );
}

function readToken(
  env: Env,
  chainId: number,
): Pick<ChainPlace, "token" | "name" | "version"> {
  const known = USDC[chainId];
  const token = readAddress(env, "CHAIN_TOKEN") ?? known?.token;
  if (!token) {
    const wanted = `the address of USDC on chain ${chainId}`;
    throw wrong("CHAIN_TOKEN", wanted);
  }
  const own = token === known?.token ? known.name : undefined;
  const name = setting(env, "CHAIN_TOKEN_NAME") ?? own;
  if (name === undefined) {
    throw wrong("CHAIN_TOKEN_NAME", "the name that wallets sign for the token");
  }
  return { token, name, version: setting(env, "CHAIN_TOKEN_VERSION") ?? "2" };
}

function readAddress(env: Env, name: string): Hex | undefined {
  const text = setting(env, name);
  if (text === undefined) return undefined;
  const address = parseChainAddress(text);
  if (address !== undefined && address !== NO_ADDRESS) return address;
  throw wrong(name, "an address of 40 hex digits after 0x", text);
}

/** Those of Coinbase Smart Wallet, at the same address on every chain. */
const WALLET_FACTORIES =
  "0xBA5ED110eFDBa3D005bfC882d75358ACBbB85842,0x0BA5ED0c6AA8c49038F819E587E2633c4A9F428a";

function readFactories(env: Env): readonly Hex[] {
  const name = "CHAIN_WALLET_FACTORIES";
  const text = setting(env, name) ?? WALLET_FACTORIES;
  if (text === "none") return [];
  return text.split(",").map((it) => {
    const address = parseChainAddress(it.trim());
    if (address !== undefined) return address;
    throw wrong(name, "comma-separated addresses, or none", text);
  });
}

function readContract(
  env: Env,
  name: string,
): { readonly address: Hex; readonly code: Hex } {
  const text = setting(env, name);
  const [first, second, ...more] = text?.split(/\s+/) ?? [];
  const address = parseChainAddress(first);
  const code = parseHex(second, 32);
  if (address !== undefined && code !== undefined && more.length === 0) {
    return { address, code };
  }
  const wanted = "an address and, after a space, the Keccak-256 of its code";
  throw wrong(name, wanted, text);
}

const GWEI_DIGITS = 9;

function readGasPrice(env: Env): bigint {
  const text = setting(env, "CHAIN_GAS_PRICE_MAX") ?? "5";
  const [, whole = "", part = ""] =
    /^(\d{1,6})(?:\.(\d{1,9}))?$/.exec(text) ?? [];
  const wei = BigInt(whole + part.padEnd(GWEI_DIGITS, "0"));
  if (whole !== "" && wei > 0n) return wei;
  throw wrong("CHAIN_GAS_PRICE_MAX", "gwei such as 5 or 0.05", text);
}

function readFinality(env: Env): ChainNode["finality"] {
  const text = setting(env, "CHAIN_FINALITY") ?? "finalized";
  if (text === "finalized" || text === "safe") return text;
  throw wrong("CHAIN_FINALITY", "finalized or safe", text);
}
