/**
 * The part of `svc` that has the service's core in it: it opens the database itself, where no
 * service runs or none may. `main.ts` hands in how it is loaded; only data crosses between the two.
 * @module
 */
import type { CHECKS } from "./doctor/checks.ts";

export { readSchema } from "../core/db/database.ts";
export { whyUnknown } from "../core/db/schema_steps.ts";
export { verifyAll } from "../core/loops/upkeep_tasks.ts";
export { missingKeys, sealedKeysOf } from "../process/backup_keys.ts";
export { moveServer } from "./backup/move_server.ts";
export { problemsOfRestored, restoreHere } from "./backup/restore_here.ts";
export { itemsOf } from "./import/archive_items.ts";
export { openChecked } from "./import/checked_archive.ts";
export { openHere, operationsOf } from "./open_here.ts";
export { rotateKeys } from "./rotate_keys.ts";

/** The checks of `svc doctor`, which speak with relays and name servers. */
export async function doctorChecks(): Promise<typeof CHECKS> {
  return (await import("./doctor/checks.ts")).CHECKS;
}
