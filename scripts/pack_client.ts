/**
 * Makes the client into a package that npm installs: `bun scripts/pack_client.ts [FOLDER]`,
 * `dist` if none is named.
 * @module
 */
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { ROOT } from "./server_process.ts";

const CLIENT = join(ROOT, "packages/client");

/** @returns The path of the package. */
export async function packClient(folder: string): Promise<string> {
  const staged = await mkdtemp(join(tmpdir(), "inbox-client-"));
  try {
    for (const name of ["package.json", "README.md"]) {
      await cp(join(CLIENT, name), join(staged, name));
    }
    await cp(join(ROOT, "LICENSE"), join(staged, "LICENSE"));
    await cp(
      join(ROOT, "node_modules/commander/LICENSE"),
      join(staged, "LICENSE.commander"),
    );
    const compiler = join(ROOT, "node_modules/.bin/tsc");
    await run([compiler, "-p", CLIENT, "--outDir", join(staged, "dist")]);
    await buildTerminal(join(staged, "dist/svc.js"));
    await mkdir(folder, { recursive: true });
    const packed = await run(
      ["npm", "pack", "--json", "--offline", "--pack-destination", folder],
      staged,
    );
    const [{ filename }] = JSON.parse(packed);
    return join(folder, filename);
  } finally {
    await rm(staged, { recursive: true });
  }
}

/** `svc` without a service on the machine: one file, for Node. */
export async function buildTerminal(file: string): Promise<void> {
  await Bun.build({
    entrypoints: [join(ROOT, "packages/terminal/src/main.ts")],
    outdir: dirname(file),
    naming: basename(file),
    target: "node",
    format: "esm",
    banner: "#!/usr/bin/env node",
  });
}

async function run(command: readonly string[], cwd = ROOT): Promise<string> {
  const child = Bun.spawn([...command], { cwd, stderr: "pipe" });
  const [output, complaint, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (code === 0) return output;
  throw new Error(`Cannot pack the client: ${output}${complaint}`);
}

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? join(ROOT, "dist"));
  process.stdout.write(`${await packClient(folder)}\n`);
}
