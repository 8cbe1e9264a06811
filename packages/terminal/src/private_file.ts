import { open, rename, rm } from "node:fs/promises";

/** Writes a file that its owner alone can read, as a whole or not at all. */
export async function writePrivate(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}`;
  await rm(draft, { force: true });
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(text);
  } finally {
    await file.close();
  }
  await rename(draft, path);
}
