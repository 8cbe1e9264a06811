import { serverPath } from "../src/process/kept_paths.ts";
import { keepServer } from "../src/process/kept_server.ts";
import { ROOT } from "./server_process.ts";

/** The file that `bun run start` runs: a cached build of the current sources. */
export async function startedScript(): Promise<string> {
  await keepServer(ROOT);
  return serverPath(ROOT);
}
