import {
  noteKeyId,
  readNoteKey,
  signedText,
  signedTextOf,
} from "../../../packages/verify/src/notes.ts";
import type { Signer } from "../base/keys.ts";

const ED25519 = 1;
/** An Ed25519 key of a witness (C2SP tlog-cosignature). */
const COSIGNATURE = 4;
const PUBLIC_KEY_BYTES = 32;
const DASH = "\u2014";

/** The name of one of the things that a service signs as notes. */
export function nameWithin(
  { baseUrl }: { readonly baseUrl: string },
  part: string,
): string {
  return `${baseUrl.replace(/^https?:\/\//, "")}/${part}`;
}

/** A text as a C2SP signed note, whose key has a name. */
export function signNote(
  signer: Pick<Signer, "signText" | "publicKey">,
  name: string,
  text: string,
): string {
  return `${text}\n${signatureLine(signer, name, text)}`;
}

/** A signed note with one more signature. */
export function withSignature(
  signer: Pick<Signer, "signText" | "publicKey">,
  name: string,
  note: string,
): string {
  return note + signatureLine(signer, name, signedTextOf(note));
}

function signatureLine(
  signer: Pick<Signer, "signText" | "publicKey">,
  name: string,
  text: string,
): string {
  const signature = Buffer.concat([
    noteKeyId(name, Uint8Array.of(ED25519, ...signer.publicKey)),
    signer.signText(text),
  ]).toBase64();
  return `${DASH} ${name} ${signature}\n`;
}

/** True if one of some keys signed a note, under the name in its first line. */
export async function isSignedBy(
  keys: readonly Uint8Array[],
  note: string,
): Promise<boolean> {
  const [name = ""] = note.split("\n", 1);
  for (const key of keys) {
    const named = await readNoteKey(verifierKey(name, key));
    if ((await signedText(note, named)) !== undefined) return true;
  }
  return false;
}

/** The key as C2SP's tools take it: name, id and the public key. */
export function verifierKey(
  origin: string,
  publicKey: Uint8Array,
  type: typeof ED25519 | typeof COSIGNATURE = ED25519,
): string {
  const key = Uint8Array.of(type, ...publicKey);
  return `${origin}+${noteKeyId(origin, key).toHex()}+${key.toBase64()}`;
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
