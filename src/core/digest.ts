import canonicalize from "canonicalize";

/** SHA-256 as lower-case hex. */
export function sha256(data: string | Uint8Array): string {
  return Bun.SHA256.hash(data, "hex");
}

/**
 * HMAC-SHA-256 of some texts as lower-case hex: for what has so few values that
 * whoever copies the database could try them all.
 */
export function keyedHash(secret: string, texts: readonly string[]): string {
  const hasher = new Bun.CryptoHasher("sha256", secret);
  // As JSON, so that ["a", "bc"] and ["ab", "c"] differ.
  return hasher.update(JSON.stringify(texts)).digest("hex");
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
