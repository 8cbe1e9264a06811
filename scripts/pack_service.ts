/**
 * Makes the service into a package that npm installs and Node starts; `bun run pack` makes it
 * with the clients.
 * @module
 */
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BunPlugin } from "bun";
import manifest from "../package.json" with { type: "json" };
import { ENTRIES, SOURCES, stage } from "./build.ts";
import { buildForNode, npmPack } from "./npm_pack.ts";
import { ROOT } from "./server_process.ts";

/** Packages that stay packages: their native parts are of one machine. */
const NATIVE = ["libsql"] as const;
/** Loaded only in a clone: what bundles sources, and the story that needs a chain. */
const OF_A_CLONE = ["bun-plugin-tailwind", "*/usdc.ts"];

/** The workers are scripts of the package by now, not sources. */
const WORKERS: BunPlugin = {
  name: "workers",
  setup(build) {
    build.onLoad({ filter: /src\/core\/db\/.*\.ts$/ }, async ({ path }) => {
      const text = await Bun.file(path).text();
      const contents = text.replace(/(new URL\("[^"]+_worker)\.ts"/g, '$1.js"');
      return { contents, loader: "ts" };
    });
  },
};

/** The manifest of the published package: everything else is in its files. */
export function servicePackage(): object {
  const { name, mcpName, version, description, license } = manifest;
  const { repository, dependencies, devDependencies } = manifest;
  return {
    ...{ name, mcpName, version, description, license, repository },
    type: "module",
    bin: { [name]: "bin/inbox.js" },
    files: ["bin", "lib"],
    engines: { node: ">=20.3" },
    dependencies: {
      bun: devDependencies["bun-types"],
      ...Object.fromEntries(NATIVE.map((it) => [it, dependencies[it]])),
    },
  };
}

/** Writes the content of the package into a folder. */
export async function stageService(folder: string): Promise<void> {
  const lib = join(folder, "lib");
  await mkdir(lib, { recursive: true });
  await stage(lib, { svc: `npx ${manifest.name}`, settingsFile: ".env" });
  // Only the generator of migrations reads it.
  await rm(join(lib, "migrations/meta/0000_snapshot.json"));
  await Bun.build({
    entrypoints: [
      ...ENTRIES.map((it) => join(SOURCES, it)),
      join(ROOT, "scripts/demo.ts"),
    ],
    naming: { entry: "[name].[ext]", chunk: "[name]-[hash].[ext]" },
    outdir: lib,
    target: "bun",
    format: "esm",
    minify: { syntax: true, whitespace: true },
    splitting: true,
    external: [...NATIVE, ...OF_A_CLONE],
    plugins: [WORKERS],
  });
  const command = join(ROOT, "packages/npm/src/bin.ts");
  await buildForNode(command, join(folder, "bin/inbox.js"));
  for (const name of ["README.md", "LICENSE"]) {
    await cp(join(ROOT, name), join(folder, name));
  }
  const text = `${JSON.stringify(servicePackage(), null, 2)}\n`;
  await Bun.write(join(folder, "package.json"), text);
}

/** @returns The path of the package. */
export async function packService(folder: string): Promise<string> {
  const staged = await mkdtemp(join(tmpdir(), "inbox-package-"));
  try {
    await stageService(staged);
    return await npmPack(staged, folder);
  } finally {
    await rm(staged, { recursive: true });
  }
}
