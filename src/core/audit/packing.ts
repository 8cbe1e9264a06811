import { inflatedText } from "../db/deflated_text.ts";
import type { Commit } from "./commit_records.ts";

/** The first byte of what is packed as it is. */
const PLAIN = 0x7b;

/**
 * What was packed: its hash says whether it is what was written.
 * @throws if it cannot be read
 */
export function unpack(bytes: Uint8Array): Commit {
  const isPlain = bytes[0] === PLAIN;
  return JSON.parse(
    isPlain ? new TextDecoder().decode(bytes) : inflatedText(bytes),
  );
}
