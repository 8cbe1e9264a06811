import type { Actor } from "../../access/actor.ts";
import { SYSTEM_ACTOR } from "../../access/actor.ts";
import type { CommandCall, QueryCall } from "../../access/context.ts";
import { told } from "../../base/words/sentence.ts";
import { ServiceError } from "../../errors/errors.ts";
import type { DnsCheck } from "../dns/check.ts";
import { withoutQuotes } from "../dns/check.ts";
import { recordName, recordValue } from "./domain_name.ts";
import { ended, isClaimed } from "./domain_rules.ts";
import type { DomainRow } from "./domain_store.ts";
import { domainStore } from "./domain_store.ts";

/** The findings about a claim before the decision. */
export interface DomainProof {
  readonly check: DnsCheck;
  /** Accounts whose live claim of the same domain a verification would end. */
  readonly rivals: readonly string[];
}

/**
 * Looks up a claim's record and rival claims. Uses the network: only for a command's
 * `prepare`.
 */
export async function proofOf(
  call: QueryCall,
  { domain, token, accountId }: DomainRow,
): Promise<DomainProof> {
  const wanted = { name: recordName(domain), value: recordValue(token) };
  // Its client is large, and few calls look a domain up.
  const { lookUpTxt } = await import("../dns/look_up.ts");
  const check = await lookUpTxt(call.settings.dns, wanted);
  const rivals = check.ok
    ? await domainStore(call.db).rivals(domain, accountId)
    : [];
  return { check, rivals: rivals.map((it) => it.accountId) };
}

/**
 * Writes the result of a check, with a record on the chain of every affected account. A
 * verification ends the claims of others, and takes the domain from its holder once the
 * holder's record is gone.
 * @param judge The effect of the check on the claim itself.
 */
export async function settle(
  call: CommandCall,
  claim: DomainRow,
  proof: DomainProof,
  judge: (claim: DomainRow, check: DnsCheck, now: number) => DomainRow,
): Promise<DomainRow> {
  const check = await contested(call, claim, proof);
  const after = {
    ...judge(claim, check, call.now),
    lastCheckedAt: call.now,
    lastCheck: check,
  };
  const store = domainStore(call.db);
  if (after.status === claim.status) {
    call.write(store.saveCheck(after));
    return after;
  }
  if (check.ok) await supersede(call, claim, proof.rivals);
  call.write(store.move(after));
  recordDomain(call, after, actorFor(call));
  return after;
}

/** The record of a claim's change in its account's chain. */
export function recordDomain(
  call: CommandCall,
  { accountId, id, domain, status }: DomainRow,
  actor?: Actor,
): void {
  call.record({
    chainId: accountId,
    type: RECORD_TYPES[status],
    refs: { domainId: id, domain },
    ...(actor && { actor }),
  });
}

const RECORD_TYPES: Readonly<Record<DomainRow["status"], string>> = {
  "pending-dns": "domain.added",
  verified: "domain.verified",
  "dns-missing": "domain.lost",
  revoked: "domain.revoked",
  superseded: "domain.superseded",
  expired: "domain.expired",
};

/** The daily check is an act of the system. */
function actorFor({ caller }: CommandCall): Actor | undefined {
  return caller.via === "system" ? SYSTEM_ACTOR : undefined;
}

/** While the holder's record is still published, the zone names both, and the first stays. */
async function contested(
  call: CommandCall,
  claim: DomainRow,
  { check, rivals }: DomainProof,
): Promise<DnsCheck> {
  if (!check.ok) return check;
  const holder = await domainStore(call.db).holder(claim.domain);
  if (!holder || holder.accountId === claim.accountId) return check;
  const value = recordValue(holder.token);
  const isPublished = check.observed.some((it) => withoutQuotes(it) === value);
  // A holder that appeared after the look-up cannot be changed: its chain is not locked.
  if (!isPublished && rivals.includes(holder.accountId)) return check;
  return {
    ...check,
    ok: false,
    code: "held_by_another",
    ...(isPublished && { holderValue: value }),
  };
}

async function supersede(
  call: CommandCall,
  { domain, accountId }: DomainRow,
  known: readonly string[],
): Promise<void> {
  const store = domainStore(call.db);
  for (const rival of await store.rivals(domain, accountId)) {
    if (!known.includes(rival.accountId)) continue;
    const after = ended(rival, "superseded");
    call.write(store.move(after));
    recordDomain(call, after, SYSTEM_ACTOR);
  }
}

/** A claim of the caller's own. @throws domain_not_found, also for somebody else's */
export async function loadOwnDomain(
  call: QueryCall,
  id: string,
): Promise<DomainRow> {
  const row = await domainStore(call.db).byId(id);
  if (row?.accountId === call.member.accountId) return row;
  throw new ServiceError("domain_not_found", {
    detail: told`Cannot find this domain among yours.`,
  });
}

/** @throws domain_ended if the claim cannot be revived */
export function requireLive({ domain, status }: DomainRow): void {
  if (isClaimed(status)) return;
  throw new ServiceError("domain_ended", {
    detail: told`Cannot verify ${domain}: its claim is ${status}. Add the domain again.`,
    extra: { domainStatus: status },
  });
}
