import { sha256Bytes } from "#sha256";
import type { Bytes } from "./bytes.ts";
import { fromBase64, isSignature, joined, toHex, utf8 } from "./bytes.ts";

/** A key in the form of C2SP's tools: name, id and kind. */
export interface NoteKey {
  readonly name: string;
  readonly id: string;
  readonly type: number;
  readonly publicKey: Bytes;
}

/** The kinds of key for a note's signature and for a witness's cosignature. */
export const [ED25519_KEY, COSIGNATURE_KEY] = [1, 4] as const;
const ML_DSA_KEY = 6;
/** The start of a signature's line. */
export const SIGNATURE_DASH = "\u2014";
const ID_BYTES = 4;
const TIME_BYTES = 8;
/** The end of the year 9999. */
const SECONDS_MAX = 253_402_300_799n;

/** @throws for an invalid key */
export function readNoteKey(text: string): NoteKey {
  const [name = "", id = "", ...rest] = text.split("+");
  const bytes = fromBase64(rest.join("+"));
  const [type = 0] = bytes;
  if (type === ML_DSA_KEY) {
    throw new Error(
      `Cannot check with the key of ${name}: it is for ML-DSA; an Ed25519 key is needed`,
    );
  }
  const publicKey = bytes.slice(1);
  const isKnown = type === ED25519_KEY || type === COSIGNATURE_KEY;
  const isItsId = toHex(noteKeyId(name, bytes)) === id;
  if (name === "" || !isKnown || publicKey.length !== 32 || !isItsId) {
    throw new Error("it is not the key of a note");
  }
  return { name, id, type, publicKey };
}

/** The id of a key by its name and bytes, the first of which is its kind. */
export function noteKeyId(name: string, key: Uint8Array): Bytes {
  return sha256Bytes(joined(utf8(`${name}\n`), key)).slice(0, ID_BYTES);
}

/** The signed part: up to the last blank line, exclusive. */
export function signedTextOf(note: string): string {
  return note.slice(0, note.lastIndexOf("\n\n") + 1);
}

/** The signed part of a note, and its signatures by name. */
function partsOf(note: string) {
  const text = signedTextOf(note);
  const lines = note.slice(text.length + 1).split("\n");
  const signatures = lines.flatMap((line) => {
    const [dash, name = "", value = "", ...more] = line.split(" ");
    if (dash !== SIGNATURE_DASH || more.length > 0) return [];
    try {
      const bytes = fromBase64(value);
      const id = toHex(bytes.slice(0, ID_BYTES));
      return [{ name, id, signature: bytes.slice(ID_BYTES) }];
    } catch {
      return [];
    }
  });
  return { text, signatures };
}

/** The text of a note that a key signed; undefined if it did not. */
export async function signedText(
  note: string,
  key: NoteKey,
): Promise<string | undefined> {
  const { text, signatures } = partsOf(note);
  for (const { name, id, signature } of signatures) {
    if (name !== key.name || id !== key.id) continue;
    if (await isSignature(key.publicKey, signature, utf8(text))) return text;
  }
  return undefined;
}

/**
 * The time in seconds at which a witness signed a note (C2SP tlog-cosignature); undefined if
 * it did not.
 */
export async function cosignedAt(
  note: string,
  key: NoteKey,
): Promise<number | undefined> {
  const { text, signatures } = partsOf(note);
  for (const { name, id, signature } of signatures) {
    if (name !== key.name || id !== key.id) continue;
    if (signature.length <= TIME_BYTES) continue;
    const view = new DataView(signature.buffer, signature.byteOffset);
    const time = view.getBigUint64(0);
    if (time === 0n || time > SECONDS_MAX) continue;
    const signed = utf8(`cosignature/v1\ntime ${time}\n${text}`);
    const bytes = signature.slice(TIME_BYTES);
    if (await isSignature(key.publicKey, bytes, signed)) return Number(time);
  }
  return undefined;
}
