import { hash } from "node:crypto";

/** SHA-256 of bytes, or of the UTF-8 of a text. */
export function sha256Bytes(
  data: string | Uint8Array,
): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hash("sha256", data, "buffer"));
}

/** The same as lower-case hex. */
export function sha256Hex(data: string | Uint8Array): string {
  return hash("sha256", data);
}
