import { sha256 } from "../base/digest.ts";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_BYTES = 32;
const SECRET_CHARS = 43; // 62^43 is just above 2^256.
const CHECKSUM_CHARS = 6; // 62^6 is above 2^32.

/** The use of a token: an agent's credential, a page of a person's session, or a calendar. */
export type TokenKind = "svc" | "ses" | "cal";

const TOKEN = new RegExp(
  `^(?:svc|ses)_[0-9A-Za-z]{${SECRET_CHARS}}_[0-9A-Za-z]{${CHECKSUM_CHARS}}$`,
);

/** Length of every token. */
export const TOKEN_CHARS = "svc_".length + SECRET_CHARS + 1 + CHECKSUM_CHARS;

/**
 * Makes a bearer token: its kind, 256 random bits in base62, and a checksum, so that typos
 * and a secret scanner's finds are recognised without a look-up.
 */
export function makeToken(
  randomBytes: (count: number) => Uint8Array,
  kind: TokenKind = "svc",
): string {
  const secret = BigInt(`0x${randomBytes(SECRET_BYTES).toHex()}`);
  const start = `${kind}_${base62(secret, SECRET_CHARS)}`;
  return `${start}_${checksumOf(start)}`;
}

/** The kind of a bearer token, a well-formed text with a correct checksum. */
export function kindOfToken(text: string): "svc" | "ses" | undefined {
  if (text.length !== TOKEN_CHARS || !TOKEN.test(text)) return undefined;
  const end = text.length - CHECKSUM_CHARS;
  if (checksumOf(text.slice(0, end - 1)) !== text.slice(end)) return undefined;
  return text.startsWith("svc") ? "svc" : "ses";
}

/** The stored form of a token. 256 random bits need no salt and no slow hash. */
export function hashToken(token: string): string {
  return sha256(token);
}

function checksumOf(text: string): string {
  return base62(BigInt(Bun.hash.crc32(text)), CHECKSUM_CHARS);
}

function base62(value: bigint, chars: number): string {
  let text = "";
  let rest = value;
  while (text.length < chars) {
    text = BASE62.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}
