import { refuseUnsound } from "../../../access/read_json.ts";
import type { JsonObject } from "../../../base/json.ts";
import { isObject, sizeOf } from "../../../base/json.ts";
import { LIMITS } from "../../../base/limits.ts";
import { cleanLine, cleanText, firstChars } from "../../../base/text.ts";

/** Counts what is left out while one value is read. */
export interface Reading {
  dropped: number;
}

/** An address on the web, not looked at any further. */
export function readWebAddress(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > LIMITS.uriCharsMax) {
    return undefined;
  }
  return /^https?:\/\/[^\s\p{Cc}]+$/u.test(value) ? value : undefined;
}

/** Bytes as padded base64. ProtoJSON also allows base64url, and no padding. */
export function readBase64(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const alphabet = /[-_]/.test(value) ? "base64url" : "base64";
  try {
    const bytes = Uint8Array.fromBase64(value, { alphabet });
    return bytes.length <= LIMITS.uploadBytesMax ? bytes.toBase64() : undefined;
  } catch {
    return undefined;
  }
}

/** A text that can be stored and shown; undefined if it is too long to be one. */
export function readRemoteText(
  value: unknown,
  charsMax: number,
): string | undefined {
  return typeof value === "string" && value.length <= charsMax
    ? cleanText(value).toWellFormed()
    : undefined;
}

/** The beginning of a text, on one line. */
export function lineOf(value: unknown, charsMax: number): string | undefined {
  if (typeof value !== "string") return undefined;
  return firstChars(cleanLine(value).toWellFormed(), charsMax);
}

/** Metadata that can be stored; empty, and counted, if it can't. */
export function readMetadata(value: unknown, reading: Reading): JsonObject {
  if (value === undefined || value === null) return {};
  if (isObject(value) && isStorable(value, LIMITS.remoteMetadataBytesMax)) {
    return value;
  }
  reading.dropped++;
  return {};
}

/** True for a value that can be stored: every text is well formed, and it is not too large. */
export function isStorable(value: unknown, bytesMax: number): boolean {
  try {
    refuseUnsound(value);
  } catch {
    return false;
  }
  return sizeOf(value) <= bytesMax;
}

// A dot alone would change the path of a request.
const ID = /^(?!\.{1,2}$)[\x21-\x7e]+$/;

/** An id of the other service: one visible word, compared and sent back as it is. */
export function readId(value: unknown): string | undefined {
  const isOne =
    typeof value === "string" &&
    value.length <= LIMITS.remoteIdCharsMax &&
    ID.test(value);
  return isOne ? value : undefined;
}

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]{8,18}(?:Z|[+-]\d\d:\d\d)$/;

/** A timestamp in milliseconds; undefined for any other value. */
export function readTimestamp(value: unknown): number | undefined {
  const isMoment = typeof value === "string" && MOMENT.test(value);
  const at = isMoment ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}
