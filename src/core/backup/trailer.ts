import { createPublicKey, verify } from "node:crypto";
import { open } from "node:fs/promises";
import type { Static } from "typebox";
import { Type } from "typebox";
import { Value } from "typebox/value";
import { parseJson } from "../access/read_json.ts";
import { canonicalJson, sha256 } from "../base/digest.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, nullable } from "../base/schemas.ts";
import { SealedKeys } from "./seal_keys.ts";

/** The end of a backup, after the database (docs/backup.md). */
export const Trailer = closed({
  format: Type.Literal(1),
  /** When it began: it contains everything answered before. */
  at: Type.String(),
  bytes: Type.Integer({ minimum: 512 }),
  sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
  /** The newest audit checkpoint of it, a signed note. */
  checkpoint: nullable(Type.String()),
  keys: nullable(SealedKeys),
  /** Ed25519, with the signing key, over the RFC 8785 form of the rest. */
  signature: Type.String(),
});
export type Trailer = Static<typeof Trailer>;

const MARK = "svc-backup-1";
const LAST_LINE = /^svc-backup-1 ([1-9]\d{0,6}) ([0-9a-f]{64})\n$/;
const LAST_LINE_BYTES_MAX = 100;

/** A trailer as written: a line of JSON, and a line with its position. */
export function trailerText(trailer: Trailer): string {
  const line = `${JSON.stringify(trailer)}\n`;
  return `${line}${MARK} ${Buffer.byteLength(line)} ${sha256(line)}\n`;
}

/** The part of a trailer that its signature covers. */
export function signedPart({ signature: _, ...rest }: Trailer): string {
  return canonicalJson(rest);
}

/** True if the key of an Ed25519 public half signed a trailer. */
export function isSignedTrailer(
  trailer: Trailer,
  publicKey: Uint8Array,
): boolean {
  const x = publicKey.toBase64({ alphabet: "base64url", omitPadding: true });
  const key = createPublicKey({
    key: { kty: "OKP", crv: "Ed25519", x },
    format: "jwk",
  });
  const signature = Buffer.from(trailer.signature, "base64");
  return verify(null, Buffer.from(signedPart(trailer)), key, signature);
}

/**
 * Reads the trailer of a backup.
 * @throws Error, one sentence, for a file that is no backup or not complete.
 */
export async function readTrailer(path: string): Promise<Trailer> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const tail = await endOf(file, size, LAST_LINE_BYTES_MAX);
    const lastLine = tail.slice(tail.lastIndexOf("\n", tail.length - 2) + 1);
    const [, bytes, hash] = LAST_LINE.exec(lastLine) ?? [];
    if (bytes === undefined || Number(bytes) > LIMITS.backupTrailerBytesMax) {
      throw notWhole(path, "its last line is not that of a backup");
    }
    const length = Number(bytes) + lastLine.length;
    const line = (await endOf(file, size, length)).slice(0, -lastLine.length);
    if (sha256(line) !== hash) throw notWhole(path, "its trailer was changed");
    const trailer = parseJson(line);
    if (!Value.Check(Trailer, trailer)) {
      throw notWhole(path, "it is of another version of the service");
    }
    if (trailer.bytes + length !== size) {
      throw notWhole(path, "it is not as long as it was");
    }
    return trailer;
  } finally {
    await file.close();
  }
}

async function endOf(
  file: Awaited<ReturnType<typeof open>>,
  size: number,
  length: number,
): Promise<string> {
  const bytes = Buffer.alloc(Math.min(length, size));
  await file.read(bytes, 0, bytes.length, size - bytes.length);
  return bytes.toString("utf8");
}

/** Says that a file cannot be restored, and why. */
export function notWhole(path: string, why: string): Error {
  return new Error(`Cannot use ${path} as a backup: ${why}`);
}
