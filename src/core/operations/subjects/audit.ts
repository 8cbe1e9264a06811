import type { Operation } from "../../access/operation.ts";
import { compareLog } from "../compare_log.ts";
import { getAuditLog } from "../get_audit_log.ts";
import { makeLogCheckpoint } from "../make_log_checkpoint.ts";
import { proveAuditHead } from "../prove_audit_head.ts";
import { proveLogConsistency } from "../prove_log_consistency.ts";
import { readAudit } from "../read_audit.ts";
import { readLogCheckpoint } from "../read_log_checkpoint.ts";
import { readLogTile } from "../read_log_tile.ts";
import { verifyAudit } from "../verify_audit.ts";

/** The audit chains and the transparency log. */
export const AUDIT_OPERATIONS: readonly Operation[] = [
  readAudit,
  verifyAudit,
  makeLogCheckpoint,
  getAuditLog,
  proveAuditHead,
  proveLogConsistency,
  readLogCheckpoint,
  readLogTile,
  compareLog,
];
