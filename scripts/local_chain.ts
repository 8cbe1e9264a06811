import { join } from "node:path";
import type { ChainRequest } from "../packages/rail-x402/src/node/rpc.ts";
import { chainRequest } from "../packages/rail-x402/src/node/rpc.ts";
import { CODES } from "./escrow_codes.ts";
import { ROOT } from "./server_process.ts";

export {
  COLLECTOR,
  ESCROW,
  REFUND_COLLECTOR,
  TOKEN,
  WALLET_FACTORY,
} from "./escrow_codes.ts";

export const CHAIN_ID = 84_532;
/** A local chain. */
export interface LocalChain extends AsyncDisposable {
  readonly url: string;
  readonly request: ChainRequest;
}

/** Starts a node on a free local port, with the contracts at their addresses. */
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

/** The address that it listens on, from its output. */
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
    // Further output is read and dropped, or the pipe would fill.
    void drain(reader);
    return address;
  }
}

async function drain(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<void> {
  while (!(await reader.read()).done);
}
