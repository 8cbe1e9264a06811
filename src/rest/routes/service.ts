import { getAuditLog } from "../../core/operations/get_audit_log.ts";
import { getHealth } from "../../core/operations/get_health.ts";
import { getReadiness } from "../../core/operations/get_readiness.ts";
import { proveAuditHead } from "../../core/operations/prove_audit_head.ts";
import { proveLogConsistency } from "../../core/operations/prove_log_consistency.ts";
import { readAudit } from "../../core/operations/read_audit.ts";
import type { Route } from "../route.ts";
import { route } from "../route.ts";

const CONVERSATIONS = "/v1/conversations";
const CONVERSATION = `${CONVERSATIONS}/:conversationId`;

/** The state of the service, the audit chains and the transparency log. */
export const SERVICE_ROUTES: readonly Route[] = [
  route("GET", `${CONVERSATION}/audit`, readAudit),
  route("GET", `${CONVERSATION}/audit/proof`, proveAuditHead),
  route("GET", "/v1/audit/log", getAuditLog),
  route("GET", "/v1/audit/log/consistency", proveLogConsistency),
  route("GET", "/healthz", getHealth),
  route("GET", "/readyz", getReadiness, {
    statuses: [200, 503],
    statusOf: ({ ok }) => (ok ? 200 : 503),
    headers: ({ ok }) => (ok ? {} : { "retry-after": "1" }),
  }),
];
