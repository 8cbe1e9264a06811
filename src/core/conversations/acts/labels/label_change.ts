import type { CommandCall, QueryCall } from "../../../access/context.ts";
import { LIMITS } from "../../../base/limits.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { invalid } from "../../../errors/field_errors.ts";
import { nearestName } from "../../../errors/unknown_fields.ts";
import { settingChange } from "../../../events/setting_changes.ts";
import type { Label } from "./label_name.ts";
import { labelKey, readLabelName } from "./label_name.ts";
import { labelStore } from "./label_store.ts";

/** The labels that a viewer adds to conversations, and removes. */
export interface WantedLabels {
  readonly addLabels?: readonly string[] | undefined;
  readonly removeLabels?: readonly string[] | undefined;
}

/** The same, as labels of the account. */
export interface LabelChange {
  readonly added: readonly Label[];
  readonly removed: readonly Label[];
  /** All labels of the account, with the new ones. */
  readonly all: readonly Label[];
}

/**
 * Reads the labels to add and remove for a number of conversations, and creates the new ones.
 * @throws invalid_input, label_not_found, quota_exceeded
 */
export async function labelChange(
  call: CommandCall,
  { addLabels = [], removeLabels = [] }: WantedLabels,
  conversations: number,
): Promise<LabelChange | undefined> {
  if (addLabels.length + removeLabels.length === 0) return undefined;
  const { accountId } = call.member;
  const store = labelStore(call.db);
  const all = [...(await store.of(accountId))];
  const removed = removeLabels.map((name) => labelNamed(all, name));
  const added: Label[] = [];
  for (const [index, given] of addLabels.entries()) {
    const read = readLabelName(given, `/addLabels/${index}`);
    const known = all.find(({ key }) => key === read.key);
    const label = known ?? { id: call.newId("label"), accountId, ...read };
    if (removed.includes(label)) {
      const detail = told`add or remove a label, not both`;
      throw invalid("/removeLabels", "conflict", detail);
    }
    added.push(label);
    if (!known) {
      all.push(label);
      call.write(store.insert(label));
      call.changed(settingChange(accountId, "labels", "created"));
    }
    await refuseTooMany(call, label, conversations);
  }
  if (all.length > LIMITS.labelsMax) {
    throw new ServiceError("quota_exceeded", {
      detail: told`Cannot create another label: the limit is ${LIMITS.labelsMax}.`,
    });
  }
  return { added, removed, all };
}

async function refuseTooMany(
  { db }: QueryCall,
  { id }: Label,
  more: number,
): Promise<void> {
  const count = await labelStore(db).countOf(id);
  if (count + more <= LIMITS.labeledMax) return;
  throw new ServiceError("quota_exceeded", {
    detail: told`Cannot add the label: it can be on at most ${LIMITS.labeledMax} conversations.`,
  });
}

/**
 * The labels of a conversation after a change, in order.
 * @throws quota_exceeded for too many on one
 */
export function labelsAfter(
  { added, removed, all }: LabelChange,
  before: readonly string[],
): readonly Label[] {
  const kept = all.filter(
    (it) =>
      !removed.includes(it) && (before.includes(it.name) || added.includes(it)),
  );
  if (kept.length <= LIMITS.labelsPerConversationMax) return kept;
  throw new ServiceError("quota_exceeded", {
    detail: told`Cannot add the label: a conversation can have at most ${LIMITS.labelsPerConversationMax}.`,
  });
}

/**
 * A label of the caller's account, by its name.
 * @throws label_not_found
 */
export async function findLabel(
  { db, member }: QueryCall,
  name: string,
): Promise<Label> {
  return labelNamed(await labelStore(db).of(member.accountId), name);
}

export function labelNamed(all: readonly Label[], name: string): Label {
  const key = labelKey(name);
  const found = all.find((it) => it.key === key);
  if (found) return found;
  const didYouMean = nearestName(
    name,
    all.map((it) => it.name),
  );
  throw new ServiceError("label_not_found", {
    detail: told`Cannot find the label: you have no label with this name.`,
    ...(didYouMean !== undefined && { extra: { didYouMean } }),
  });
}
