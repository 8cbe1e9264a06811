import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BunPlugin } from "bun";
import { keptPath } from "../web/kept_bundle.ts";

const NAME = "server";

/** The bundled server of exactly these sources, with its bytecode next to it. */
export function serverPath(root: string): string {
  return join(keptPath(root, NAME), "main.js");
}

/**
 * Makes that file: loading it takes a third of the time of the sources and packages.
 * It is written completely or not at all, and files of older sources are removed.
 */
export async function keepServer(root: string): Promise<void> {
  const path = serverPath(root);
  if (existsSync(path)) return;
  const folder = dirname(path);
  await mkdir(dirname(folder), { recursive: true });
  const unfinished = `${folder}.${crypto.randomUUID()}`;
  try {
    await makeOneFile(root, "src/main.ts", {
      ...{ outdir: unfinished, format: "cjs", bytecode: true },
    });
    await rename(unfinished, folder);
  } catch (error) {
    // Another process that started at the same time was faster.
    if (!existsSync(path)) throw error;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  for (const name of await readdir(dirname(folder))) {
    const isOld = name.startsWith(`${NAME}-`) && name !== basename(folder);
    if (isOld) await rm(join(dirname(folder), name), { recursive: true });
  }
}

/** Bundles one of our scripts with its imports into one file, without native packages. */
export async function makeOneFile(
  root: string,
  script: string,
  where: Pick<Bun.BuildConfig, "outdir" | "format" | "bytecode">,
): Promise<void> {
  await Bun.build({
    entrypoints: [join(root, script)],
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
