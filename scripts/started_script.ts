import { keepServer, serverPath } from "../src/kept_server.ts";
import { ROOT } from "./server_process.ts";

/** What `bun run start` runs: the one file that is kept of the sources of now. */
export async function startedScript(): Promise<string> {
  await keepServer(ROOT);
  return serverPath(ROOT);
}
