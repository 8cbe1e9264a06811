import type { Operation } from "../../access/operation.ts";
import { announceHoldEnd } from "../announce_hold_end.ts";
import { escalateCheckpoint } from "../escalate_checkpoint.ts";
import { expireCheckpoint } from "../expire_checkpoint.ts";
import { expireHold } from "../expire_hold.ts";
import { failSending } from "../fail_sending.ts";
import { findName } from "../find_name.ts";
import { getFigures } from "../get_figures.ts";
import { getHealth } from "../get_health.ts";
import { getReadiness } from "../get_readiness.ts";
import { inspectService } from "../inspect_service.ts";
import { keepDeadline } from "../keep_deadline.ts";
import { listDomainRules } from "../list_domain_rules.ts";
import { listSettings } from "../list_settings.ts";
import { makeBackup } from "../make_backup.ts";
import { meetSender } from "../meet_sender.ts";
import { pruneExpired } from "../prune_expired.ts";
import { recordUpkeep } from "../record_upkeep.ts";
import { sendDue } from "../send_due.ts";
import { setDomainRule } from "../set_domain_rule.ts";
import { trustClock } from "../trust_clock.ts";
import { verifyDatabase } from "../verify_database.ts";
import { wakeConversation } from "../wake_conversation.ts";

/** The state of the service, its upkeep, and the acts of its clock. */
export const SERVICE_OPERATIONS: readonly Operation[] = [
  getFigures,
  getHealth,
  getReadiness,
  listSettings,
  inspectService,
  makeBackup,
  verifyDatabase,
  recordUpkeep,
  trustClock,
  findName,
  meetSender,
  setDomainRule,
  listDomainRules,
  escalateCheckpoint,
  expireCheckpoint,
  expireHold,
  keepDeadline,
  announceHoldEnd,
  wakeConversation,
  sendDue,
  failSending,
  pruneExpired,
];
