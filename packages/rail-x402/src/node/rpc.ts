import { LIMITS } from "../../../../src/core/base/limits.ts";
import type { Hex } from "../../../../src/core/base/rails/chain.ts";
import { parseHex } from "../../../../src/core/payments/terms/hex.ts";
import { isRevert, readNodeError } from "./revert_name.ts";

/** The node gave no valid answer: nothing is known. */
export class ChainUnavailableError extends Error {
  override readonly name = "ChainUnavailableError";
}

/** A contract gave an unexpected answer. */
export class OddAnswerError extends ChainUnavailableError {}

/** The node refused, for example because a contract refused the call. */
export class ChainRefusal extends Error {
  override readonly name = "ChainRefusal";
  /** The reason that the contract gave. */
  readonly data: string | undefined;

  constructor(message: string, data: string | undefined) {
    super(message);
    this.data = data;
  }
}

/** One method of a chain's node, with its raw answer. */
export type ChainRequest = (
  method: string,
  params: readonly unknown[],
) => Promise<unknown>;

/**
 * Calls a node by JSON-RPC. No error contains its address, which may include a key.
 * @throws ChainUnavailableError, ChainRefusal
 */
export function chainRequest(url: string): ChainRequest {
  return async (method, params) => {
    const { status, answer } = await post(
      url,
      JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    );
    const { error, result } = answer;
    if (typeof error === "object" && error !== null) {
      const { message, data, isBusy } = readNodeError(error, status);
      const text = `${method}: ${message}`;
      if (isBusy) throw new ChainUnavailableError(text);
      throw new ChainRefusal(text, data);
    }
    if (result === undefined) throw noAnswer(method);
    return result;
  };
}

async function post(
  url: string,
  body: string,
): Promise<{
  readonly status: number;
  readonly answer: Readonly<Record<string, unknown>>;
}> {
  let text: string | undefined;
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      signal: AbortSignal.timeout(LIMITS.chainAnswerMs),
      redirect: "error",
    });
    text = await boundedText(response);
    const answer: unknown = JSON.parse(text ?? "null");
    if (typeof answer === "object" && answer !== null) {
      const { status } = response;
      return { status, answer: answer as Readonly<Record<string, unknown>> };
    }
  } catch {
    // The error's text may include the address.
    text = "";
  }
  if (text === undefined) throw new ChainRefusal(TOO_LONG, undefined);
  throw new ChainUnavailableError("The node of the chain did not answer");
}

const TOO_LONG = "The answer of the chain's node is too long";

/** The text of an answer; undefined if it is too long. */
async function boundedText(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > LIMITS.chainAnswerBytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function noAnswer(method: string): ChainUnavailableError {
  return new ChainUnavailableError(
    `The chain's node gave an unexpected answer to ${method}`,
  );
}

/** The parts of a block that are read. */
export interface ChainBlock {
  readonly number: number;
  readonly hash: Hex;
  readonly timestamp: number;
  readonly baseFee: bigint;
}

/** The outcome of a transaction. */
export interface ChainReceipt {
  readonly succeeded: boolean;
  readonly blockNumber: number;
  readonly blockHash: Hex;
  readonly gasUsed: number;
  /** The contracts' events in it, in order. */
  readonly events: readonly ChainEvent[];
}

/** An event of a contract. */
export interface ChainEvent {
  /** The contract. */
  readonly address: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly transaction: Hex;
  /** Its position among all events of the block. */
  readonly index: number;
}

/** A contract's events to read, and in which blocks. */
export interface EventAsk {
  readonly address: Hex;
  readonly topics: readonly (readonly Hex[])[];
  readonly from: number;
  readonly to: number;
}

/** The service's calls to a chain, each answer checked before use. */
export type ChainClient = ReturnType<typeof chainClient>;

/** A call of a contract as some account. */
export interface ContractCall {
  readonly from?: Hex;
  readonly to: Hex;
  readonly data: Hex;
  /** The most gas that it may use; the node's limit if absent. */
  readonly gas?: Hex;
}

/** `finalized` is what the chain does not undo; a number is that exact block. */
export type BlockTag = "latest" | "finalized" | number;

const tagOf = (tag: BlockTag) =>
  typeof tag === "number" ? `0x${tag.toString(16)}` : tag;

/** The calls that money on a chain needs, through one node. */
export function chainClient(request: ChainRequest) {
  /** Calls methods that only the node itself can refuse, in which case nothing is known. */
  const ask: ChainRequest = async (method, params) => {
    try {
      return await request(method, params);
    } catch (error) {
      throw error instanceof ChainRefusal ? awayBy(error) : error;
    }
  };
  const quantity = async (method: string, params: readonly unknown[]) =>
    quantityOf(method, await ask(method, params));
  return {
    chainId: async () => Number(await quantity("eth_chainId", [])),
    /** The code at an address; `0x` if there is none. */
    async codeAt(address: Hex): Promise<Hex> {
      return dataOf(
        "eth_getCode",
        await ask("eth_getCode", [address, "latest"]),
      );
    },
    /** @throws ChainRefusal if the contract refused it */
    async call(call: ContractCall, tag: BlockTag): Promise<Hex> {
      const method = "eth_call";
      try {
        return dataOf(method, await request(method, [call, tagOf(tag)]));
      } catch (error) {
        const isNodes = error instanceof ChainRefusal && !isRevert(error);
        throw isNodes ? awayBy(error) : error;
      }
    },
    /** @throws ChainRefusal if the contract refused it, or the sender has no gas for it */
    estimateGas: async (call: ContractCall) =>
      quantityOf("eth_estimateGas", await request("eth_estimateGas", [call])),
    priorityFee: () => quantity("eth_maxPriorityFeePerGas", []),
    balance: (address: Hex) => quantity("eth_getBalance", [address, "latest"]),
    /** The number of an account's transactions in blocks. */
    transactionCount: async (address: Hex, tag: BlockTag) =>
      Number(await quantity("eth_getTransactionCount", [address, tagOf(tag)])),
    async block(which: BlockTag): Promise<ChainBlock | null> {
      const method = "eth_getBlockByNumber";
      const block = recordOf(method, await ask(method, [tagOf(which), false]));
      if (block === null) return null;
      return {
        number: numberOf(method, block.number),
        hash: hashOf(method, block.hash),
        timestamp: numberOf(method, block.timestamp),
        baseFee: quantityOf(method, block.baseFeePerGas ?? "0x0"),
      };
    },
    /** @throws ChainRefusal for more than the node returns at once */
    async events({ from, to, ...which }: EventAsk) {
      const method = "eth_getLogs";
      const range = { fromBlock: tagOf(from), toBlock: tagOf(to) };
      const found = await request(method, [{ ...which, ...range }]);
      return eventsOf(method, found);
    },
    /** Sends a signed transaction. */
    send: (raw: Hex) => request("eth_sendRawTransaction", [raw]),
    /** Null while no block contains it. */
    async receipt(hash: Hex): Promise<ChainReceipt | null> {
      const method = "eth_getTransactionReceipt";
      const found = recordOf(method, await ask(method, [hash]));
      if (found === null || found.blockHash === null) return null;
      if (hashOf(method, found.transactionHash) !== hash) {
        throw noAnswer(method);
      }
      return {
        succeeded: numberOf(method, found.status) === 1,
        blockNumber: numberOf(method, found.blockNumber),
        blockHash: hashOf(method, found.blockHash),
        gasUsed: numberOf(method, found.gasUsed),
        events: eventsOf(method, found.logs),
      };
    },
  };
}

function awayBy({ message }: ChainRefusal): ChainUnavailableError {
  return new ChainUnavailableError(message);
}

function eventsOf(method: string, answer: unknown): readonly ChainEvent[] {
  if (!Array.isArray(answer)) throw noAnswer(method);
  return answer.map((it: unknown) => eventOf(method, it));
}

function eventOf(method: string, answer: unknown): ChainEvent {
  const event = recordOf(method, answer);
  if (!event || !Array.isArray(event.topics)) throw noAnswer(method);
  const address = parseHex(event.address, 20);
  if (address === undefined) throw noAnswer(method);
  return {
    address,
    topics: event.topics.map((it: unknown) => hashOf(method, it)),
    data: dataOf(method, event.data),
    transaction: hashOf(method, event.transactionHash),
    index: numberOf(method, event.logIndex),
  };
}

function quantityOf(method: string, answer: unknown): bigint {
  if (typeof answer === "string" && /^0x[0-9a-f]{1,64}$/i.test(answer)) {
    return BigInt(answer);
  }
  throw noAnswer(method);
}

function numberOf(method: string, answer: unknown): number {
  const value = Number(quantityOf(method, answer));
  if (Number.isSafeInteger(value)) return value;
  throw noAnswer(method);
}

function hashOf(method: string, answer: unknown): Hex {
  const hash = parseHex(answer, 32);
  if (hash === undefined) throw noAnswer(method);
  return hash;
}

function dataOf(method: string, answer: unknown): Hex {
  if (typeof answer === "string" && /^0x(?:[0-9a-f]{2})*$/i.test(answer)) {
    return answer as Hex;
  }
  throw noAnswer(method);
}

function recordOf(
  method: string,
  answer: unknown,
): Readonly<Record<string, unknown>> | null {
  if (answer === null) return null;
  if (typeof answer === "object") {
    return answer as Readonly<Record<string, unknown>>;
  }
  throw noAnswer(method);
}
