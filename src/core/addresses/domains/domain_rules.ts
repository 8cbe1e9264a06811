import { LIMITS } from "../../base/limits.ts";
import { DAY_MS } from "../../base/time.ts";
import type { DnsCheck } from "../dns/check.ts";
import { isMiss } from "../dns/check.ts";

/** States of a claim of a domain (docs/addresses.md, Custom domains). */
export const DOMAIN_STATUSES = [
  "pending-dns",
  "verified",
  "dns-missing",
  "revoked",
  "superseded",
  "expired",
] as const;
export type DomainStatus = (typeof DOMAIN_STATUSES)[number];

/** The parts of a claim that a check may change. */
export interface DomainState {
  readonly status: DomainStatus;
  readonly createdAt: number;
  readonly verifiedAt: number | null;
  readonly nextCheckAt: number | null;
  /** Daily checks in a row that found no record, and since when. */
  readonly misses: number;
  readonly missingSince: number | null;
}

/** True while a claim can still be verified, or has been. */
export function isClaimed(status: DomainStatus): boolean {
  return (
    status === "pending-dns" ||
    status === "verified" ||
    status === "dns-missing"
  );
}

/** True while an account holds a domain: its mailbox receives. */
export function isHeld(status: DomainStatus): boolean {
  return status === "verified" || status === "dns-missing";
}

/** The time of a new claim's first automatic check. */
export function firstCheckAt(now: number): number {
  return now + LIMITS.domainCheckEveryMs;
}

/** A check on request can only improve a claim. Pure. */
export function afterVerify<S extends DomainState>(
  claim: S,
  { ok }: DnsCheck,
  now: number,
): S {
  return ok ? proven(claim, now) : claim;
}

/**
 * The daily check also lowers it, slowly: failures of DNS itself do not count against a
 * domain. Pure.
 */
export function afterRecheck<S extends DomainState>(
  claim: S,
  check: DnsCheck,
  now: number,
): S {
  if (check.ok) return proven(claim, now);
  const wait = isMiss(check)
    ? LIMITS.domainCheckEveryMs
    : LIMITS.domainCheckRetryMs;
  const next = { ...claim, nextCheckAt: now + wait };
  if (claim.status === "pending-dns") {
    const isOver = now - claim.createdAt >= LIMITS.domainClaimDays * DAY_MS;
    return isOver ? ended(claim, "expired") : next;
  }
  return isMiss(check) ? missed(next, now) : next;
}

/** An ended claim. Pure. */
export function ended<S extends DomainState>(
  claim: S,
  status: "expired" | "revoked" | "superseded",
): S {
  return { ...claim, status, nextCheckAt: null };
}

function proven<S extends DomainState>(claim: S, now: number): S {
  return {
    ...claim,
    status: "verified",
    verifiedAt: claim.status === "verified" ? claim.verifiedAt : now,
    nextCheckAt: now + LIMITS.domainCheckEveryMs,
    misses: 0,
    missingSince: null,
  };
}

function missed<S extends DomainState>(claim: S, now: number): S {
  const misses = claim.misses + 1;
  const missingSince = claim.missingSince ?? now;
  const forMs = now - missingSince;
  const next = { ...claim, misses, missingSince };
  if (claim.status === "verified") {
    const isLost =
      misses >= LIMITS.domainMissesMax && forMs >= LIMITS.domainMissingMs;
    return isLost ? { ...next, status: "dns-missing" } : next;
  }
  const isOver = forMs >= LIMITS.domainRevokeDays * DAY_MS;
  return isOver ? ended(next, "revoked") : next;
}
