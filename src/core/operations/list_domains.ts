import { Type } from "typebox";
import { ADDRESS_MEMBER, defineQuery } from "../access/operation.ts";
import { domainStore } from "../addresses/domains/domain_store.ts";
import { presentDomain } from "../addresses/domains/present_domain.ts";
import { DomainSchema } from "../addresses/schemas.ts";
import { addressStore } from "../addresses/store.ts";
import { closed } from "../base/schemas.ts";

/** Lists the domains that the caller has added. */
export const listDomains = defineQuery({
  name: "list_domains",
  title: "List your domains",
  description:
    "List the domains you added, newest first, each with its DNS record and the last check's result.",
  access: ADDRESS_MEMBER,
  scope: "addresses:read",
  input: closed({}),
  output: closed({ domains: Type.Array(DomainSchema) }),
  async run(_input, call) {
    const { accountId } = call.member;
    const own = await addressStore(call.db).ofAccount(accountId);
    const rows = await domainStore(call.db).ofAccount(accountId);
    return {
      domains: rows.map((row) => presentDomain(row, own?.localPart, call.say)),
    };
  },
});
