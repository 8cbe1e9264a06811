import { Type } from "typebox";
import { defineCommand, MEMBER } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { Word } from "../base/own_words.ts";
import { closed } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { inboxRuleStore } from "../conversations/acts/rules/inbox_rule_store.ts";
import { ServiceError } from "../errors/errors.ts";

/** Deletes a rule of the caller; what it did stays. */
export const deleteInboxRule = defineCommand({
  name: "delete_inbox_rule",
  title: "Delete a rule",
  description: "Delete one of your rules. What it did stays.",
  access: MEMBER,
  scope: "conversations:write",
  input: closed({ ruleId: Type.String({ maxLength: LIMITS.idCharsMax }) }),
  output: closed({
    ruleId: Word("id", "Id of the rule."),
    deleted: Type.Literal(true, { description: "Always true." }),
  }),
  chains: (_input, { member }) => [member.accountId],
  async run({ ruleId }, call) {
    const { accountId } = call.member;
    const store = inboxRuleStore(call.db);
    const rule = (await store.of(accountId)).find(({ id }) => id === ruleId);
    if (!rule) {
      throw new ServiceError("rule_not_found", {
        detail: told`Cannot find the rule: you have none with this id.`,
      });
    }
    call.write(store.remove(rule));
    call.record({ chainId: accountId, type: "rule.deleted", refs: { ruleId } });
    return { ruleId, deleted: true as const };
  },
});
