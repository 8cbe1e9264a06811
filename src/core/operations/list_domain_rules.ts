import { Type } from "typebox";
import { defineQuery, OPERATOR_ONLY } from "../access/operation.ts";
import { closed } from "../base/schemas.ts";
import { domainRuleStore } from "../federation/domain_rule_store.ts";
import { DomainRuleSchema, showRule } from "./set_domain_rule.ts";

/** Lists the operator's rules for other domains. */
export const listDomainRules = defineQuery({
  name: "list_domain_rules",
  title: "List the rules for domains",
  access: OPERATOR_ONLY,
  input: closed({}),
  output: closed({
    federation: Type.Enum(["closed", "allowlist", "open"]),
    rules: Type.Array(DomainRuleSchema),
  }),
  async run(_input, { db, settings }) {
    const rules = await domainRuleStore(db).list();
    return { federation: settings.federation.mode, rules: rules.map(showRule) };
  },
});
