import { mkdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** Builds a command of a package: one file, for Node. */
export async function buildForNode(
  script: string,
  outfile: string,
): Promise<void> {
  await Bun.build({
    entrypoints: [script],
    outdir: dirname(outfile),
    naming: basename(outfile),
    target: "node",
    format: "esm",
    banner: "#!/usr/bin/env node",
  });
}

/** Makes a folder into the file that npm publishes; returns its path. */
export async function npmPack(staged: string, into: string): Promise<string> {
  await mkdir(into, { recursive: true });
  const packed = await runIn(staged, [
    ...["npm", "pack", "--json", "--offline", "--pack-destination", into],
  ]);
  const [{ filename }] = JSON.parse(packed);
  return join(into, filename);
}

/**
 * Runs a program to its end, and returns what it printed.
 * @throws with its own words if it fails
 */
export async function runIn(
  cwd: string,
  command: readonly string[],
): Promise<string> {
  const child = Bun.spawn([...command], { cwd, stderr: "pipe" });
  const [output, complaint, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (code === 0) return output;
  throw new Error(`${command[0]} failed: ${output}${complaint}`);
}
