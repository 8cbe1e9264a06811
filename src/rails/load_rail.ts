/**
 * How does a service get the rail on a chain? Here its package is loaded; `open_chain.ts`
 * and `start_chain.ts` look at the chain before it is used. Its settings are in
 * `config/rails.ts`.
 * @module
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "../config/setting.ts";

type Rail = typeof import("../../packages/rail-x402/src/mod.ts");

/** Installs the rail's dependencies from the same lock file. */
const INSTALL =
  "bun install --production --omit=peer --frozen-lockfile --filter conversation-inbox-rail-x402";

/**
 * The rail on a chain, which only a service with a chain loads. From the sources,
 * missing dependencies are installed first; the executable contains them.
 * @throws ConfigError if they cannot be installed
 */
export async function loadRail(): Promise<Rail> {
  const root = join(import.meta.dir, "../..");
  const isSource = existsSync(join(root, "packages/rail-x402/package.json"));
  if (isSource && !existsSync(join(root, "node_modules/viem"))) {
    await install(root);
  }
  return await import("../../packages/rail-x402/src/mod.ts");
}

async function install(root: string): Promise<void> {
  const [, ...rest] = INSTALL.split(" ");
  const child = Bun.spawn([process.execPath, ...rest, "--silent"], {
    ...{ cwd: root, stdin: "ignore", stdout: "ignore", stderr: "ignore" },
  });
  if ((await child.exited) === 0) return;
  throw new ConfigError(
    `Cannot start: a chain is set, and what its rail needs cannot be installed. Run \`${INSTALL}\` in ${root}`,
  );
}
