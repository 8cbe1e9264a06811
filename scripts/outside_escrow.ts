import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import type { Compiled, ReadSource } from "./compile_contracts.ts";
import { compile } from "./compile_contracts.ts";
import type { OutsideEscrow } from "./escrow_codes.ts";
import {
  COLLECTOR,
  ESCROW,
  MULTICALL,
  REFUND_COLLECTOR,
} from "./escrow_codes.ts";
import type { LocalChain } from "./local_chain.ts";
import { startLocalChain } from "./local_chain.ts";

/** The contracts of a checkout, at the addresses that the x402 client expects. */
const PLACES = [
  ["AuthCaptureEscrow", ESCROW],
  ["ERC3009PaymentCollector", COLLECTOR],
  ["OperatorRefundCollector", REFUND_COLLECTOR],
] as const;

/** Arguments of their constructors, by a part of their names. */
const ARGUMENTS = [
  [/escrow/i, ESCROW],
  [/multicall/i, MULTICALL],
] as const;

/**
 * Builds the escrow of a checkout of base/commerce-payments with its libraries in `lib/`.
 * Each constructor runs at its contract's final address, so that what it derives from the
 * address is as on the public chain.
 * @throws if one of its contracts is missing, or cannot be compiled
 */
export async function buildOutside(source: string): Promise<OutsideEscrow> {
  const files = [...new Bun.Glob("src/**/*.sol").scanSync(source)];
  const sources = PLACES.map(([name]) => {
    const path = files.find((it) => it.endsWith(`/${name}.sol`));
    if (path === undefined) {
      throw new Error(`Cannot build the escrow: ${source} has no ${name}.sol`);
    }
    return [
      path,
      { content: readFileSync(join(source, path), "utf8") },
    ] as const;
  });
  const made = await compile(Object.fromEntries(sources), {
    remappings: remappingsOf(source),
    read: readerOf(source),
  });
  await using chain = await startLocalChain("--no-mining");
  const codes: Record<string, string> = {};
  for (const [name, address] of PLACES) {
    const contract = made.find((it) => it.name === name);
    if (!contract) throw new Error(`${name}.sol has no contract ${name}`);
    Object.assign(codes, await stand(chain, address, initOf(contract)));
  }
  return { source, codes };
}

/** Where imports lead: as the checkout says, and each library by its folder's name. */
function remappingsOf(source: string): readonly string[] {
  const texts = ["remappings.txt", "foundry.toml"]
    .map((name) => join(source, name))
    .filter((it) => existsSync(it))
    .map((it) => readFileSync(it, "utf8"));
  const said = texts
    .flatMap((text) => text.match(/[@\w./-]+=[@\w./-]+/g) ?? [])
    .filter((it) => it.includes("/="));
  const lib = join(source, "lib");
  const libraries = existsSync(lib) ? readdirSync(lib) : [];
  const known = libraries.map((name) => {
    const inner = ["src", "contracts", ""].find((it) =>
      existsSync(join(lib, name, it)),
    );
    return `${name}/=${normalize(`lib/${name}/${inner ?? ""}/`)}`;
  });
  // Of two with one name, the last one counts.
  return [...known, ...said];
}

function readerOf(source: string): ReadSource {
  return (path) => {
    const file = join(source, path);
    return file.startsWith(`${source}/`) && existsSync(file)
      ? { contents: readFileSync(file, "utf8") }
      : { error: `${path} is not in the checkout` };
  };
}

function initOf({ name, init, takes }: Compiled): string {
  const words = takes.map((argument) => {
    const found = ARGUMENTS.find(([pattern]) => pattern.test(argument));
    if (found) return found[1].slice(2).padStart(64, "0");
    throw new Error(
      `Cannot build ${name}: its argument ${argument} is not known`,
    );
  });
  return `${init}${words.join("")}`;
}

/** The account that deploys it, for which the node signs. */
const MAKER = `0x${"4d".repeat(20)}`;
/** The most contracts that one constructor creates. */
const MADE_MAX = 4;

/** Runs a constructor at an address; returns the code there, and of what it created. */
async function stand(
  { request }: LocalChain,
  address: string,
  init: string,
): Promise<Readonly<Record<string, string>>> {
  const call = { from: MAKER, to: address, data: "0x", gas: "0x1000000" };
  await request("anvil_impersonateAccount", [MAKER]);
  await request("anvil_setBalance", [MAKER, "0xde0b6b3a7640000"]);
  await request("anvil_setCode", [address, init]);
  const code = String(await request("eth_call", [call, "latest"]));
  const hash = await request("eth_sendTransaction", [call]);
  await request("evm_mine", []);
  const tracer = { tracer: "prestateTracer", tracerConfig: { diffMode: true } };
  const { post } = (await request("debug_traceTransaction", [
    hash,
    tracer,
  ])) as { readonly post: Readonly<Record<string, Changed>> };
  const made = Object.entries(post).filter(([, it]) => it.code !== undefined);
  const stored = Object.values(post).some((it) => it.storage !== undefined);
  if (stored || made.length > MADE_MAX) {
    throw new Error(
      "Cannot build the escrow: its constructor stores something",
    );
  }
  await request("anvil_setCode", [address, code]);
  return {
    ...Object.fromEntries(made.map(([at, it]) => [at, it.code ?? "0x"])),
    [address]: code,
  };
}

interface Changed {
  readonly code?: string;
  readonly storage?: unknown;
}
