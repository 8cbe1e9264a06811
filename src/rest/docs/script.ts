import { readFileSync } from "node:fs";
import { join } from "node:path";

let kept: string | undefined;

/** The script of the documentation's pages: it has no imports, only its types go. */
export function scriptText(): string {
  kept ??= new Bun.Transpiler({
    loader: "ts",
    target: "browser",
  }).transformSync(
    readFileSync(join(import.meta.dir, "browser/docs.ts"), "utf8"),
  );
  return kept;
}
