import { Type } from "typebox";
import { defineCommand, MEMBER } from "../access/operation.ts";
import { closed, string } from "../base/schemas.ts";
import { findLabel } from "../conversations/acts/labels/label_change.ts";
import { LabelField } from "../conversations/acts/labels/label_name.ts";
import { labelStore } from "../conversations/acts/labels/label_store.ts";

/** Deletes a label, and removes it from all conversations. */
export const deleteLabel = defineCommand({
  name: "delete_label",
  title: "Delete a label",
  description:
    "Delete a label and remove it from every conversation. The conversations stay.",
  access: MEMBER,
  scope: "conversations:write",
  input: closed({ label: LabelField("One of your labels.") }),
  output: closed({
    label: string("Its name."),
    deleted: Type.Literal(true, { description: "Always true." }),
  }),
  tool: { destructive: true, idempotent: true, openWorld: false },
  chains: (_input, { member }) => [member.accountId],
  async run({ label }, call) {
    const { id, name } = await findLabel(call, label);
    call.write(...labelStore(call.db).remove({ id }));
    call.record({
      chainId: call.member.accountId,
      type: "label.deleted",
      refs: { labelId: id },
    });
    return { label: name, deleted: true as const };
  },
});
