import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BunPlugin } from "bun";
import { keptPath } from "../web/kept_bundle.ts";

const NAME = "server";

/** The one file that the server of just these sources is, with its bytecode beside it. */
export function serverPath(root: string): string {
  return join(keptPath(root, NAME), "main.js");
}

/**
 * Makes that file: reading it takes a third of the time that the sources and their
 * packages take. It is kept whole or not at all, and what older sources left is removed.
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
    // Another process that began at the same time was faster.
    if (!existsSync(path)) throw error;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  for (const name of await readdir(dirname(folder))) {
    const isOld = name.startsWith(`${NAME}-`) && name !== basename(folder);
    if (isOld) await rm(join(dirname(folder), name), { recursive: true });
  }
}

/** Makes one file of a script of ours and all that it imports, native packages left out. */
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
    // The rail on a chain is read where it is used, and so is what it needs.
    external: ["libsql", "bun-plugin-tailwind", "viem", "viem/*"],
    plugins: [inPlace(root)],
  });
}

/** Lets bundled sources find the files they read and the workers they start at their own paths. */
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
