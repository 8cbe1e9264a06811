import canonicalize from "canonicalize";
import { breathe } from "./pace.ts";

/** SHA-256 as lower-case hex. */
export function sha256(data: string | Uint8Array): string {
  return Bun.SHA256.hash(data, "hex");
}

/**
 * HMAC-SHA-256 of some texts as lower-case hex, for values so few that someone with a copy of
 * the database could try them all.
 */
export function keyedHash(secret: string, texts: readonly string[]): string {
  const hasher = new Bun.CryptoHasher("sha256", secret);
  // As JSON, so that ["a", "bc"] and ["ab", "c"] differ.
  return hasher.update(JSON.stringify(texts)).digest("hex");
}

/** The same in slices, so a large file does not delay other requests. */
export async function sha256Slowly(data: Uint8Array): Promise<string> {
  const hasher = new Bun.CryptoHasher("sha256");
  for (let at = 0; at < data.length; at += SLICE_BYTES) {
    if (at > 0) await breathe();
    hasher.update(data.subarray(at, at + SLICE_BYTES));
  }
  return hasher.digest("hex");
}

const SLICE_BYTES = 4 * 1024 * 1024;

/** RFC 8785: the one text of a JSON value. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("Cannot hash: not a JSON value");
  return text;
}

/** SHA-256 over the RFC 8785 form, as lower-case hex. */
export function digestOf(value: unknown): string {
  return sha256(canonicalJson(value));
}
