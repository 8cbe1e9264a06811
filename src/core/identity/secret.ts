import { writeOwnFile } from "../base/own_file.ts";

const SECRET_BYTES = 32;

/**
 * Opens the secret that seals cookies and the OAuth keys, creating it on the first start. It
 * must outlive the process: with another one everybody has to sign in again.
 * @throws Error for a file without one: an empty secret would seal nothing.
 */
export async function openSecret(
  path: string,
  randomBytes: (count: number) => Uint8Array,
): Promise<string> {
  const file = Bun.file(path);
  if (await file.exists()) return requireSecret(path, await file.text());
  const secret = randomBytes(SECRET_BYTES).toBase64({ alphabet: "base64url" });
  await writeOwnFile(path, `${secret}\n`);
  return secret;
}

function requireSecret(path: string, text: string): string {
  const secret = text.trim();
  if (secret.length >= SECRET_BYTES) return secret;
  throw new Error(`Cannot start: ${path} does not hold a secret`);
}
