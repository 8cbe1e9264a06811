import { rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { makeFiles } from "../src/process/kept_server.ts";
import { ROOT } from "./server_process.ts";

/** Beside the packages, so that their names lead to them. */
const FOLDER = join(
  ROOT,
  "node_modules/.cache/inbox",
  `one-file-${crypto.randomUUID()}`,
);
const made = new Map<string, Promise<string>>();

/**
 * A script of the repository as one file with all that it imports, made once a process:
 * each start of it takes a fourth of the processor time of the sources.
 * @param script From the root of the repository.
 */
export function oneFile(script: string): Promise<string> {
  const known = made.get(script) ?? make(script);
  made.set(script, known);
  return known;
}

async function make(script: string): Promise<string> {
  const outdir = join(FOLDER, dirname(script));
  await makeFiles(ROOT, [script], { outdir, format: "esm" });
  return join(outdir, `${basename(script, ".ts")}.js`);
}

process.on("exit", () => rmSync(FOLDER, { recursive: true, force: true }));
