import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Beside the one script that an executable is; no such folder lies beside the sources. */
const FOLDER = join(import.meta.dir, "built");

/** True in the executable of `bun run build`. */
export const IS_EXECUTABLE: boolean = existsSync(FOLDER);

/** A text that the build has made and put into the executable; undefined when run from source. */
export function builtFile(name: string): string | undefined {
  if (!IS_EXECUTABLE) return undefined;
  return readFileSync(join(FOLDER, name), "utf8");
}
