import type { ForeignOffer } from "../../../addresses/foreign/remote.ts";
import type { JsonObject } from "../../../base/json.ts";
import { isObject } from "../../../base/json.ts";
import { LIMITS } from "../../../base/limits.ts";
import { parseChainAddress } from "../../../payments/terms/address.ts";
import type { ChainRequirements } from "../../../payments/terms/requirements.ts";
import type { SettleResponse } from "../../../payments/x402.ts";
import { lineOf } from "./remote_values.ts";

/** The stages of a payment (a2a-x402 v0.2, 7). */
const STAGES = [
  "payment-required",
  "payment-submitted",
  "payment-rejected",
  "payment-verified",
  "payment-completed",
  "payment-failed",
] as const;

/** Terms of an escrow that a wallet here could sign, not yet compared with any settings. */
export interface RemoteTerms {
  /** With every address in lower case. */
  readonly terms: ChainRequirements;
  /** The same as the agent wrote it: a payload repeats it so. */
  readonly given: ChainRequirements;
}

/** The payment of a task as its agent tells it: what happened, only the chain says. */
export interface RemotePayment {
  readonly stage: (typeof STAGES)[number];
  readonly accepts: readonly RemoteTerms[];
  /** How many other ways to pay the agent offers, which nothing here can use. */
  readonly others: number;
  readonly receipts: readonly SettleResponse[];
  /** The agent's code of an error, on one line. */
  readonly error?: string;
}

/** Reads the payment in a status message's metadata; undefined if there is none. Pure. */
export function readRemotePayment(
  metadata: JsonObject,
): RemotePayment | undefined {
  const stage = STAGES.find((it) => it === metadata["x402.payment.status"]);
  if (!stage) return undefined;
  const required = metadata["x402.payment.required"];
  const offered = isObject(required) ? listOf(required.accepts) : [];
  const isSpoken = isObject(required) && required.x402Version === 2;
  const accepts = isSpoken ? offered.flatMap((it) => termsOf(it) ?? []) : [];
  const error = lineOf(metadata["x402.payment.error"], LIMITS.nameCharsMax);
  return {
    stage,
    accepts,
    others: offered.length - accepts.length,
    receipts: listOf(metadata["x402.payment.receipts"]).flatMap(
      (it) => receiptOf(it) ?? [],
    ),
    ...(error && { error }),
  };
}

/**
 * The first offer of an agent that asks to be paid, in any form of x402 on a chain of Ethereum's
 * kind: for people to read, not to be signed. Null in another form, since the service repeats
 * no words of others in its own sentences; undefined if the agent does not ask. Pure.
 */
export function readOffer(
  metadata: JsonObject,
): Omit<ForeignOffer, "isUsdc"> | null | undefined {
  const required = metadata["x402.payment.required"];
  if (!isObject(required)) return undefined;
  const [first] = listOf(required.accepts);
  if (!isObject(first)) return null;
  const amount = first.amount ?? first.maxAmountRequired;
  const { network, asset, payTo } = first;
  return matches(amount, AMOUNT) &&
    matches(network, NAMED_NETWORK) &&
    matches(asset, ADDRESS) &&
    matches(payTo, ADDRESS)
    ? { amount, network, asset, payTo }
    : null;
}

/** With the two names that x402 v1 has for them. */
const NAMED_NETWORK = /^(?:eip155:[1-9]\d{0,15}|base|base-sepolia)$/;
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

function matches(value: unknown, form: RegExp): value is string {
  return typeof value === "string" && form.test(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The members of an offer that are known. Another one could change what is signed. */
const MEMBERS: ReadonlySet<string> = new Set([
  ...["scheme", "network", "amount", "asset", "payTo"],
  ...["maxTimeoutSeconds", "extra"],
]);
const EXTRA: ReadonlySet<string> = new Set([
  ...["name", "version", "authCaptureEscrow", "captureAuthorizer"],
  ...["captureDeadline", "refundDeadline", "minFeeBps", "maxFeeBps"],
  ...["feeRecipient", "paymentFlow", "captureMode", "operatorType"],
]);

function hasOnly(value: JsonObject, known: ReadonlySet<string>): boolean {
  return Object.keys(value).every((it) => known.has(it));
}

/** Terms of the one form that this service signs: held now, captured later. */
function termsOf(given: unknown): RemoteTerms | undefined {
  if (!isObject(given) || !hasOnly(given, MEMBERS)) return undefined;
  const { scheme, extra } = given;
  if (scheme !== "auth-capture" || !isObject(extra)) return undefined;
  if (!hasOnly(extra, EXTRA)) return undefined;
  const { paymentFlow, captureMode, operatorType } = extra;
  if (paymentFlow !== "escrow" || captureMode !== "deferred") return undefined;
  if (operatorType !== "delegated") return undefined;
  const outer = outerOf(given);
  const inner = outer && innerOf(extra);
  if (!inner) return undefined;
  const modes = { paymentFlow, captureMode, operatorType } as const;
  const terms = { scheme, ...outer, extra: { ...inner, ...modes } } as const;
  return { terms, given: given as ChainRequirements };
}

const NETWORK = /^eip155:[1-9]\d{0,15}$/;
const AMOUNT = /^[1-9]\d{0,15}$/;

function outerOf(given: JsonObject) {
  const { amount, network } = given;
  const asset = parseChainAddress(given.asset);
  const payTo = parseChainAddress(given.payTo);
  const maxTimeoutSeconds = count(given.maxTimeoutSeconds);
  if (!asset || !payTo || maxTimeoutSeconds === undefined) return undefined;
  if (typeof amount !== "string" || !AMOUNT.test(amount)) return undefined;
  if (!isNetwork(network)) return undefined;
  return { network, amount, asset, payTo, maxTimeoutSeconds };
}

function innerOf(extra: JsonObject) {
  const authCaptureEscrow = parseChainAddress(extra.authCaptureEscrow);
  const captureAuthorizer = parseChainAddress(extra.captureAuthorizer);
  const feeRecipient = parseChainAddress(extra.feeRecipient);
  if (!authCaptureEscrow || !captureAuthorizer || !feeRecipient)
    return undefined;
  const captureDeadline = count(extra.captureDeadline);
  const refundDeadline = count(extra.refundDeadline);
  const minFeeBps = count(extra.minFeeBps, 10_000);
  const maxFeeBps = count(extra.maxFeeBps, 10_000);
  if (captureDeadline === undefined || refundDeadline === undefined)
    return undefined;
  if (minFeeBps === undefined || maxFeeBps === undefined) return undefined;
  const { name, version } = extra;
  if (!isName(name) || !isName(version)) return undefined;
  return {
    ...{ name, version, authCaptureEscrow, captureAuthorizer },
    ...{ captureDeadline, refundDeadline, minFeeBps, maxFeeBps, feeRecipient },
  };
}

function isNetwork(value: unknown): value is ChainRequirements["network"] {
  return typeof value === "string" && NETWORK.test(value);
}

/** The name of a token is part of its signatures: as it is, or not at all. */
function isName(value: unknown): value is string {
  return typeof value === "string" && value.length <= LIMITS.nameCharsMax;
}

function count(
  value: unknown,
  max: number = Number.MAX_SAFE_INTEGER,
): number | undefined {
  const isCount = Number.isSafeInteger(value) && Number(value) >= 0;
  return isCount && Number(value) <= max ? Number(value) : undefined;
}

function receiptOf(value: unknown): SettleResponse | undefined {
  if (!isObject(value) || typeof value.success !== "boolean") return undefined;
  const { success } = value;
  const transaction = lineOf(value.transaction, LIMITS.nameCharsMax) ?? "";
  const network = lineOf(value.network, LIMITS.nameCharsMax) ?? "";
  const payer = lineOf(value.payer, LIMITS.nameCharsMax);
  const errorReason = lineOf(value.errorReason, LIMITS.nameCharsMax);
  return {
    ...{ success, transaction, network },
    ...(payer && { payer }),
    ...(errorReason && { errorReason }),
  };
}
