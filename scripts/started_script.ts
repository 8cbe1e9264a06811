import { join } from "node:path";
import { IS_EXECUTABLE } from "../src/http/built_file.ts";
import { serverPath } from "../src/process/kept_paths.ts";
import { keepServer } from "../src/process/kept_server.ts";
import { oneFile } from "./one_file.ts";
import { ROOT } from "./server_process.ts";

/** The published package has one script for the service and `svc`, beside the demo's. */
const PACKAGED = join(import.meta.dir, "inbox.js");

/** The file that `bun run start` runs: a cached build of the current sources. */
export async function startedScript(): Promise<string> {
  if (IS_EXECUTABLE) return PACKAGED;
  await keepServer(ROOT);
  return serverPath(ROOT);
}

/** What runs `svc`, before its own arguments. */
export async function terminalScript(): Promise<readonly string[]> {
  if (IS_EXECUTABLE) return [PACKAGED, "svc"];
  return [await oneFile("src/cli/main.ts")];
}
