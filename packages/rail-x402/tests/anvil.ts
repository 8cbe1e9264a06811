import { ESCROW_OF } from "../../../scripts/escrow_codes.ts";
import { startLocalChain, TOKEN } from "../../../scripts/local_chain.ts";
import type { Hex } from "../../../src/core/base/rails/chain.ts";
import type { ChainRequest } from "../src/node/rpc.ts";
import { chainClient } from "../src/node/rpc.ts";

export {
  CHAIN_ID,
  COLLECTOR,
  ESCROW,
  REFUND_COLLECTOR,
  TOKEN,
  WALLET_FACTORY,
} from "../../../scripts/local_chain.ts";

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

// Said once in each test process: which code it is that holds the money.
console.log(`The escrow of the chain tests: ${ESCROW_OF}`);

/** Starts a node on a free port of this machine. */
export async function startAnvil(): Promise<Anvil> {
  const chain = await startLocalChain("--no-mining");
  const { url } = chain;
  const request = miningAtOnce(chain.request);
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
    [Symbol.asyncDispose]: () => chain[Symbol.asyncDispose](),
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
