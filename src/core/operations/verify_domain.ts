import type { QueryCall } from "../access/context.ts";
import { ADDRESS_MEMBER, definePreparedCommand } from "../access/operation.ts";
import { afterVerify } from "../addresses/domains/domain_rules.ts";
import type { DomainRow } from "../addresses/domains/domain_store.ts";
import { domainStore } from "../addresses/domains/domain_store.ts";
import {
  loadOwnDomain,
  proofOf,
  requireLive,
  settle,
} from "../addresses/domains/domains.ts";
import { presentDomain } from "../addresses/domains/present_domain.ts";
import { DomainId, DomainSchema } from "../addresses/schemas.ts";
import { addressStore } from "../addresses/store.ts";
import { LIMITS } from "../base/limits.ts";
import { closed } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { ServiceError } from "../errors/errors.ts";
import { tellLoss } from "../mail/domain_notices.ts";

/** Checks a domain's record now. Never makes the domain's status worse. */
export const verifyDomain = definePreparedCommand({
  name: "verify_domain",
  title: "Verify a domain",
  description:
    "Look up the DNS record of a domain you added and say what is published. A matching record verifies the domain.",
  access: ADDRESS_MEMBER,
  scope: "addresses:write",
  input: closed({ id: DomainId }),
  output: DomainSchema,
  async prepare({ id }, call) {
    const claim = await loadOwnDomain(call, id);
    requireLive(claim);
    requirePause(call, claim);
    return await once(call.db, id, () => proofOf(call, claim));
  },
  chains: (_input, { member }, { rivals }) => [member.accountId, ...rivals],
  async run({ id }, call, proof) {
    const claim = await loadOwnDomain(call, id);
    requireLive(claim);
    const holder = await domainStore(call.db).holder(claim.domain);
    const after = await settle(call, claim, proof, afterVerify);
    tellLoss(call, { before: claim, after, holder });
    const own = await addressStore(call.db).ofAccount(claim.accountId);
    return presentDomain(after, own?.localPart, call.say);
  },
});

/** @throws rate_limited: once in ten seconds is enough. */
function requirePause(call: QueryCall, { lastCheckedAt }: DomainRow): void {
  if (lastCheckedAt === null) return;
  const left = lastCheckedAt + LIMITS.domainVerifyEveryMs - call.now;
  if (left > 0) throw tooSoon(Math.ceil(left / 1_000));
}

const lookingUp = perDatabase((_db: Database) => new Set<string>());

/** Looks up a domain once at a time, however many ask. */
async function once<T>(
  db: Database,
  id: string,
  work: () => Promise<T>,
): Promise<T> {
  const running = lookingUp(db);
  if (running.has(id)) throw tooSoon(LIMITS.domainVerifyEveryMs / 1_000);
  running.add(id);
  try {
    return await work();
  } finally {
    running.delete(id);
  }
}

function tooSoon(retryAfter: number): ServiceError {
  return new ServiceError("rate_limited", {
    detail: told`Cannot check the domain yet. Try again in ${retryAfter} seconds.`,
    extra: { retryAfter },
  });
}
