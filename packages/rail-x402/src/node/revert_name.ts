import { keccakOfText } from "../../../../src/core/payments/terms/hex.ts";

/** What the escrow, its collectors and tokens refuse by, with the types of what they add. */
const ERRORS = [
  "InvalidSender(address,address)",
  "ZeroAmount()",
  "ExceedsMaxAmount(uint256,uint256)",
  "AfterPreApprovalExpiry(uint48,uint48)",
  "InvalidExpiries(uint48,uint48,uint48)",
  "FeeBpsOutOfRange(uint16,uint16,uint16)",
  "InvalidFeeReceiver(address,address)",
  "InvalidCollectorForOperation()",
  "TokenCollectionFailed()",
  "PaymentAlreadyCollected(bytes32)",
  "AfterAuthorizationExpiry(uint48,uint48)",
  "BeforeAuthorizationExpiry(uint48,uint48)",
  "InsufficientAuthorization(bytes32,uint256,uint256)",
  "ZeroAuthorization(bytes32)",
  "AfterRefundExpiry(uint48,uint48)",
  "RefundExceedsCapture(uint256,uint256)",
  "ReentrancyGuardReentrantCall()",
] as const;

const NAMES = new Map(
  ERRORS.map((text) => [
    keccakOfText(text).slice(0, 10),
    text.slice(0, text.indexOf("(")),
  ]),
);

/** `Error(string)`, by which tokens refuse. */
const TEXT = "0x08c379a0";

/** How a node says that something was refused. */
interface Refused {
  readonly message: string;
  readonly data: string | undefined;
}

/** Why a contract refused: the name of its error, or what the node says. */
export function revertName({ data = "", message }: Refused): string {
  const selector = data.slice(0, 10);
  if (selector === TEXT) return textIn(data) ?? message;
  return NAMES.get(selector) ?? message;
}

/** True if a contract refused or took too much gas, and not the node for a reason of its own. */
export function isRevert({ data, message }: Refused): boolean {
  return (
    data !== undefined || /revert|out ?of ?gas|gas required/i.test(message)
  );
}

function textIn(data: string): string | undefined {
  const length = Number.parseInt(data.slice(10 + 64, 10 + 128), 16);
  const hex = data.slice(10 + 128, 10 + 128 + 2 * length);
  if (!(length <= 200) || !/^(?:[0-9a-f]{2})+$/i.test(hex)) return undefined;
  // Of a foreign contract, and read by an operator.
  const text = Buffer.from(hex, "hex").toString();
  return text.replace(/[^\x20-\x7e]/g, " ");
}

/** An error in an answer by JSON-RPC, read. */
export interface NodeError {
  readonly message: string;
  /** The reason that a contract gave. */
  readonly data: string | undefined;
  /** True if the node was asked too much, or cannot now: it says nothing of the chain. */
  readonly isBusy: boolean;
}

/** Too many requests; no backend behind the node's proxy that could answer. */
const BUSY_STATUS: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** What providers count requests by; the first (EIP-1474) is for too many results, too. */
const BUSY_CODES: ReadonlySet<unknown> = new Set([
  ...[-32_005, -32_007, -32_016, -32_029, -32_090, 429],
]);
const BUSY_WORDS =
  /rate.?limit|too many requests|request (?:limit|rate|count)|compute units|throughput|throttl|quota/i;
/** A contract refused: whatever its reason sounds like, it is an answer. */
const CONTRACTS = /execution reverted/i;
/** Too many events in too many blocks: to be asked for in smaller parts. */
const TOO_LARGE = /results|block range|response size|range (?:limit|is too)/i;
/** Some nodes have a word before the bytes. */
const DATA = /^(?:reverted )?(0x[0-9a-f]*)$/i;

/** Reads the error of an answer, with the status of HTTP that it came by. */
export function readNodeError(error: object, status: number): NodeError {
  const { code, message: said, data: given } = error as Record<string, unknown>;
  const message = String(said).slice(0, 200);
  const data = typeof given === "string" ? DATA.exec(given)?.[1] : undefined;
  const isAnswer =
    code === 3 || CONTRACTS.test(message) || TOO_LARGE.test(message);
  const isBusy =
    BUSY_STATUS.has(status) ||
    (!isAnswer && (BUSY_CODES.has(code) || BUSY_WORDS.test(message)));
  return { message, data, isBusy };
}
