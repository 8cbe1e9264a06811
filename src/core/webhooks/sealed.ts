import { createCipheriv, createDecipheriv } from "node:crypto";
import type { Signer } from "../base/keys.ts";

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A key for one use: a copy of the database is not enough to get it. */
function keyFor({ mac }: Pick<Signer, "mac">, use: string): Buffer {
  return Buffer.from(mac(`sealed: ${use}`), "hex");
}

/** Seals a text for the database; opening it needs the same `use`. */
export function seal(
  {
    signer,
    randomBytes,
  }: {
    readonly signer: Pick<Signer, "mac">;
    readonly randomBytes: (count: number) => Uint8Array;
  },
  use: string,
  text: string,
): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyFor(signer, use), nonce);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64");
}

/** @throws if it was sealed with another key or for another use, or was changed */
export function unseal(
  { signer }: { readonly signer: Pick<Signer, "mac"> },
  use: string,
  sealed: string,
): string {
  const bytes = Buffer.from(sealed, "base64");
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const cipher = createDecipheriv(ALGORITHM, keyFor(signer, use), nonce);
  cipher.setAuthTag(tag);
  const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([cipher.update(body), cipher.final()]).toString("utf8");
}
