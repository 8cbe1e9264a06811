import type { Command } from "commander";

/** The part of `svc` that has the service's core in it, for what no channel does. */
export type SvcCore = typeof import("./core.ts");

export type LoadCore = () => Promise<SvcCore>;

/** The core for a command, loaded as its program loads it. */
export async function coreOf(command: Command): Promise<SvcCore> {
  return await command.optsWithGlobals<{ core: LoadCore }>().core();
}
