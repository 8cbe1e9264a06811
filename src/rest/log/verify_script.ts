import { readFileSync } from "node:fs";
import { join } from "node:path";
import { builtFile } from "../../http/built_file.ts";

const NAME = "verify.mjs";

/** The program that checks archives away from the service, as the repository has it. */
export function verifyScriptText(): string {
  return (
    builtFile(NAME) ??
    readFileSync(join(import.meta.dir, "../../..", NAME), "utf8")
  );
}
