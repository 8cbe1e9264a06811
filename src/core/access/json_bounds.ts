import { LIMITS } from "../base/limits.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;

/** Members whose text is a file as base64. */
const FILE_NAMES = ["raw", "bytes"].map((name) => Buffer.from(name));

/** Searches for the end of a text byte by byte this far, then with `indexOf`. */
const STEP_BYTES = 256;

/**
 * Refuses a JSON text that would cost too much, before it is parsed: by its nesting, the
 * number of its values, and its bytes without those of files. The parser decides whether it
 * is valid JSON.
 * @throws invalid_json, payload_too_large
 */
export function checkJsonCost(bytes: Uint8Array): void {
  let depth = 0;
  let values = 1;
  let fileBytes = 0;
  let isFile = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      // Texts other than files are read no further than their limit.
      const most = isFile ? bytes.length : LIMITS.requestBytesMax + 1;
      const end = endOfText(bytes, at + 1, at + 1 + most);
      if (isName(bytes, end)) isFile = isFileName(bytes, at + 1, end);
      else if (isFile) fileBytes += end - at;
      at = end;
    } else if (byte === COMMA) {
      values++;
      isFile = false;
    } else if (byte === 0x7b || byte === 0x5b) {
      values++;
      isFile = false;
      if (++depth > LIMITS.jsonDepthMax) throw tooDeep();
    } else if (byte === 0x7d || byte === 0x5d) {
      depth--;
    }
    if (values > LIMITS.jsonValuesMax) throw tooMany();
    if (at - fileBytes >= LIMITS.requestBytesMax) throw tooLong();
  }
}

/** The index of the closing quote of the text that begins at `from`, or of the end. */
function endOfText(bytes: Uint8Array, from: number, most: number): number {
  const end = Math.min(bytes.length, most);
  let at = from;
  // Nearly every text is short and ends here, so no view of the bytes is made.
  for (const stop = Math.min(at + STEP_BYTES, end); at < stop; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) at++;
  }
  return at < end ? endOfLongText(bytes.subarray(0, end), at) : end;
}

function endOfLongText(bytes: Uint8Array, from: number): number {
  let at = from;
  let quote = -1;
  while (at < bytes.length) {
    // Searched once: otherwise a text full of escapes would be searched repeatedly.
    if (quote < at) quote = bytes.indexOf(QUOTE, at);
    if (quote < 0) break;
    const escaped = bytes.subarray(at, quote).indexOf(BACKSLASH);
    if (escaped < 0) return quote;
    at += escaped;
    const stop = Math.min(at + STEP_BYTES, bytes.length);
    for (; at < stop; at++) {
      const byte = bytes[at];
      if (byte === QUOTE) return at;
      if (byte === BACKSLASH) at++;
    }
  }
  return bytes.length;
}

/** True if the text that ends here is a member's name. */
function isName(bytes: Uint8Array, end: number): boolean {
  for (let at = end + 1; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) {
      return byte === COLON;
    }
  }
  return false;
}

function isFileName(bytes: Uint8Array, from: number, end: number): boolean {
  return FILE_NAMES.some(
    (name) =>
      name.length === end - from &&
      name.every((byte, index) => byte === bytes[from + index]),
  );
}

function tooDeep(): ServiceError {
  return new ServiceError("invalid_json", {
    detail: told`Cannot read the body: it is nested deeper than ${LIMITS.jsonDepthMax} levels.`,
  });
}

function tooMany(): ServiceError {
  const valuesMax = LIMITS.jsonValuesMax;
  return new ServiceError("payload_too_large", {
    detail: told`Cannot read the body: it contains more than ${valuesMax} values.`,
    extra: { valuesMax },
  });
}

function tooLong(): ServiceError {
  const bytesMax = LIMITS.requestBytesMax;
  return new ServiceError("payload_too_large", {
    detail: told`Cannot read the body: it is larger than ${bytesMax} bytes, not counting files.`,
    extra: { bytesMax },
  });
}
