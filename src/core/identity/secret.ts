import { chmod, mkdir } from "node:fs/promises";
import { dirname } from "node:path";

const SECRET_BYTES = 32;

/**
 * Opens the secret that seals cookies and the OAuth keys, making it on the first
 * start. It must outlive the process: with another one no one stays signed in.
 * The file is readable by its owner alone.
 */
export async function openSecret(
  path: string,
  randomBytes: (count: number) => Uint8Array,
): Promise<string> {
  const file = Bun.file(path);
  if (await file.exists()) return (await file.text()).trim();
  const secret = randomBytes(SECRET_BYTES).toBase64({ alphabet: "base64url" });
  await mkdir(dirname(path), { recursive: true });
  await Bun.write(path, `${secret}\n`, { mode: 0o600 });
  await chmod(path, 0o600);
  return secret;
}
