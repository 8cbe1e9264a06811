import canonicalize from "canonicalize";

/** SHA-256 as lower-case hex. */
export function sha256(data: string | Uint8Array): string {
  return Bun.SHA256.hash(data, "hex");
}

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
