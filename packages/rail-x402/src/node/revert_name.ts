import { decodeErrorResult, parseAbi } from "viem/utils";

/** Why the escrow, its collectors and tokens refuse. */
const ERRORS_ABI = parseAbi([
  "error Error(string)",
  "error Panic(uint256)",
  "error InvalidSender(address, address)",
  "error ZeroAmount()",
  "error ExceedsMaxAmount(uint256, uint256)",
  "error AfterPreApprovalExpiry(uint48, uint48)",
  "error InvalidExpiries(uint48, uint48, uint48)",
  "error FeeBpsOutOfRange(uint16, uint16, uint16)",
  "error InvalidFeeReceiver(address, address)",
  "error InvalidCollectorForOperation()",
  "error TokenCollectionFailed()",
  "error PaymentAlreadyCollected(bytes32)",
  "error AfterAuthorizationExpiry(uint48, uint48)",
  "error BeforeAuthorizationExpiry(uint48, uint48)",
  "error InsufficientAuthorization(bytes32, uint256, uint256)",
  "error ZeroAuthorization(bytes32)",
  "error AfterRefundExpiry(uint48, uint48)",
  "error RefundExceedsCapture(uint256, uint256)",
  "error ReentrancyGuardReentrantCall()",
]);

/** How a node reports a refusal. */
interface Refused {
  readonly message: string;
  readonly data: string | undefined;
}

/** The longest reason of a foreign contract that an operator is shown. */
const REASON_CHARS_MAX = 200;

/** Why a contract refused: the name of its error, or the node's words. */
export function revertName({ data, message }: Refused): string {
  try {
    const { errorName, args } = decodeErrorResult({
      abi: ERRORS_ABI,
      data: data as `0x${string}`,
    });
    if (errorName !== "Error")
      return errorName === "Panic" ? message : errorName;
    const [text] = args;
    return text.length > 0 && text.length <= REASON_CHARS_MAX
      ? text.replace(/[^\x20-\x7e]/g, " ")
      : message;
  } catch {
    // Not an error of the escrow.
    return message;
  }
}

/** True if a contract refused or used too much gas; false if the node had a reason of its own. */
export function isRevert({ data, message }: Refused): boolean {
  return (
    data !== undefined || /revert|out ?of ?gas|gas required/i.test(message)
  );
}

/** An error in an answer by JSON-RPC, read. */
export interface NodeError {
  readonly message: string;
  /** The reason that a contract gave. */
  readonly data: string | undefined;
  /** True if the node is overloaded or unable: this says nothing about the chain. */
  readonly isBusy: boolean;
}

/** Too many requests, or no backend behind the node's proxy. */
const BUSY_STATUS: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/**
 * Providers' codes for too many requests; the first (EIP-1474) also means too many results.
 */
const BUSY_CODES: ReadonlySet<unknown> = new Set([
  ...[-32_005, -32_007, -32_016, -32_029, -32_090, 429],
]);
const BUSY_WORDS =
  /rate.?limit|too many requests|request (?:limit|rate|count)|compute units|throughput|throttl|quota/i;
/** A contract refused: whatever its reason, this is an answer. */
const CONTRACTS = /execution reverted/i;
/** Too many events in too many blocks: ask for smaller parts. */
const TOO_LARGE = /results|block range|response size|range (?:limit|is too)/i;
/** Some nodes put a word before the bytes. */
const DATA = /^(?:reverted )?(0x[0-9a-f]*)$/i;

/** Reads the error in an answer, with its HTTP status. */
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
