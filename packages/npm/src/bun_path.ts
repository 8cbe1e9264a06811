import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { arch, platform } from "node:process";

/** A smaller file is the placeholder that Bun's own install script replaces. */
const PROGRAM_BYTES_MIN = 1_000_000;

/**
 * The Bun that npm installed for this machine. npm may have left out the install script of
 * its package, which puts the program into place, so the package of the platform is asked as well.
 * @throws with a sentence if there is none
 */
export function bunPath(near: NodeJS.Require): string {
  const manifest = near.resolve("bun/package.json");
  const placed = join(dirname(manifest), "bin/bun.exe");
  if (sizeOf(placed) > PROGRAM_BYTES_MIN) return placed;
  const system = platform === "win32" ? "windows" : platform;
  const own = `@oven/bun-${system}-${arch === "arm64" ? "aarch64" : arch}`;
  const { optionalDependencies = {} } = JSON.parse(
    readFileSync(manifest, "utf8"),
  );
  for (const name of Object.keys(optionalDependencies)) {
    if (!name.startsWith(own)) continue;
    for (const file of ["bun", "bun.exe"]) {
      const path = join(dirname(manifest), "../", name, "bin", file);
      if (sizeOf(path) > PROGRAM_BYTES_MIN) return path;
    }
  }
  throw new Error(
    `Cannot find Bun for ${platform} ${arch}: install this package again with its optional dependencies`,
  );
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
