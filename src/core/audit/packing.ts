import { inflateRawSync } from "node:zlib";
import { LIMITS } from "../base/limits.ts";
import { DEFLATED, WINDOW } from "../db/deflated_text.ts";
import type { Commit } from "./commit_records.ts";

/** The first byte of what is packed as it is. */
const PLAIN = 0x7b;

const READING = { ...WINDOW, maxOutputLength: LIMITS.auditPackBytesMax };

/**
 * What was packed: its hash says whether it is what was written.
 * @throws if it cannot be read
 */
export function unpack(bytes: Uint8Array): Commit {
  return JSON.parse(textIn(bytes));
}

function textIn(bytes: Uint8Array): string {
  switch (bytes[0]) {
    case PLAIN:
      return new TextDecoder().decode(bytes);
    case DEFLATED:
      return inflateRawSync(bytes.subarray(1), READING).toString();
    default:
      throw new TypeError(`No form ${bytes[0]} of a pack`);
  }
}
