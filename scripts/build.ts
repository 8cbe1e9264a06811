/**
 * Builds one executable that serves, answers `svc` and needs nothing beside it:
 * `bun run build [FILE]`, `dist/inbox` if no file is named.
 * @module
 */
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { BunPlugin } from "bun";
import { PAGE_SCRIPTS, pageScript } from "../src/http/page_script.ts";
import type { Operating } from "../src/process/greeting.ts";
import { OPERATING } from "../src/process/greeting.ts";
import { filesText } from "../src/rest/docs/document_files.ts";
import { cardScript } from "../src/tools/cards/document.ts";
import { CARD_KINDS } from "../src/tools/cards/tool_cards.ts";
import { bundle } from "../src/web/bundle.ts";
import { keptText } from "../src/web/kept_bundle.ts";
import { ROOT } from "./server_process.ts";
import { VERIFY_SCRIPT, verifyScript } from "./verify_script.ts";

export const SOURCES = join(ROOT, "src");

/** The programs that run: the service, and its threads. */
export const ENTRIES = [
  "inbox.ts",
  "core/db/writer_worker.ts",
  "core/db/reader_worker.ts",
  "core/db/upkeep/upkeep_worker.ts",
];

/** Files that are read at run time, each beside the script as beside its source. */
const READ = [
  ["core/db/migrations", "migrations"],
  ["pages/icons", "icons"],
  ["../docs/guide/pictures", "pictures"],
] as const;

const COMPUTED = /return require\(`@libsql\/[^`]+`\);/;

/** libSQL computes which addon it loads, so the bundler has to be told. */
const ADDON: BunPlugin = {
  name: "libsql-addon",
  setup(build) {
    build.onLoad({ filter: /node_modules\/libsql\/index\.js$/ }, async (it) => {
      const text = await Bun.file(it.path).text();
      const addon = `@libsql/linux-${process.arch}-gnu`;
      const contents = text.replace(COMPUTED, `return require("${addon}");`);
      if (contents === text) {
        throw new Error("Cannot build: libsql loads its addon in another way");
      }
      return { contents, loader: "js" };
    });
  },
};

/** Writes what is read at run time into a folder, beside which the scripts will be. */
export async function stage(folder: string, how: Operating): Promise<void> {
  for (const [from, to] of READ) {
    await cp(join(SOURCES, from), join(folder, to), { recursive: true });
  }
  const built = join(folder, "built");
  await mkdir(built);
  await writeFile(join(built, OPERATING), JSON.stringify(how));
  await writeFile(join(built, "web.json"), keptText(await bundle()));
  await writeFile(join(built, VERIFY_SCRIPT), await verifyScript());
  await writeFile(join(built, "docs.json"), filesText());
  for (const name of PAGE_SCRIPTS) {
    await writeFile(join(built, `${name}.js`), pageScript(name));
  }
  for (const kind of CARD_KINDS) {
    await writeFile(join(built, `${kind}.js`), await cardScript(kind));
  }
}

/** @returns Its size in bytes. */
export async function buildExecutable(outfile: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "inbox-build-"));
  const from = process.cwd();
  try {
    await stage(folder, { svc: "inbox svc", settingsFile: "/etc/inbox.env" });
    await mkdir(dirname(outfile), { recursive: true });
    // The bundler finds embedded files from its working directory.
    process.chdir(folder);
    await Bun.build({
      entrypoints: ENTRIES.map((it) => join(SOURCES, it)),
      naming: { entry: "[name].[ext]" },
      compile: {
        outfile,
        assets: ["migrations", "icons", "pictures", "built"],
        autoloadDotenv: false,
        autoloadBunfig: false,
      },
      target: "bun",
      format: "esm",
      minify: true,
      bytecode: true,
      splitting: true,
      external: ["bun-plugin-tailwind"],
      plugins: [ADDON],
    });
    return Bun.file(outfile).size;
  } finally {
    process.chdir(from);
    await rm(folder, { recursive: true });
  }
}

if (import.meta.main) {
  const outfile = resolve(process.argv[2] ?? join(ROOT, "dist/inbox"));
  const bytes = await buildExecutable(outfile);
  process.stdout.write(`${outfile} (${Math.round(bytes / 1e6)} MB)\n`);
}
