import { chmod, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** The disk has no room for a file that only its owner may read: nothing of it was written. */
export class FullDiskError extends Error {
  override readonly name = "FullDiskError";
}

/**
 * Writes a file completely or not at all, readable only by its owner.
 * @throws FullDiskError with its path and advice
 */
export async function writeOwnFile(path: string, text: string): Promise<void> {
  const draft = `${path}.new`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(draft, text, { mode: 0o600 });
    await chmod(draft, 0o600);
    await rename(draft, path);
  } catch (cause) {
    const isFull =
      cause instanceof Error && "code" in cause && cause.code === "ENOSPC";
    if (!isFull) throw cause;
    await rm(draft, { force: true });
    throw new FullDiskError(
      `Cannot write ${path}: its disk is full. Make room on it, and start again`,
      { cause },
    );
  }
}
