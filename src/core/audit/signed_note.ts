import { createPublicKey, verify } from "node:crypto";
import { sha256 } from "../base/digest.ts";
import type { Signer } from "../base/keys.ts";
import { showTime } from "../base/time.ts";

/** What a checkpoint says. */
export interface Checkpoint {
  /** Which service's audit it is. */
  readonly origin: string;
  readonly chains: number;
  /** Root of the tree over all chains, as base64. */
  readonly root: string;
  readonly number: number;
  readonly at: string;
  /** SHA-256 of the note before, as hex; 64 zeros for the first. */
  readonly previous: string;
}

const ED25519 = 1;
/** An Ed25519 key of a witness (C2SP tlog-cosignature). */
const COSIGNATURE = 4;
const PUBLIC_KEY_BYTES = 32;
const DASH = "\u2014";
const SHAPE =
  /^(?<origin>\S+)\n(?<chains>\d+)\n(?<root>[A-Za-z0-9+/]{43}=)\nnumber (?<number>\d+)\ntime (?<at>\S+)\nprevious (?<previous>[0-9a-f]{64})\n$/;

/** The name under which a service signs its checkpoints: its own address. */
export function originOf(settings: { readonly baseUrl: string }): string {
  return nameWithin(settings, "audit");
}

/** The name of one of the things that a service signs as notes. */
export function nameWithin(
  { baseUrl }: { readonly baseUrl: string },
  part: string,
): string {
  return `${baseUrl.replace(/^https?:\/\//, "")}/${part}`;
}

/** Signs a checkpoint as a C2SP signed note. */
export function signCheckpoint(
  signer: Pick<Signer, "signText" | "publicKey">,
  { now, ...checkpoint }: Omit<Checkpoint, "at"> & { readonly now: number },
): string {
  const { origin, chains, root, number, previous } = checkpoint;
  const text = `${origin}\n${chains}\n${root}\nnumber ${number}\ntime ${showTime(now)}\nprevious ${previous}\n`;
  return signNote(signer, origin, text);
}

/** A text as a C2SP signed note, whose key has a name. */
export function signNote(
  signer: Pick<Signer, "signText" | "publicKey">,
  name: string,
  text: string,
): string {
  const signature = Buffer.concat([
    keyIdOf(name, signer.publicKey),
    signer.signText(text),
  ]).toBase64();
  return `${text}\n${DASH} ${name} ${signature}\n`;
}

/** What a note says; undefined for a text that is no checkpoint. */
export function readCheckpoint(note: string): Checkpoint | undefined {
  const groups = SHAPE.exec(signedTextOf(note))?.groups;
  if (!groups) return undefined;
  const { origin = "", root = "", at = "", previous = "" } = groups;
  const chains = Number(groups.chains);
  const number = Number(groups.number);
  return { origin, chains, root, number, at, previous };
}

/** True if the key signed the note. */
export function isSignedBy(publicKey: Uint8Array, note: string): boolean {
  const text = signedTextOf(note);
  const key = createPublicKey({
    key: {
      kty: "OKP",
      crv: "Ed25519",
      x: publicKey.toBase64({ alphabet: "base64url", omitPadding: true }),
    },
    format: "jwk",
  });
  const lines = note.slice(text.length + 1).split("\n");
  return lines.some((line) => {
    const [dash, name, value = ""] = line.split(" ");
    if (dash !== DASH || name === undefined) return false;
    const signed = Buffer.from(value, "base64");
    const id = signed.subarray(0, 4);
    if (!id.equals(keyIdOf(name, publicKey))) return false;
    return verify(null, Buffer.from(text), key, signed.subarray(4));
  });
}

/** What the next checkpoint names this one by. */
export function noteHash(note: string): string {
  return sha256(note);
}

/** The key as C2SP's tools take it: name, id and the public key. */
export function verifierKey(
  origin: string,
  publicKey: Uint8Array,
  type: typeof ED25519 | typeof COSIGNATURE = ED25519,
): string {
  const id = keyIdOf(origin, publicKey, type).toHex();
  const key = Buffer.concat([Uint8Array.of(type), publicKey]).toBase64();
  return `${origin}+${id}+${key}`;
}

/** Whose the key of a witness is; undefined for a text that is no such key. */
export function witnessNameIn(key: string): string | undefined {
  const [name = "", , ...rest] = key.split("+");
  const bytes = Buffer.from(rest.join("+"), "base64");
  const isFit =
    /^\S+$/.test(name) &&
    bytes[0] === COSIGNATURE &&
    bytes.length === 1 + PUBLIC_KEY_BYTES &&
    verifierKey(name, bytes.subarray(1), COSIGNATURE) === key;
  return isFit ? name : undefined;
}

function keyIdOf(
  name: string,
  publicKey: Uint8Array,
  type: number = ED25519,
): Buffer {
  const named = Buffer.concat([
    Buffer.from(`${name}\n`),
    Uint8Array.of(type),
    publicKey,
  ]);
  return new Bun.CryptoHasher("sha256").update(named).digest().subarray(0, 4);
}

/** The signed part: up to the last blank line, which it does not hold. */
export function signedTextOf(note: string): string {
  return note.slice(0, note.lastIndexOf("\n\n") + 1);
}
