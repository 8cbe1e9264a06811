import { chmod, mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import canonicalize from "canonicalize";
import type { JWK } from "jose";
import {
  CompactSign,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
} from "jose";

/** Signs what leaves the service with a key that others can look up. */
export interface Signer {
  /** Compact JWS (EdDSA) over the RFC 8785 form of a JSON value. */
  sign(payload: unknown): Promise<string>;
  /** Public keys for `/.well-known/jwks.json` (RFC 7517). */
  readonly jwks: { readonly keys: readonly JWK[] };
}

/**
 * Opens the signing key kept at `path`, making it on the first start. The file
 * is readable by its owner alone; the key never enters the database.
 */
export async function openSigner(path: string): Promise<Signer> {
  const file = Bun.file(path);
  const privateJwk: JWK = (await file.exists())
    ? await file.json()
    : await createKey(path);
  const key = await importJWK(privateJwk, "EdDSA");
  const { d: _secret, ...publicJwk } = privateJwk;
  const header = { alg: "EdDSA", kid: privateJwk.kid ?? "", typ: "JWT" };
  return {
    sign: (payload) =>
      new CompactSign(new TextEncoder().encode(canonicalize(payload)))
        .setProtectedHeader(header)
        .sign(key),
    jwks: { keys: [{ ...publicJwk, alg: "EdDSA", use: "sig" }] },
  };
}

async function createKey(path: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair("EdDSA", { extractable: true });
  const jwk = await exportJWK(privateKey);
  const named = { ...jwk, kid: await calculateJwkThumbprint(jwk) };
  await mkdir(dirname(path), { recursive: true });
  await Bun.write(path, JSON.stringify(named), { mode: 0o600 });
  await chmod(path, 0o600);
  return named;
}
