import { join } from "node:path";
import bytecode from "../packages/rail-x402/contracts/bytecode.json";
import type { ChainRequest } from "../packages/rail-x402/src/node/rpc.ts";
import { chainRequest } from "../packages/rail-x402/src/node/rpc.ts";
import { ROOT } from "./server_process.ts";

export const CHAIN_ID = 84_532;
/** Where the x402 client expects the public escrow and its collectors. */
export const ESCROW = "0xbdea0d1bcc5966192b070fdf62ab4ef5b4420cff";
export const COLLECTOR = "0x0e3df9510de65469c4518d7843919c0b8c7a7757";
export const REFUND_COLLECTOR = "0x934907bffd0901b6a21e398b9c53a4a38f02fa5d";
/** What the public collector makes wallets by, and a factory of such wallets. */
const MULTICALL = "0xca11bde05977b3631167028862be2a173976ca11";
export const WALLET_FACTORY = "0xba5ed110efdba3d005bfc882d75358acbbb85842";
export const TOKEN = "0x036cbd53842c5426634e7929541ec2318f3dcf7e";

const CODES = {
  [ESCROW]: bytecode.Escrow,
  [COLLECTOR]: bytecode.Eip3009Collector,
  [REFUND_COLLECTOR]: bytecode.OperatorRefundCollector,
  [TOKEN]: bytecode.Token,
  [MULTICALL]: bytecode.Multicall,
  [WALLET_FACTORY]: bytecode.WalletFactory,
};

/** A chain of this machine alone. */
export interface LocalChain extends AsyncDisposable {
  readonly url: string;
  readonly request: ChainRequest;
}

/** Starts a node on a free port of this machine, with the contracts in their places. */
export async function startLocalChain(
  ...options: readonly string[]
): Promise<LocalChain> {
  const child = Bun.spawn(
    [
      ...[join(ROOT, "node_modules/.bin/anvil"), "--port", "0"],
      ...["--chain-id", String(CHAIN_ID), "--slots-in-an-epoch", "1"],
      ...["--accounts", "1", ...options],
    ],
    { stdout: "pipe", stderr: "inherit" },
  );
  const url = `http://${await addressOf(child.stdout)}`;
  const request = chainRequest(url);
  for (const [address, code] of Object.entries(CODES)) {
    await request("anvil_setCode", [address, code]);
  }
  return {
    url,
    request,
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
    },
  };
}

/** Where it listens, as it says itself. */
async function addressOf(output: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let said = "";
  const reader = output.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`The node did not start: ${said}`);
    said += decoder.decode(value, { stream: true });
    const [, address] = /Listening on ([\d.]+:\d+)/.exec(said) ?? [];
    if (address === undefined) continue;
    // What it says from now on is read and dropped, or the pipe would fill.
    void drain(reader);
    return address;
  }
}

async function drain(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<void> {
  while (!(await reader.read()).done);
}
