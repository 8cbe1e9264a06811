import type { Bytes } from "./bytes.ts";
import { joined, toBase64, toHex } from "./bytes.ts";
import type { COSIGNATURE_KEY, NoteKey } from "./notes.ts";
import {
  ED25519_KEY,
  noteKeyId,
  SIGNATURE_DASH,
  signedText,
  signedTextOf,
} from "./notes.ts";

/** The Ed25519 key that signs notes. */
export interface NoteSigner {
  signText(text: string): Uint8Array;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
}

/** A text as a C2SP signed note under a key's name. */
export function signNote(
  signer: NoteSigner,
  name: string,
  text: string,
): string {
  return `${text}\n${signatureLine(signer, name, text)}`;
}

/** A signed note with another signature. */
export function withSignature(
  signer: NoteSigner,
  name: string,
  note: string,
): string {
  return note + signatureLine(signer, name, signedTextOf(note));
}

function signatureLine(signer: NoteSigner, name: string, text: string): string {
  const id = noteKeyId(name, bytesOf(signer.publicKey, ED25519_KEY));
  const signature = toBase64(joined(id, signer.signText(text)));
  return `${SIGNATURE_DASH} ${name} ${signature}\n`;
}

/** True if one of the keys signed a note, under the name in its first line. */
export async function isSignedBy(
  keys: readonly Uint8Array[],
  note: string,
): Promise<boolean> {
  const [name = ""] = note.split("\n", 1);
  for (const key of keys) {
    if ((await signedText(note, named(name, key))) !== undefined) return true;
  }
  return false;
}

function named(name: string, publicKey: Uint8Array): NoteKey {
  const id = toHex(noteKeyId(name, bytesOf(publicKey, ED25519_KEY)));
  return { name, id, type: ED25519_KEY, publicKey: new Uint8Array(publicKey) };
}

/** The key in the form of C2SP's tools: name, id and the public key. */
export function verifierKey(
  origin: string,
  publicKey: Uint8Array,
  type: typeof ED25519_KEY | typeof COSIGNATURE_KEY = ED25519_KEY,
): string {
  const key = bytesOf(publicKey, type);
  return `${origin}+${toHex(noteKeyId(origin, key))}+${toBase64(key)}`;
}

function bytesOf(publicKey: Uint8Array, type: number): Bytes {
  return joined(Uint8Array.of(type), publicKey);
}
