/**
 * Bundles the server into one file for the next start, and `svc` into two,
 * after everything else: `src/start.ts` runs it.
 * @module
 */
import { setPriority } from "node:os";
import { join } from "node:path";
import { keepServer, keepSvc } from "./kept_server.ts";

const LAST = 19;

setPriority(LAST);
const root = join(import.meta.dir, "../..");
await keepServer(root);
await keepSvc(root);
