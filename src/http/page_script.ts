import { readFileSync } from "node:fs";
import { join } from "node:path";
import { builtFile } from "./built_file.ts";

/** The scripts of pages, each a file of `packages/page-scripts/`. */
export const PAGE_SCRIPTS = [
  "address",
  "copy",
  "docs",
  "passkey",
  "push_worker",
  "zone",
] as const;

export type PageScript = (typeof PAGE_SCRIPTS)[number];

const SOURCES = join(import.meta.dir, "../../packages/page-scripts/src");

/** A script for browsers: it has no imports, so only its types are removed. */
export function pageScript(name: PageScript): string {
  const built = builtFile(`${name}.js`);
  if (built !== undefined) return built;
  const transpiler = new Bun.Transpiler({ loader: "ts", target: "browser" });
  return transpiler.transformSync(
    readFileSync(join(SOURCES, `${name}.ts`), "utf8"),
  );
}
