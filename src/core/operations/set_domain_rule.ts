import { Type } from "typebox";
import { defineCommand, OPERATOR_ONLY } from "../access/operation.ts";
import { parseDomain } from "../addresses/address.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, flag, nullable, string, Timestamp } from "../base/schemas.ts";
import { cleanLine } from "../base/text.ts";
import { showTime } from "../base/time.ts";
import { phrase } from "../base/words/say.ts";
import type { Sentence } from "../base/words/sentence.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import type { DomainRule } from "../federation/domain_rule_store.ts";
import { domainRuleStore } from "../federation/domain_rule_store.ts";

/** A rule as the operator reads it. */
export const DomainRuleSchema = closed({
  domain: string("The domain, and all below it."),
  rule: Type.Enum(["allow", "block"]),
  reason: string("The operator's own words."),
  createdAt: Timestamp,
});

/** Allows or blocks another domain, or forgets its rule. */
export const setDomainRule = defineCommand({
  name: "set_domain_rule",
  title: "Set the rule for a domain",
  access: OPERATOR_ONLY,
  input: closed({
    domain: Type.String({ maxLength: LIMITS.addressCharsMax }),
    rule: nullable(Type.Enum(["allow", "block"])),
    reason: Type.Optional(Type.String({ maxLength: LIMITS.titleCharsMax })),
  }),
  output: closed({
    rules: Type.Array(DomainRuleSchema),
    hadRule: flag("True if the domain had a rule before."),
  }),
  chains: () => [],
  async run({ domain: text, rule, reason = "" }, call) {
    const domain = readRuledDomain(text);
    const store = domainRuleStore(call.db);
    const all = await store.list();
    const others = all.filter((it) => it.domain !== domain);
    const hadRule = others.length < all.length;
    if (rule === null) {
      call.write(store.remove(domain));
      return { rules: others.map(showRule), hadRule };
    }
    if (domain === call.settings.addressDomain) {
      throw wrongDomain(told`${domain} is the domain of this service itself`);
    }
    if (others.length >= LIMITS.domainRulesMax) {
      throw new ServiceError("quota_exceeded", {
        detail: told`Cannot keep more than ${LIMITS.domainRulesMax} rules for domains.`,
      });
    }
    const row = {
      domain,
      rule,
      reason: cleanLine(reason),
      createdAt: call.now,
    };
    call.write(store.save(row));
    return { rules: [...others, row].map(showRule), hadRule };
  },
});

/** @throws invalid_domain with the form that is expected, of a URL or an address, too */
function readRuledDomain(text: string): string {
  try {
    return parseDomain(text);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const url = URL.parse(text.includes("://") ? text : `https://${text}`);
    const { hostname = "" } = url ?? {};
    const example = hostname.includes(".") ? hostname : "b.example";
    throw wrongDomain(told`write the domain alone, such as ${example}`);
  }
}

function wrongDomain(why: Sentence): ServiceError {
  return new ServiceError("invalid_domain", {
    detail: told`Cannot set a rule: ${why}.`,
    fix: phrase`Name the domain of another service, such as b.example.`,
    errors: [{ pointer: "/domain", code: "invalid_domain", detail: why }],
  });
}

/** A rule for the operator. */
export function showRule({ createdAt, ...rule }: DomainRule) {
  return { ...rule, createdAt: showTime(createdAt) };
}
