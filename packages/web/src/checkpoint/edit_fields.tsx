import { LIMITS } from "../../../../src/core/base/limits.ts";
import type { Checkpoint, Conversation } from "../api/types.ts";
import { TextArea, TextField } from "../ui/field.tsx";
import { t } from "../ui/t.ts";
import { useEditing } from "./editing.tsx";

/** Fields to change a proposal's words and terms in place. */
export function EditFields({
  conversation,
  checkpoint,
}: {
  conversation: Conversation;
  checkpoint: Checkpoint;
}) {
  const { names, fields, priceError, set } = useEditing(
    conversation,
    checkpoint,
  );
  if (!fields) return null;
  return (
    <div>
      {names.includes("title") && (
        <TextField
          label={t`Title`}
          maxLength={LIMITS.titleCharsMax}
          value={fields.title}
          onText={(title) => set("title", title)}
        />
      )}
      <TextArea
        id={editId(checkpoint)}
        label={t`Message`}
        className="field text-read"
        rows={Math.min(12, Math.max(3, fields.text.split("\n").length + 1))}
        maxLength={LIMITS.textCharsMax}
        value={fields.text}
        onText={(text) => set("text", text)}
      />
      {names.includes("price") && (
        <TextField
          label={t`Price`}
          inputMode="decimal"
          value={fields.price}
          error={priceError}
          onText={(price) => set("price", price)}
        />
      )}
    </div>
  );
}

function editId({ checkpointId }: Checkpoint): string {
  return `edit-${checkpointId}`;
}

/** Focuses the words being edited. */
export function focusEdit(checkpoint: Checkpoint): void {
  document.getElementById(editId(checkpoint))?.focus();
}
