import { LIMITS } from "../../base/limits.ts";
import type { Sentence } from "../../base/words/sentence.ts";
import { told } from "../../base/words/sentence.ts";
import { ServiceError } from "../../errors/errors.ts";

/** Encodings identified by the start of a file. */
const MARKS = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
] as const;

/**
 * The text of an address book file: UTF-8, UTF-16 with its mark, or Windows-1252, which
 * office programs still write.
 * @throws invalid_input
 */
export function fileText(base64: string): string {
  const bytes = bytesOf(base64);
  const mark = MARKS.find(([, start]) =>
    start.every((byte, at) => bytes[at] === byte),
  );
  if (mark) return new TextDecoder(mark[0]).decode(bytes);
  if (bytes.includes(0)) {
    throw refused(told`it is not text. Export your contacts as vCard or CSV`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function bytesOf(base64: string): Uint8Array {
  let bytes: Uint8Array;
  try {
    bytes = Uint8Array.fromBase64(base64);
  } catch {
    throw refused(told`it is not base64`);
  }
  if (bytes.length <= LIMITS.contactFileBytesMax) return bytes;
  throw new ServiceError("payload_too_large", {
    detail: told`Cannot read the file: the maximum is ${LIMITS.contactFileBytesMax} bytes. Export it without pictures.`,
  });
}

/** An error about a file as a whole. */
export function refused(detail: Sentence): ServiceError {
  return new ServiceError("invalid_input", {
    detail: told`Cannot read the file: ${detail}.`,
    errors: [{ pointer: "/bytes", code: "unreadable", detail }],
  });
}

/** The error for a file with too many lines or addresses. */
export function tooMany(): ServiceError {
  return new ServiceError("payload_too_large", {
    detail: told`Cannot read the file: it has more than ${LIMITS.contactFileEntriesMax} addresses. Split it.`,
  });
}

/** A name and an address from a file of contacts. */
export interface FileEntry {
  readonly name: string;
  readonly address: string;
}
