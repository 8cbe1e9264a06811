import { createCipheriv, createECDH, hkdfSync } from "node:crypto";

const CURVE = "prime256v1";
const SALT_BYTES = 16;
const PRIVATE_BYTES = 32;
const TAG_BYTES = 16;
/** One record contains a whole notice (RFC 8188, 2.1). */
const RECORD_BYTES = 4_096;
/** The delimiter after the text of the last record. */
const LAST = 2;

/** A browser's public key and its shared secret. */
export interface PushKeys {
  readonly p256dh: Uint8Array;
  readonly auth: Uint8Array;
}

/** Encrypts a text that only this browser can read (RFC 8291, aes128gcm). */
export function encryptPush(
  { p256dh, auth }: PushKeys,
  text: string,
  randomBytes: (count: number) => Uint8Array,
): Uint8Array {
  const salt = randomBytes(SALT_BYTES);
  const own = createECDH(CURVE);
  own.setPrivateKey(randomBytes(PRIVATE_BYTES));
  const ownPublic = own.getPublicKey();
  const shared = own.computeSecret(p256dh);
  const keyInfo = Buffer.concat([bytes("WebPush: info\0"), p256dh, ownPublic]);
  const secret = derived(shared, auth, keyInfo, 32);
  const key = derived(secret, salt, bytes("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derived(secret, salt, bytes("Content-Encoding: nonce\0"), 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce, {
    authTagLength: TAG_BYTES,
  });
  const body = [
    cipher.update(text, "utf8"),
    cipher.update(Uint8Array.of(LAST)),
    cipher.final(),
    cipher.getAuthTag(),
  ];
  const head = Buffer.alloc(5);
  head.writeUInt32BE(RECORD_BYTES);
  head.writeUInt8(ownPublic.byteLength, 4);
  return Buffer.concat([salt, head, ownPublic, ...body]);
}

/** True for a point of the curve and a secret that a text can be encrypted with. */
export function isPushKeys({ p256dh, auth }: PushKeys): boolean {
  if (auth.byteLength !== 16 || p256dh.byteLength !== 65) return false;
  const one = createECDH(CURVE);
  one.setPrivateKey(Buffer.alloc(PRIVATE_BYTES, 1));
  try {
    return one.computeSecret(p256dh).byteLength > 0;
  } catch {
    return false;
  }
}

function derived(
  secret: Uint8Array,
  salt: Uint8Array,
  info: Uint8Array,
  length: number,
): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, salt, info, length));
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
