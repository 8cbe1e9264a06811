import { sha256 as digest } from "@noble/hashes/sha2.js";

/** SHA-256 of bytes, or of the UTF-8 of a text: the browser's own function is asynchronous. */
export function sha256Bytes(
  data: string | Uint8Array,
): Uint8Array<ArrayBuffer> {
  const bytes =
    typeof data === "string" ? new TextEncoder().encode(data) : data;
  return new Uint8Array(digest(bytes));
}

/** The same as lower-case hex. */
export function sha256Hex(data: string | Uint8Array): string {
  return [...sha256Bytes(data)]
    .map((it) => it.toString(16).padStart(2, "0"))
    .join("");
}
