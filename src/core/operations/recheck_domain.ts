import type { QueryCall } from "../access/context.ts";
import { definePreparedCommand, OPERATOR_ONLY } from "../access/operation.ts";
import { afterRecheck, isClaimed } from "../addresses/domains/domain_rules.ts";
import type { DomainRow } from "../addresses/domains/domain_store.ts";
import { domainStore } from "../addresses/domains/domain_store.ts";
import { proofOf, settle } from "../addresses/domains/domains.ts";
import { presentDomain } from "../addresses/domains/present_domain.ts";
import { DomainId, DomainSchema } from "../addresses/schemas.ts";
import { addressStore } from "../addresses/store.ts";
import { closed } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import { tellLoss } from "../mail/domain_notices.ts";

/** Checks a domain's record once a day, with a period of grace. */
export const recheckDomain = definePreparedCommand({
  name: "recheck_domain",
  title: "Re-check a domain",
  access: OPERATOR_ONLY,
  input: closed({ id: DomainId }),
  output: DomainSchema,
  async prepare({ id }, call) {
    const claim = await load(call, id);
    if (!isClaimed(claim.status)) return null;
    const proof = await proofOf(call, claim);
    return { proof, accountId: claim.accountId };
  },
  chains: (_input, _call, prepared) =>
    prepared ? [prepared.accountId, ...prepared.proof.rivals] : [],
  async run({ id }, call, prepared) {
    const claim = await load(call, id);
    const holder = await domainStore(call.db).holder(claim.domain);
    const after =
      prepared && isClaimed(claim.status)
        ? await settle(call, claim, prepared.proof, afterRecheck)
        : claim;
    tellLoss(call, { before: claim, after, holder });
    const own = await addressStore(call.db).ofAccount(claim.accountId);
    return presentDomain(after, own?.localPart, call.say);
  },
});

/** @throws domain_not_found */
async function load(call: QueryCall, id: string): Promise<DomainRow> {
  const row = await domainStore(call.db).byId(id);
  if (row) return row;
  throw new ServiceError("domain_not_found", {
    detail: told`Cannot find a domain with this id.`,
  });
}
