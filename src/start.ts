/**
 * Starts the service: from the one file that was kept of just these sources, else from the
 * sources, and then keeps it for the next start.
 * @module
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { serverPath } from "./kept_server.ts";

const kept = serverPath(join(import.meta.dir, ".."));
if (existsSync(kept)) {
  await import(kept);
} else {
  const { started } = await import("./main.ts");
  await started;
  // A folder that cannot be written costs the time of a longer start and no more.
  Bun.spawn([process.execPath, join(import.meta.dir, "keep_server.ts")], {
    stdio: ["ignore", "ignore", "ignore"],
  }).unref();
}
