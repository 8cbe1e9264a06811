import type { CommandCall } from "../access/context.ts";
import { ADDRESS_MEMBER, defineCommand } from "../access/operation.ts";
import { readOwnDomain } from "../addresses/domains/domain_name.ts";
import { firstCheckAt, isClaimed } from "../addresses/domains/domain_rules.ts";
import type { DomainRow } from "../addresses/domains/domain_store.ts";
import { domainStore } from "../addresses/domains/domain_store.ts";
import { recordDomain } from "../addresses/domains/domains.ts";
import { presentDomain } from "../addresses/domains/present_domain.ts";
import { AddedDomainSchema } from "../addresses/schemas.ts";
import { addressStore } from "../addresses/store.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, string } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";

const TOKEN_BYTES = 32;

/** Claims a domain: returns the record that proves it. */
export const addDomain = defineCommand({
  name: "add_domain",
  title: "Add a domain",
  description:
    "Add a domain you own. Publish the returned DNS record, then verify.",
  access: ADDRESS_MEMBER,
  scope: "addresses:write",
  input: closed({
    domain: string(
      "A domain you own, such as example.org.",
      LIMITS.addressCharsMax,
    ),
  }),
  output: AddedDomainSchema,
  chains: (_input, { member }) => [member.accountId],
  async run(input, call) {
    const { accountId } = call.member;
    const domain = readOwnDomain(call.settings, input.domain);
    const store = domainStore(call.db);
    const own = await addressStore(call.db).ofAccount(accountId);
    const before = await store.ofAccountNamed(accountId, domain);
    if (before && isClaimed(before.status)) {
      return {
        ...presentDomain(before, own?.localPart, call.say),
        created: false,
      };
    }
    // A new token: a record of an earlier owner proves nothing.
    if (before) call.write(store.remove(before.id));
    else await makeRoom(call);
    const claim = newClaim(call, domain);
    call.write(store.insert(claim));
    recordDomain(call, claim);
    return { ...presentDomain(claim, own?.localPart, call.say), created: true };
  },
});

/** Makes room for a new claim by removing ended ones, oldest first. @throws quota_exceeded */
async function makeRoom(call: CommandCall): Promise<void> {
  const store = domainStore(call.db);
  const all = await store.ofAccount(call.member.accountId);
  if (all.length < LIMITS.domainsPerAccountMax) return;
  const oldest = all.findLast(({ status }) => !isClaimed(status));
  if (oldest) {
    call.write(store.remove(oldest.id));
    return;
  }
  throw new ServiceError("quota_exceeded", {
    detail: told`Cannot add another domain: you have ${LIMITS.domainsPerAccountMax} already.`,
  });
}

function newClaim(call: CommandCall, domain: string): DomainRow {
  return {
    id: call.newId("domain"),
    accountId: call.member.accountId,
    domain,
    status: "pending-dns",
    token: Buffer.from(call.randomBytes(TOKEN_BYTES)).toString("base64url"),
    createdAt: call.now,
    lastCheckedAt: null,
    verifiedAt: null,
    nextCheckAt: firstCheckAt(call.now),
    misses: 0,
    missingSince: null,
    lastCheck: null,
  };
}
