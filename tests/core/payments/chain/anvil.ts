import { join } from "node:path";
import bytecode from "../../../../contracts/bytecode.json";
import type {
  ChainRequest,
  Hex,
} from "../../../../src/core/base/rails/chain.ts";
import {
  chainClient,
  chainRequest,
} from "../../../../src/core/payments/chain/rpc.ts";

const BINARY = join(import.meta.dir, "../../../../node_modules/.bin/anvil");

export const CHAIN_ID = 84_532;
/** Where the x402 client expects the public escrow and its collectors. */
export const ESCROW = "0xbdea0d1bcc5966192b070fdf62ab4ef5b4420cff";
export const COLLECTOR = "0x0e3df9510de65469c4518d7843919c0b8c7a7757";
export const REFUND_COLLECTOR = "0x934907bffd0901b6a21e398b9c53a4a38f02fa5d";
/** What the public collector makes wallets by, and a factory of such wallets. */
const MULTICALL = "0xca11bde05977b3631167028862be2a173976ca11";
export const WALLET_FACTORY = "0xba5ed110efdba3d005bfc882d75358acbbb85842";
export const TOKEN = "0x036cbd53842c5426634e7929541ec2318f3dcf7e";

const MINTER: Hex = `0x${"31".repeat(20)}`;

/** Blocks until one is final, as this node counts. */
const FINAL_AFTER = 4;

/** A real node with the contracts in their places. */
export interface Anvil extends AsyncDisposable {
  readonly url: string;
  readonly request: ChainRequest;
  readonly client: ReturnType<typeof chainClient>;
  /** Gives somebody tokens out of nothing. */
  mint(to: Hex, amount: number): Promise<void>;
  tokens(of: Hex): Promise<number>;
  /** A transaction of an account that the node signs for by itself. */
  sendAs(from: Hex, to: Hex, data: Hex): Promise<boolean>;
  /** Makes blocks until all that is mined is final. */
  finalise(): Promise<void>;
}

/** Starts a node on a free port of this machine. */
export async function startAnvil(): Promise<Anvil> {
  const child = Bun.spawn(
    [
      ...[BINARY, "--port", "0", "--chain-id", String(CHAIN_ID)],
      ...["--slots-in-an-epoch", "1", "--accounts", "1", "--no-mining"],
    ],
    { stdout: "pipe", stderr: "inherit" },
  );
  const url = `http://${await addressOf(child.stdout)}`;
  const request = miningAtOnce(chainRequest(url));
  const codes = {
    [ESCROW]: bytecode.Escrow,
    [COLLECTOR]: bytecode.Eip3009Collector,
    [REFUND_COLLECTOR]: bytecode.OperatorRefundCollector,
    [TOKEN]: bytecode.Token,
    [MULTICALL]: bytecode.Multicall,
    [WALLET_FACTORY]: bytecode.WalletFactory,
  };
  for (const [address, code] of Object.entries(codes)) {
    await request("anvil_setCode", [address, code]);
  }
  const client = chainClient(request);
  const sendAs: Anvil["sendAs"] = async (from, to, data) => {
    await request("anvil_impersonateAccount", [from]);
    await request("anvil_setBalance", [from, "0xde0b6b3a7640000"]);
    const gas = "0x1e8480";
    const hash = await request("eth_sendTransaction", [
      { from, to, data, gas },
    ]);
    for (;;) {
      const receipt = await client.receipt(hash as Hex);
      if (receipt) return receipt.succeeded;
    }
  };
  const word = (value: Hex | number) =>
    (typeof value === "number" ? value.toString(16) : value.slice(2)).padStart(
      64,
      "0",
    );
  return {
    url,
    request,
    client,
    sendAs,
    async mint(to, amount) {
      // Not as whom it is for: no wallet is made where an account has sent something.
      await sendAs(MINTER, TOKEN, `0x40c10f19${word(to)}${word(amount)}`);
    },
    async tokens(of) {
      const data = `0x70a08231${word(of)}` as const;
      return Number(await client.call({ to: TOKEN, data }, "latest"));
    },
    finalise: async () =>
      void (await request("anvil_mine", [`0x${FINAL_AFTER.toString(16)}`])),
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
    },
  };
}

const SENDS = new Set(["eth_sendRawTransaction", "eth_sendTransaction"]);

/**
 * A block for each transaction, made before its answer is given: the node's own mining
 * goes on beside what is asked next, and would lose states to a block that is undone
 * meanwhile. `evm_setAutomine` switches it as that of the node.
 */
function miningAtOnce(request: ChainRequest): ChainRequest {
  let isMining = true;
  return async (method, params) => {
    if (method === "evm_setAutomine") isMining = params[0] === true;
    else if (!SENDS.has(method)) return await request(method, params);
    const answer = SENDS.has(method) ? await request(method, params) : null;
    if (isMining) await request("evm_mine", []);
    return answer;
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
