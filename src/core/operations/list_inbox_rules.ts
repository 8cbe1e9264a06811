import { Type } from "typebox";
import { defineQuery, MEMBER } from "../access/operation.ts";
import { closed } from "../base/schemas.ts";
import { labelStore } from "../conversations/acts/labels/label_store.ts";
import {
  InboxRuleSchema,
  presentRule,
} from "../conversations/acts/rules/inbox_rule.ts";
import { inboxRuleStore } from "../conversations/acts/rules/inbox_rule_store.ts";

/** Lists the caller's rules. */
export const listInboxRules = defineQuery({
  name: "list_inbox_rules",
  title: "List rules",
  description: "List your rules for new conversations.",
  access: MEMBER,
  scope: "conversations:read",
  input: closed({}),
  output: closed({
    rules: Type.Array(InboxRuleSchema, {
      description: "All of them, the oldest first.",
    }),
  }),
  async run(_input, { db, member }) {
    const labels = await labelStore(db).of(member.accountId);
    const rules = await inboxRuleStore(db).of(member.accountId);
    return { rules: rules.map((rule) => presentRule(rule, labels)) };
  },
});
