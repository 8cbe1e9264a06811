import type { KeyObject } from "node:crypto";
import { createPrivateKey, hkdfSync, sign } from "node:crypto";
import canonicalize from "canonicalize";
import type { JWK } from "jose";
import {
  CompactSign,
  calculateJwkThumbprint,
  exportJWK,
  FlattenedSign,
  generateKeyPair,
  importJWK,
} from "jose";
import { LIMITS } from "./limits.ts";
import { writeOwnFile } from "./own_file.ts";

/** Signs outgoing data with keys that others can look up. */
export interface Signer {
  /**
   * Compact JWS (EdDSA) over the RFC 8785 form of a JSON value. `did` makes the key's id a DID
   * URL.
   */
  sign(payload: unknown, did?: string): Promise<string>;
  /**
   * JWS (ES256) over the RFC 8785 form of an agent card without signatures (A2A 8.4). `jku`
   * is the address of the public key.
   */
  signCard(card: object, jku: string): Promise<CardSignature>;
  /**
   * HMAC-SHA256 as hex, with a key derived from the receipts' key: a copy of the
   * database alone is not enough to make one.
   */
  mac(text: string): string;
  /** True if that key, or one that was rotated out, made a MAC. */
  isMac(text: string, mac: string): boolean;
  /** Raw Ed25519 signature of a text with the receipts' key. */
  signText(text: string): Uint8Array;
  /** The public half of the receipts' key, 32 bytes. */
  readonly publicKey: Uint8Array;
  /** That key, and earlier ones that were rotated out. */
  readonly publicKeys: readonly Uint8Array[];
  /** Public keys for `/.well-known/jwks.json` (RFC 7517). */
  readonly jwks: { readonly keys: readonly JWK[] };
  /** Raw Ed25519 signature of a request to another service, with a key for nothing else. */
  signRequest(text: string): Uint8Array;
  /** The id of that key: its thumbprint (RFC 7638). */
  readonly requestKeyId: string;
  /** Its public half, and those that were rotated out, each with its end. */
  readonly requestKeys: readonly RequestKey[];
}

/** One entry of a card's `signatures` (A2A 4.4.7). */
export interface CardSignature {
  readonly protected: string;
  readonly signature: string;
}

/** The paths of the keys: a file each, so that writing one never touches the other. */
export interface KeyPaths {
  /** Ed25519: receipts. */
  readonly signingKeyPath: string;
  /** P-256: agent cards. */
  readonly cardKeyPath: string;
  /** Ed25519: requests to other services. */
  readonly requestKeyPath: string;
}

/** A public key of requests to other services. */
interface RequestKey extends JWK {
  /** When it ends, in seconds since the epoch; absent for the one that signs. */
  readonly exp?: number;
}

/** A key that was rotated out: it still checks its own signatures. */
export interface RetiredKey extends RequestKey {
  /** The key that checks its MACs, base64url; absent if it made none. */
  readonly mac?: string;
}

/** A key with its secret half, and earlier ones. */
export interface OwnKey extends JWK {
  readonly retired?: readonly RetiredKey[];
}

/** The keys themselves, with their secret halves. */
export interface Keys {
  readonly receipts: OwnKey;
  readonly cards: OwnKey;
  readonly requests: OwnKey;
}

const ALGORITHMS = {
  receipts: "EdDSA",
  cards: "ES256",
  requests: "EdDSA",
} as const;

const PATHS = {
  receipts: "signingKeyPath",
  cards: "cardKeyPath",
  requests: "requestKeyPath",
} as const satisfies Record<keyof Keys, keyof KeyPaths>;

type Algorithm = (typeof ALGORITHMS)[keyof Keys];

/** Opens the signing keys, creating each on the first start without it. */
export async function openSigner(paths: KeyPaths): Promise<Signer> {
  const open = async (name: keyof Keys) =>
    (await readKeyFile(paths, name)) ?? (await createKey(paths, name));
  return await signerWith({
    receipts: await open("receipts"),
    cards: await open("cards"),
    requests: await open("requests"),
  });
}

/** Reads a key's file; undefined if there is none. */
export function readKeyFile(
  paths: KeyPaths,
  name: keyof Keys,
): Promise<JWK | undefined> {
  return readKey(paths[PATHS[name]], name);
}

/** The signer with some keys. */
export async function signerWith(keys: Keys): Promise<Signer> {
  const receipts = await imported(keys.receipts, ALGORITHMS.receipts);
  const cards = await imported(keys.cards, ALGORITHMS.cards);
  const requests = await imported(keys.requests, ALGORITHMS.requests);
  const receiptHeader = { alg: "EdDSA", kid: receipts.kid, typ: "JWT" };
  // Official clients verify no signature without `typ`.
  const cardHeader = { alg: "ES256", kid: cards.kid, typ: "JOSE" };
  const { secretJwk } = receipts;
  const macKey = deriveMacKey(secretJwk);
  const retired = keys.receipts.retired ?? [];
  const macKeys = [macKey, ...retired.map(({ mac }) => bytesOf(mac))];
  const noteKey = privateKey(secretJwk);
  const requestKey = privateKey(requests.secretJwk);
  return {
    mac: (text) => macOf(macKey, text),
    isMac: (text, mac) => macKeys.some((it) => macOf(it, text) === mac),
    signText: (text) => sign(null, Buffer.from(text), noteKey),
    signRequest: (text) => sign(null, Buffer.from(text), requestKey),
    requestKeyId: requests.kid,
    // The directory's format wants the name of RFC 9421 for the algorithm.
    requestKeys: [
      requests.publicJwk,
      ...publicHalves(keys.requests.retired ?? [], ALGORITHMS.requests),
    ]
      .slice(0, LIMITS.peerKeysMax)
      .map((jwk) => ({ ...jwk, alg: "ed25519" })),
    publicKey: bytesOf(secretJwk.x),
    publicKeys: [secretJwk, ...retired].map(({ x }) => bytesOf(x)),
    sign: (payload, did) =>
      new CompactSign(canonicalBytes(payload))
        .setProtectedHeader({
          ...receiptHeader,
          ...(did !== undefined && { kid: `${did}#${receipts.kid}` }),
        })
        .sign(receipts.key),
    async signCard(card, jku) {
      const signed = await new FlattenedSign(canonicalBytes(card))
        .setProtectedHeader({ ...cardHeader, jku })
        .sign(cards.key);
      return { protected: signed.protected ?? "", signature: signed.signature };
    },
    jwks: {
      keys: [
        ...[receipts.publicJwk, cards.publicJwk],
        ...publicHalves(retired, ALGORITHMS.receipts),
        ...publicHalves(keys.cards.retired ?? [], ALGORITHMS.cards),
      ],
    },
  };
}

function macOf(key: Uint8Array, text: string): string {
  return new Bun.CryptoHasher("sha256", key).update(text).digest("hex");
}

function publicHalves(retired: readonly RetiredKey[], alg: Algorithm) {
  return retired.map(({ mac: _mac, ...jwk }) => ({ ...jwk, alg, use: "sig" }));
}

function canonicalBytes(payload: unknown): Uint8Array {
  return new TextEncoder().encode(canonicalize(payload));
}

async function readKey(
  path: string,
  name: keyof Keys,
): Promise<JWK | undefined> {
  const file = Bun.file(path);
  if (!(await file.exists())) return undefined;
  try {
    const jwk: JWK = await file.json();
    await imported(jwk, ALGORITHMS[name]);
    if (jwk.d !== undefined) return jwk;
  } catch (cause) {
    throw unusableKey(path, name, { cause });
  }
  throw unusableKey(path, name);
}

function unusableKey(path: string, name: keyof Keys, options?: ErrorOptions) {
  return new Error(
    `Cannot start: ${path} cannot be read as the key that signs ${name}. Bring the file back from a backup`,
    options,
  );
}

async function imported(
  { retired: _retired, ...privateJwk }: OwnKey,
  alg: Algorithm,
) {
  const { d: _secret, ...publicJwk } = privateJwk;
  return {
    kid: privateJwk.kid ?? "",
    secretJwk: privateJwk,
    key: await importJWK(privateJwk, alg),
    publicJwk: { ...publicJwk, alg, use: "sig" },
  };
}

/** A separate key for hashes, so that neither a signature nor a hash reveals the other's key. */
function deriveMacKey({ d }: JWK): Buffer {
  return Buffer.from(hkdfSync("sha256", bytesOf(d), "", "svc-audit-mac", 32));
}

function privateKey({ kty, crv, x, d }: JWK): KeyObject {
  const key = { kty, crv, x, d };
  return createPrivateKey({ key: key as JsonWebKey, format: "jwk" });
}

function bytesOf(text = ""): Uint8Array {
  return Uint8Array.fromBase64(text, { alphabet: "base64url" });
}

/** A new key, named by its thumbprint. */
export async function makeKey(name: keyof Keys): Promise<JWK> {
  const options = { extractable: true };
  const { privateKey } = await generateKeyPair(ALGORITHMS[name], options);
  const jwk = await exportJWK(privateKey);
  return { ...jwk, kid: await calculateJwkThumbprint(jwk) };
}

/** A new key that includes the previous one, for checking its signatures. */
export async function successorOf(
  key: OwnKey,
  { name, now }: { readonly name: keyof Keys; readonly now: number },
): Promise<OwnKey> {
  const { retired = [], d: _secret, ...shown } = key;
  const until = Math.ceil((now + LIMITS.requestKeyOverlapMs) / 1_000);
  const more = {
    receipts: { mac: deriveMacKey(key).toString("base64url") },
    cards: {},
    // It stays listed as evidence, but a stolen one must end.
    requests: { exp: until },
  };
  const old = { ...shown, ...more[name] };
  return { ...(await makeKey(name)), retired: [old, ...retired] };
}

/**
 * Writes a new key to a file; the old one stays in it for checking.
 * @returns Its id.
 * @throws Error if there is no key
 */
export async function rotateKeyFile(
  paths: KeyPaths,
  { name, now }: { readonly name: keyof Keys; readonly now: number },
): Promise<string> {
  const old = await readKeyFile(paths, name);
  const path = paths[PATHS[name]];
  if (!old) throw new Error(`Cannot rotate a key: there is none at ${path}`);
  const key = await successorOf(old, { name, now });
  await writeOwnFile(path, JSON.stringify(key));
  return key.kid ?? "";
}

async function createKey(paths: KeyPaths, name: keyof Keys): Promise<JWK> {
  const named = await makeKey(name);
  await writeOwnFile(paths[PATHS[name]], JSON.stringify(named));
  return named;
}
