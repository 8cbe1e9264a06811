import { SYSTEM_ACTOR } from "../../../access/actor.ts";
import type { CommandCall } from "../../../access/context.ts";
import { entryFor } from "../../../addresses/acquaintance.ts";
import { contactChanged } from "../../../addresses/contacts.ts";
import { contactStore } from "../../../addresses/contacts_store.ts";
import { LIMITS } from "../../../base/limits.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import { recipientsOf } from "../../model/model.ts";
import type { Filed } from "../../model/turn/filed.ts";
import { assigneeIn, labelsInTurn } from "../labels/assignee.ts";
import type { Label } from "../labels/label_name.ts";
import { labelStore } from "../labels/label_store.ts";
import { recordEvent } from "../store/change.ts";
import type { InboxRule } from "./inbox_rule.ts";
import { isMeant } from "./inbox_rule.ts";
import { inboxRuleStore } from "./inbox_rule_store.ts";

/**
 * Applies the recipients' rules to a conversation on delivery, in the same batch. It stays a
 * request: no rule accepts, pays or answers.
 */
export async function fileByRules(
  call: CommandCall,
  conversation: Conversation,
): Promise<Conversation> {
  const filed: Filed[] = [];
  for (const it of recipientsOf(conversation)) {
    const { accountId, position, kind } = it;
    const isOther = accountId !== conversation.ownerId;
    if (accountId === null || kind === "service" || !isOther) continue;
    const all = await inboxRuleStore(call.db).of(accountId);
    const rules = all.filter((rule) => isMeant(rule, conversation));
    if (rules.length === 0) continue;
    const labels = await labelsBy(call, accountId, rules);
    if (rules.some(({ trust }) => trust)) {
      await trustSender(call, conversation, accountId);
    }
    const turns = rules.find(({ inTurn }) => inTurn !== null);
    const isAssigned =
      assigneeIn(
        labels.map((it) => it.name),
        "",
      ) !== null;
    const among =
      turns?.inTurn && !isAssigned
        ? await labelsInTurn(call, accountId, turns.inTurn)
        : {};
    for (const rule of rules) note(call, conversation, it, rule);
    filed.push({
      position,
      labelIds: labels.map(({ id }) => id),
      ...(turns &&
        Object.keys(among).length > 0 && { next: { ruleId: turns.id, among } }),
      archived: rules.some(({ archive }) => archive),
    });
  }
  return filed.length === 0 ? conversation : { ...conversation, filed };
}

/** The labels that rules add, as far as each may still be on another conversation. */
async function labelsBy(
  { db }: CommandCall,
  accountId: string,
  rules: readonly InboxRule[],
): Promise<readonly Label[]> {
  const ids = new Set(rules.map(({ labelId }) => labelId));
  if (!rules.some(({ labelId }) => labelId !== null)) return [];
  const store = labelStore(db);
  const all = await store.of(accountId);
  const put: Label[] = [];
  for (const label of all.filter(({ id }) => ids.has(id))) {
    const isFull = (await store.countOf(label.id)) >= LIMITS.labeledMax;
    if (!isFull) put.push(label);
  }
  return put.slice(0, LIMITS.labelsPerConversationMax);
}

/** Makes the sender a trusted contact of a recipient, unless they are a contact or blocked. */
async function trustSender(
  call: CommandCall,
  { ownerId: contactId, fromAddress: address }: Conversation,
  ownerId: string,
): Promise<void> {
  if (await entryFor(call, ownerId, contactId)) return;
  const store = contactStore(call.db);
  if ((await store.count(ownerId)) >= LIMITS.contactsMax) return;
  const times = { createdAt: call.now, updatedAt: call.now };
  const contact = { ownerId, address, contactId, ...times };
  call.write(
    store.upsert({ ...contact, contactType: "everyone", byAgent: false }),
  );
  call.changed(contactChanged(contact, "created"));
}

/** Only for the account with the rule. */
function note(
  call: CommandCall,
  conversation: Conversation,
  { position }: Participant,
  { id: ruleId, labelId, archive, trust }: InboxRule,
): void {
  recordEvent(call, conversation, "rule.applied", {
    actor: SYSTEM_ACTOR,
    audience: [position],
    refs: {
      ruleId,
      ...(labelId !== null && { labelId }),
      ...(archive && { archived: "true" }),
      ...(trust && { trusted: "true" }),
    },
  });
}
