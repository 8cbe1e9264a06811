import { open, readdir, readFile, stat } from "node:fs/promises";
import type { Bytes } from "./bytes.ts";
import type { Archive } from "./findings.ts";
import type { ArchiveBounds } from "./zip/zip_archive.ts";
import { openZip } from "./zip/zip_archive.ts";

/**
 * Opens an archive: the file, or a directory with its unpacked files.
 * @throws if there is none
 */
export async function openArchive(
  path: string,
  bounds?: ArchiveBounds,
): Promise<Archive> {
  const found = await stat(path);
  return found.isDirectory()
    ? await openFolder(path)
    : await openFile(path, bounds);
}

async function openFolder(root: string): Promise<Archive> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = new Set<string>();
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = `${entry.parentPath}/${entry.name}`.replaceAll("\\", "/");
    paths.add(
      path.slice(root.replaceAll("\\", "/").replace(/\/+$/, "").length + 1),
    );
  }
  return {
    paths: [...paths],
    has: (path) => paths.has(path),
    async read(path) {
      if (!paths.has(path)) throw new Error(`${path} is missing`);
      return new Uint8Array(await readFile(`${root}/${path}`));
    },
  };
}

async function openFile(
  path: string,
  bounds?: ArchiveBounds,
): Promise<Archive> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const zip = await openZip(
      async (start, length): Promise<Bytes> => {
        if (start < 0 || start + length > size)
          throw new Error("it ends too early");
        const bytes = new Uint8Array(length);
        const { bytesRead } = await file.read(bytes, 0, length, start);
        if (bytesRead !== length) throw new Error("it ends too early");
        return bytes;
      },
      size,
      bounds,
    );
    return { ...zip, close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}
