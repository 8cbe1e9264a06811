import { defineCommand, MEMBER } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { closed } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import {
  requireTakingTurns,
  withAssignee,
} from "../conversations/acts/labels/assignee.ts";
import { labelChange } from "../conversations/acts/labels/label_change.ts";
import {
  CONDITION_FIELDS,
  DEED_FIELDS,
  InboxRuleSchema,
  presentRule,
  readCondition,
  refuseToTrust,
} from "../conversations/acts/rules/inbox_rule.ts";
import { inboxRuleStore } from "../conversations/acts/rules/inbox_rule_store.ts";
import { ServiceError } from "../errors/errors.ts";

/** Adds a rule for conversations that arrive from now on. */
export const addInboxRule = defineCommand({
  name: "add_inbox_rule",
  title: "Add a rule",
  description:
    "Label or archive new conversations, put a team's members on them in turn, or make their sender a contact, by sender or by words in the title. A rule never accepts, pays or replies. Try preview_inbox_rule first.",
  access: MEMBER,
  scope: "conversations:write",
  input: closed({ ...CONDITION_FIELDS, ...DEED_FIELDS }),
  output: closed({ rule: InboxRuleSchema }),
  chains: (_input, { member }) => [member.accountId],
  async run({ from, words, label, inTurn = null, ...input }, call) {
    const { accountId } = call.member;
    const { archive = false, trust = false } = input;
    const doesMore = label !== undefined || archive || trust;
    const condition = readCondition({ from, words }, !doesMore);
    if (!doesMore && inTurn === null) {
      throw new ServiceError("invalid_input", {
        detail: told`Cannot create the rule: it would do nothing. Have it add a label, archive or make the sender a contact.`,
      });
    }
    if (trust) refuseToTrust(call);
    if (inTurn) await requireTakingTurns(call, inTurn);
    const store = inboxRuleStore(call.db);
    if ((await store.of(accountId)).length >= LIMITS.inboxRulesMax) {
      throw new ServiceError("quota_exceeded", {
        detail: told`Cannot create another rule: the maximum is ${LIMITS.inboxRulesMax}.`,
      });
    }
    const marks = { addLabels: label === undefined ? [] : [label] };
    const { addLabels } = await withAssignee(call, marks, undefined, "/label");
    const { added: [put] = [] } =
      (await labelChange(call, { addLabels }, 0)) ?? {};
    const rule = {
      id: call.newId("inboxRule"),
      accountId,
      ...condition,
      labelId: put?.id ?? null,
      archive,
      trust,
      inTurn: inTurn?.map((it) => it.toLowerCase()) ?? null,
      turn: null,
      createdAt: call.now,
    };
    call.write(store.insert(rule));
    call.record({
      chainId: accountId,
      type: "rule.added",
      refs: { ruleId: rule.id },
    });
    return { rule: presentRule(rule, put ? [put] : []) };
  },
});
