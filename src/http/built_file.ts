import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Next to an executable's one script; the sources have no such folder. */
const FOLDER = join(import.meta.dir, "built");

/** True in the executable of `bun run build`. */
export const IS_EXECUTABLE: boolean = existsSync(FOLDER);

/** A text that the build put into the executable; undefined when run from source. */
export function builtFile(name: string): string | undefined {
  if (!IS_EXECUTABLE) return undefined;
  return readFileSync(join(FOLDER, name), "utf8");
}
