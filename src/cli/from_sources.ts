import type { Terminal } from "../../packages/terminal/src/answer.ts";
import type { SvcCore } from "./core_of.ts";
import { runSvc } from "./program.ts";

/** Loads the core from the sources. */
export async function loadCore(): Promise<SvcCore> {
  return await import("./core.ts");
}

/** Runs one command from the sources and returns the exit code. */
export function svc(
  argv: readonly string[],
  terminal: Terminal,
): Promise<number> {
  return runSvc(argv, terminal, loadCore);
}
