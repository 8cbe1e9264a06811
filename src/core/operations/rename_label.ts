import { defineCommand, MEMBER } from "../access/operation.ts";
import { closed, string } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { labelNamed } from "../conversations/acts/labels/label_change.ts";
import {
  LabelField,
  readLabelName,
} from "../conversations/acts/labels/label_name.ts";
import { labelStore } from "../conversations/acts/labels/label_store.ts";
import { invalid } from "../errors/field_errors.ts";

/** Renames a label on all its conversations. */
export const renameLabel = defineCommand({
  name: "rename_label",
  title: "Rename a label",
  description: "Rename a label on all its conversations.",
  access: MEMBER,
  scope: "conversations:write",
  input: closed({
    label: LabelField("One of your labels."),
    name: LabelField("Its new name."),
  }),
  output: closed({
    name: string("Its name now."),
  }),
  tool: { destructive: false, idempotent: true, openWorld: false },
  chains: (_input, { member }) => [member.accountId],
  async run({ label, name }, call) {
    const { accountId } = call.member;
    const store = labelStore(call.db);
    const all = await store.of(accountId);
    const before = labelNamed(all, label);
    const after = { ...before, ...readLabelName(name, "/name") };
    if (all.some(({ id, key }) => key === after.key && id !== after.id)) {
      throw invalid(
        "/name",
        "taken",
        told`you already have a label with this name`,
      );
    }
    if (after.name === before.name) return { name: after.name };
    call.write(store.rename(after));
    call.record({
      chainId: accountId,
      type: "label.renamed",
      refs: { labelId: after.id },
    });
    return { name: after.name };
  },
});
