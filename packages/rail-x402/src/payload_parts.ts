import { isDeepStrictEqual } from "node:util";
import { LIMITS } from "../../../src/core/base/limits.ts";
import type { MicroUsdc } from "../../../src/core/base/money.ts";
import { amountOn } from "../../../src/core/base/money.ts";
import type { Hex } from "../../../src/core/base/rails/chain.ts";
import type { Sentence } from "../../../src/core/base/words/sentence.ts";
import { told } from "../../../src/core/base/words/sentence.ts";
import { parseChainAddress } from "../../../src/core/payments/terms/address.ts";
import { parseHex } from "../../../src/core/payments/terms/hex.ts";
import type {
  BadPayload,
  TransferAuthorization,
} from "../../../src/core/payments/terms/signed.ts";
import { payloadFields } from "../../../src/core/payments/x402.ts";
import { parseSignature } from "./wallets/wallet_signature.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The fields of every wallet's payload, with those of its scheme. */
export interface SignedParts {
  readonly signed: Fields;
  readonly authorization: TransferAuthorization;
  readonly signature: Hex;
}

/**
 * Reads what every x402 v2 PaymentPayload of an EIP-3009 transfer contains, and checks it
 * against the terms; a bad one has `problem`.
 */
export function signedParts(
  payload: unknown,
  asked: object,
): SignedParts | BadPayload {
  const outer = payloadFields(payload);
  if (outer?.x402Version !== 2) {
    return badPayload("invalid_x402_version", told`x402Version must be 2`);
  }
  if (!isWhatWasAsked(outer.accepted, asked)) {
    return badPayload(
      "invalid_payment_requirements",
      told`accepted doesn't match the requirements: read them again`,
    );
  }
  const signed = payloadFields(outer.payload);
  const signature = parseSignature(signed?.signature);
  const authorization = payloadAuthorization(signed?.authorization);
  return signed && signature && authorization
    ? { signed, signature, authorization }
    : badPayload(
        "invalid_payload",
        told`payload must hold the authorization and signature of an EIP-3009 transfer`,
      );
}

/** Why the signed times are rejected; undefined if they are right. */
export function wrongPayloadTime(
  { validAfter, validBefore }: TransferAuthorization,
  { maxTimeoutSeconds }: { readonly maxTimeoutSeconds: number },
  now: number,
): BadPayload | undefined {
  const seconds = Math.floor(now / 1_000);
  if (validAfter !== 0) {
    return badPayload("invalid_payload", told`validAfter must be 0`);
  }
  if (validBefore < seconds + LIMITS.chainSignatureLeftSecondsMin) {
    const problem = told`validBefore is too soon or already past`;
    return badPayload("authorization_expired", problem);
  }
  const latest = seconds + maxTimeoutSeconds + LIMITS.chainClockDriftSecondsMax;
  return validBefore > latest
    ? badPayload("invalid_payload", told`validBefore is too late`)
    : undefined;
}

/** The EIP-3009 authorization in a payload; undefined if it is invalid. */
function payloadAuthorization(
  given: unknown,
): TransferAuthorization | undefined {
  const fields = payloadFields(given);
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

/** A whole number from a text, within what a number can hold. */
function wholeNumber(text: unknown): number | undefined {
  if (typeof text !== "string" || !/^(?:0|[1-9]\d{0,15})$/.test(text)) {
    return undefined;
  }
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** Equality that ignores the case of addresses. */
function isWhatWasAsked(given: unknown, asked: object): boolean {
  const plain = (value: unknown) =>
    JSON.parse(JSON.stringify(value ?? null), (_name, it: unknown) =>
      typeof it === "string" ? (parseHex(it, 20) ?? it) : it,
    );
  return isDeepStrictEqual(plain(given), plain(asked));
}

/** The fault of a wallet with less than it signed for; undefined if it has enough. */
export function shortOf(
  wallet: Hex,
  { needed, has }: { readonly needed: MicroUsdc; readonly has: MicroUsdc },
): BadPayload | undefined {
  if (has >= needed) return undefined;
  const text = (amount: MicroUsdc) => amountOn({ rail: "x402" }, amount);
  return badPayload(
    "insufficient_funds",
    told`it takes ${text(needed)}, but the wallet ${wallet} has ${text(has)}`,
  );
}

/** A signature is valid for one movement, whatever became of it. */
export const USED = badPayload("authorization_used", told`it was already used`);

/** Signed neither by a key nor by a contract wallet. */
export const NOT_SIGNED = badPayload(
  "invalid_signature",
  told`signature isn't by the wallet in from`,
);

/** Why a payload is rejected: a code of x402, and words. */
export function badPayload(
  code: BadPayload["code"],
  problem: Sentence,
): BadPayload {
  return { code, problem };
}
