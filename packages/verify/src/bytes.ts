import { sha256Hex } from "#sha256";

/**
 * The checker of archives runs in Node, Bun and browsers, without the service: it uses what
 * all of them have, and imports only itself.
 */

export type Bytes = Uint8Array<ArrayBuffer>;

const HEX = /^(?:[0-9a-f]{2})*$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** The UTF-8 of a text. */
export function utf8(text: string): Bytes {
  return new TextEncoder().encode(text);
}

/** @throws for invalid lower-case hex */
export function fromHex(text: string): Bytes {
  if (!HEX.test(text)) throw new Error("it is not hex");
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at += 1) {
    bytes[at] = 16 * digitAt(text, 2 * at) + digitAt(text, 2 * at + 1);
  }
  return bytes;
}

function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code - (code < LETTERS_FROM ? ZERO : TEN);
}

const [ZERO, LETTERS_FROM] = [0x30, 0x61];
/** Subtracted from the code of a letter, so that `a` is ten. */
const TEN = LETTERS_FROM - 10;

/** Bytes as lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  return [...bytes].map((it) => it.toString(16).padStart(2, "0")).join("");
}

/** @throws for invalid base64 */
export function fromBase64(text: string): Bytes {
  if (!BASE64.test(text)) throw new Error("it is not base64");
  return Uint8Array.from(atob(text), (it) => it.charCodeAt(0));
}

/** Bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** @throws for invalid base64url */
export function fromBase64Url(text: string): Bytes {
  return fromBase64(text.replaceAll("-", "+").replaceAll("_", "/"));
}

/** Concatenates bytes. */
export function joined(...parts: readonly Uint8Array[]): Bytes {
  const length = parts.reduce((sum, it) => sum + it.length, 0);
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The SHA-256 of a text or of bytes, as hex. */
export function hexDigest(data: string | Uint8Array): string {
  return sha256Hex(data);
}

/** True if an Ed25519 key signed these bytes. */
export async function isSignature(
  publicKey: Bytes,
  signature: Bytes,
  signed: Bytes,
): Promise<boolean> {
  const name = "Ed25519";
  const usages: KeyUsage[] = ["verify"];
  const raw = ["raw", publicKey, { name }, false, usages] as const;
  const key = await crypto.subtle.importKey(...raw);
  return await crypto.subtle.verify({ name }, key, signature, signed);
}
