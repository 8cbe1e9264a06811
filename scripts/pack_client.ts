/**
 * Makes the client into a package that npm installs: `bun scripts/pack_client.ts [FOLDER]`,
 * `dist` if none is named.
 * @module
 */
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildForNode, npmPack, runIn } from "./npm_pack.ts";
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
    const types = [compiler, "-p", CLIENT, "--outDir", join(staged, "dist")];
    await runIn(ROOT, types);
    await buildTerminal(join(staged, "dist/svc.js"));
    return await npmPack(staged, folder);
  } finally {
    await rm(staged, { recursive: true });
  }
}

/** `svc` without a service on the machine: one file, for Node. */
export async function buildTerminal(file: string): Promise<void> {
  await buildForNode(join(ROOT, "packages/terminal/src/main.ts"), file);
}

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? join(ROOT, "dist"));
  process.stdout.write(`${await packClient(folder)}\n`);
}
