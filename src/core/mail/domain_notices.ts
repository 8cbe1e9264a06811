import type { CommandCall } from "../access/context.ts";
import { isHeld } from "../addresses/domains/domain_rules.ts";
import type { DomainRow } from "../addresses/domains/domain_store.ts";
import { queueNotice } from "./notices.ts";

/** A claim before and after a check, and the previous holder of the domain. */
export interface DomainChange {
  readonly before: DomainRow;
  readonly after: DomainRow;
  readonly holder: DomainRow | undefined;
}

/**
 * Mails the account that can no longer send from a domain, once for each step: its record is
 * gone, or another account has verified it.
 */
export function tellLoss(
  call: CommandCall,
  { before, after, holder }: DomainChange,
): void {
  if (after.status === before.status) return;
  const { accountId, domain, status } = after;
  const conversationId = null;
  if (
    isHeld(before.status) &&
    (status === "dns-missing" || status === "revoked")
  )
    queueNotice(call, {
      accountId,
      conversationId,
      about: "domain_lost",
      domain,
    });
  const isTaken = status === "verified" && holder !== undefined;
  if (!isTaken || holder.accountId === accountId) return;
  queueNotice(call, {
    accountId: holder.accountId,
    conversationId,
    about: "domain_taken",
    domain,
  });
}
