import { keccakOfText } from "./hex.ts";

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

/** True if a contract refused, and not the node for a reason of its own. */
export function isRevert({ data, message }: Refused): boolean {
  return data !== undefined || /revert/i.test(message);
}

function textIn(data: string): string | undefined {
  const length = Number.parseInt(data.slice(10 + 64, 10 + 128), 16);
  const hex = data.slice(10 + 128, 10 + 128 + 2 * length);
  if (!(length <= 200) || !/^(?:[0-9a-f]{2})+$/i.test(hex)) return undefined;
  // Of a foreign contract, and read by an operator.
  const text = Buffer.from(hex, "hex").toString();
  return text.replace(/[^\x20-\x7e]/g, " ");
}
