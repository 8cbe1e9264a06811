import type { ScryptOptions } from "node:crypto";
import { createCipheriv, createDecipheriv, scrypt } from "node:crypto";
import type { Static } from "typebox";
import { Type } from "typebox";
import { Value } from "typebox/value";
import { parseJson } from "../access/read_json.ts";
import { closed } from "../base/schemas.ts";

/** Texts of files by name. */
export type KeyFiles = Readonly<Record<string, string>>;

/** Keys sealed with a passphrase, with everything else that opens them. */
export const SealedKeys = closed({
  kdf: Type.Literal("scrypt"),
  N: Type.Literal(2 ** 17),
  r: Type.Literal(8),
  p: Type.Literal(1),
  salt: Type.String(),
  cipher: Type.Literal("aes-256-gcm"),
  iv: Type.String(),
  tag: Type.String(),
  data: Type.String(),
});

const COST = { N: 2 ** 17, r: 8, p: 1 } as const;
const CIPHER = "aes-256-gcm";
const TAG_BYTES = 16;

/** Seals key files with a passphrase. */
export async function sealKeys(
  files: KeyFiles,
  {
    passphrase,
    randomBytes,
  }: {
    readonly passphrase: string;
    readonly randomBytes: (count: number) => Uint8Array;
  },
): Promise<Static<typeof SealedKeys>> {
  const salt = Buffer.from(randomBytes(16));
  const iv = Buffer.from(randomBytes(12));
  const key = await keyOf(passphrase, salt);
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
  const data = Buffer.concat([
    cipher.update(JSON.stringify(files), "utf8"),
    cipher.final(),
  ]);
  return {
    kdf: "scrypt",
    ...COST,
    salt: salt.toString("base64"),
    cipher: CIPHER,
    iv: iv.toString("base64"),
    tag: cipher.getAuthTag().toString("base64"),
    data: data.toString("base64"),
  };
}

/** Unseals keys; undefined for a wrong passphrase, or a changed bit. */
export async function openSealedKeys(
  sealed: Static<typeof SealedKeys>,
  passphrase: string,
): Promise<KeyFiles | undefined> {
  const bytes = (text: string) => Buffer.from(text, "base64");
  const key = await keyOf(passphrase, bytes(sealed.salt));
  try {
    const cipher = createDecipheriv(CIPHER, key, bytes(sealed.iv), {
      authTagLength: TAG_BYTES,
    });
    cipher.setAuthTag(bytes(sealed.tag));
    const opened = cipher.update(bytes(sealed.data)).toString("utf8");
    const files = parseJson(opened + cipher.final("utf8"));
    return Value.Check(Type.Record(Type.String(), Type.String()), files)
      ? files
      : undefined;
  } catch {
    return undefined;
  }
}

/** Slow and large on purpose: 128 MiB and some tenths of a second per guess. */
function keyOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  const options: ScryptOptions = { ...COST, maxmem: 2 ** 28 };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize("NFC"), salt, 32, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
