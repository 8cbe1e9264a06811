import { join } from "node:path";
import { keptPath } from "../web/kept_bundle.ts";

/** The bundled server of exactly these sources, with its bytecode next to it. */
export function serverPath(root: string): string {
  return join(keptPath(root, "server"), "main.js");
}

/** `svc` in two files: its program, and the service's core for the commands that need it. */
export interface KeptSvc {
  readonly program: string;
  readonly core: string;
}

/** The bundled `svc` of exactly these sources. */
export function svcPaths(root: string): KeptSvc {
  const folder = keptPath(root, "svc");
  return { program: join(folder, "program.js"), core: join(folder, "core.js") };
}
