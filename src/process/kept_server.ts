import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BunPlugin } from "bun";
import { serverPath, svcPaths } from "./kept_paths.ts";

/** Makes the server's file. */
export async function keepServer(root: string): Promise<void> {
  await keep(root, ["src/main.ts"], dirname(serverPath(root)));
}

/** Makes the files of `svc`. */
export async function keepSvc(root: string): Promise<void> {
  const scripts = ["src/cli/program.ts", "src/cli/core.ts"];
  await keep(root, scripts, dirname(svcPaths(root).core));
}

/**
 * Makes a folder of files: loading them takes a third of the time of the sources and packages,
 * or less. It is written completely or not at all, and that of older sources is removed.
 */
async function keep(
  root: string,
  scripts: readonly string[],
  folder: string,
): Promise<void> {
  if (existsSync(folder)) return;
  await mkdir(dirname(folder), { recursive: true });
  const unfinished = `${folder}.${crypto.randomUUID()}`;
  try {
    await makeFiles(root, scripts, {
      ...{ outdir: unfinished, format: "cjs", bytecode: true },
    });
    await rename(unfinished, folder);
  } catch (error) {
    // Another process that started at the same time was faster.
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  for (const name of await readdir(dirname(folder))) {
    const isOld = isOther(name, basename(folder));
    if (isOld) await rm(join(dirname(folder), name), { recursive: true });
  }
}

/** True for the folder of the same script from other sources. */
function isOther(name: string, kept: string): boolean {
  const [kind = ""] = kept.split("-");
  return name.startsWith(`${kind}-`) && name !== kept;
}

/** Bundles each of our scripts with its imports into one file, without native packages. */
export async function makeFiles(
  root: string,
  scripts: readonly string[],
  where: Pick<Bun.BuildConfig, "outdir" | "format" | "bytecode">,
): Promise<void> {
  await Bun.build({
    entrypoints: scripts.map((it) => join(root, it)),
    ...where,
    target: "bun",
    minify: { syntax: true, whitespace: true },
    // The rail on a chain and its dependencies are loaded only where used.
    external: ["libsql", "bun-plugin-tailwind", "viem", "viem/*"],
    plugins: [inPlace(root)],
  });
}

/** Lets bundled sources find their files and workers at the original paths. */
function inPlace(root: string): BunPlugin {
  const filter = /\.ts$/;
  const packages = join(root, "node_modules");
  return {
    name: "in-place",
    setup(build) {
      build.onLoad({ filter }, async ({ path }) => {
        if (path.startsWith(packages)) return undefined;
        const text = await Bun.file(path).text();
        const contents = text
          .replaceAll("import.meta.dir", JSON.stringify(dirname(path)))
          .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path)));
        return { contents, loader: "ts" };
      });
    },
  };
}
