/**
 * Makes every package of a release: `bun run pack [FOLDER]`, `dist` if none is named.
 * @module
 */
import { resolve } from "node:path";
import { packClient } from "./pack_client.ts";
import { packPython } from "./pack_python.ts";
import { packService } from "./pack_service.ts";
import { ROOT } from "./server_process.ts";

const [first = "dist"] = process.argv.slice(2);
const folder = resolve(ROOT, first);
for (const pack of [packService, packClient, packPython]) {
  process.stdout.write(`${await pack(folder)}\n`);
}
