import { isDeepStrictEqual } from "node:util";
import { LIMITS } from "../../base/limits.ts";
import type { ChainPlace, Hex } from "../../base/rails/chain.ts";
import { parseChainAddress } from "./account.ts";
import type { TransferAuthorization } from "./authorization.ts";
import { isAuthorized } from "./authorization.ts";
import { parseHex } from "./hex.ts";
import type { PaymentInfo } from "./payment_info.ts";
import { infoHash, infoNonce } from "./payment_info.ts";
import type { ChainRequirements } from "./requirements.ts";
import { holdTerms } from "./requirements.ts";

/** A hold as its payer signed it. */
export interface SignedHold {
  readonly info: PaymentInfo;
  readonly signature: Hex;
  /** The escrow's name of it. */
  readonly hash: Hex;
}

/** Why a payload is not taken: a code of x402, and what was wrong in words. */
export interface BadPayload {
  readonly code:
    | "invalid_x402_version"
    | "invalid_payload"
    | "invalid_payment_requirements"
    | "invalid_signature"
    | "insufficient_funds"
    | "authorization_used"
    | "refused_by_escrow";
  readonly problem: string;
}

/** Either of the two, told apart by `problem`. */
export type ReadHold = SignedHold | BadPayload;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads an x402 v2 PaymentPayload and holds it against what was asked for: version,
 * every field of the requirements, each field of the authorization, its signer. Asks
 * nobody; what the chain says to it is `checkHold`.
 */
export function readPayload(
  place: ChainPlace,
  asked: ChainRequirements,
  { payload, now }: { readonly payload: unknown; readonly now: number },
): ReadHold {
  const outer = fieldsOf(payload);
  if (outer?.x402Version !== 2) {
    return bad("invalid_x402_version", "x402Version is not 2");
  }
  if (!isSame(outer.accepted, asked)) {
    return bad(
      "invalid_payment_requirements",
      "accepted is not what was asked for: read the requirements again",
    );
  }
  const signed = fieldsOf(outer.payload);
  const salt = parseHex(signed?.salt, 32);
  const signature = parseHex(signed?.signature, 65);
  const authorization = readAuthorization(signed?.authorization);
  if (!salt || !signature || !authorization) {
    return bad(
      "invalid_payload",
      "payload is not authorization, signature and salt of an EIP-3009 transfer",
    );
  }
  const problem = wrongTime(authorization, asked, now);
  if (problem) return bad("invalid_payload", problem);
  const info = holdTerms(place, asked, {
    payer: authorization.from,
    preApprovalExpiry: authorization.validBefore,
    salt,
  });
  return signedBy(place, info, authorization, signature);
}

function signedBy(
  place: ChainPlace,
  info: PaymentInfo,
  authorization: TransferAuthorization,
  signature: Hex,
): ReadHold {
  const isOurs =
    authorization.to === place.collector &&
    authorization.value === info.maxAmount &&
    authorization.nonce === infoNonce(place, info);
  if (!isOurs) {
    return bad(
      "invalid_payload",
      "authorization is not for these terms: its to, value or nonce differs",
    );
  }
  if (!isAuthorized(place, authorization, signature)) {
    return bad("invalid_signature", "signature is not that of from");
  }
  return { info, signature, hash: infoHash(place, info) };
}

function wrongTime(
  { validAfter, validBefore }: TransferAuthorization,
  { maxTimeoutSeconds }: ChainRequirements,
  now: number,
): string | undefined {
  const seconds = Math.floor(now / 1_000);
  if (validAfter !== 0) return "validAfter is not 0";
  if (validBefore < seconds + LIMITS.chainSignatureLeftSecondsMin) {
    return "validBefore is too soon, or over";
  }
  const latest = seconds + maxTimeoutSeconds + LIMITS.chainClockDriftSecondsMax;
  return validBefore > latest ? "validBefore is too late" : undefined;
}

function readAuthorization(given: unknown): TransferAuthorization | undefined {
  const fields = fieldsOf(given);
  const from = parseChainAddress(fields?.from);
  const to = parseChainAddress(fields?.to);
  const nonce = parseHex(fields?.nonce, 32);
  const value = wholeNumber(fields?.value);
  const validAfter = wholeNumber(fields?.validAfter);
  const validBefore = wholeNumber(fields?.validBefore);
  if (!from || !to || !nonce) return undefined;
  if (value === undefined || validAfter === undefined) return undefined;
  if (validBefore === undefined) return undefined;
  return { from, to, value, validAfter, validBefore, nonce };
}

/** A whole number as a text, which numbers can hold. */
function wholeNumber(text: unknown): number | undefined {
  if (typeof text !== "string" || !/^(?:0|[1-9]\d{0,15})$/.test(text)) {
    return undefined;
  }
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** Equal but for the letters of addresses, which may be capital or small. */
function isSame(given: unknown, asked: ChainRequirements): boolean {
  const plain = (value: unknown) =>
    JSON.parse(JSON.stringify(value ?? null), (_name, it: unknown) =>
      typeof it === "string" ? (parseHex(it, 20) ?? it) : it,
    );
  return isDeepStrictEqual(plain(given), plain(asked));
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : undefined;
}

function bad(code: BadPayload["code"], problem: string): BadPayload {
  return { code, problem };
}
