import type { Operation } from "../access/operation.ts";
import { inspectService } from "./inspect_service.ts";
import { makeBackup } from "./make_backup.ts";
import { probeWebhooks } from "./probe_webhooks.ts";
import { recordUpkeep } from "./record_upkeep.ts";
import { verifyDatabase } from "./verify_database.ts";

/** What looks after the store, and at what the service stands on. */
export const UPKEEP_OPERATIONS: readonly Operation[] = [
  inspectService,
  probeWebhooks,
  makeBackup,
  verifyDatabase,
  recordUpkeep,
];
