/**
 * Bundles the server into one file for the next start, after everything else:
 * `src/start.ts` runs it.
 * @module
 */
import { setPriority } from "node:os";
import { join } from "node:path";
import { keepServer } from "./kept_server.ts";

const LAST = 19;

setPriority(LAST);
await keepServer(join(import.meta.dir, "../.."));
