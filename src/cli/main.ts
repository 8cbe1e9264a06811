/**
 * Runs `svc`: from the files that a start of the service bundled from exactly these sources,
 * otherwise from the sources.
 * @module
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { IS_EXECUTABLE } from "../http/built_file.ts";
import { svcPaths } from "../process/kept_paths.ts";
import type { svc as fromSources } from "./from_sources.ts";

type Program = typeof import("./program.ts");

/** Loads the program of a command, from the kept files where they are there. */
async function load(): Promise<typeof fromSources> {
  const kept = IS_EXECUTABLE
    ? undefined
    : svcPaths(join(import.meta.dir, "../.."));
  if (!kept || !existsSync(kept.program)) {
    return (await import("./from_sources.ts")).svc;
  }
  const { runSvc }: Program = await import(kept.program);
  return (argv, terminal) => runSvc(argv, terminal, () => import(kept.core));
}

// Only the owner can read files that svc writes.
process.umask(0o077);
const terminal = {
  out: (text: string) => void process.stdout.write(text),
  err: (text: string) => void process.stderr.write(text),
};
const svc = await load();
process.exitCode = await svc(process.argv.slice(2), terminal);
