import { useState } from "react";
import { LIMITS } from "../../../../../src/core/base/limits.ts";
import type { Changed } from "../../api/changes.ts";
import { useChange } from "../../api/changes.ts";
import { api } from "../../api/client.ts";
import { useLabels } from "../../api/queries.ts";
import type { Conversation } from "../../api/types.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import { TextField } from "../../ui/field.tsx";
import { t } from "../../ui/t.ts";

/** Adds and removes the person's labels of a conversation at once. */
export function LabelsDialog({
  conversation: { id, labels },
  onClose,
}: {
  conversation: Conversation;
  onClose: () => void;
}) {
  const [name, setName] = useState("");
  const all = useLabels().data?.labels.map((it) => it.name) ?? [];
  const change = useChange(
    (json: object) =>
      api<Changed>(`/v1/conversations/${id}`, { method: "PATCH", json }),
    { showsError: true },
  );
  const listed = [...new Set([...all, ...labels])];
  return (
    <Dialog title={t`Labels`} isOpen onClose={onClose}>
      <p className="hint mb-3">{t`Only you see these.`}</p>
      {listed.length > 0 && (
        <fieldset className="mb-4 max-h-72 overflow-y-auto">
          <legend className="sr-only">{t`Labels of this conversation`}</legend>
          {listed.map((label) => (
            <label key={label} className="flex min-h-11 items-center gap-2.5">
              <input
                type="checkbox"
                checked={labels.includes(label)}
                onChange={({ target: { checked } }) =>
                  change.mutate({
                    [checked ? "addLabels" : "removeLabels"]: [label],
                  })
                }
              />
              <bdi className="min-w-0 truncate">{label}</bdi>
            </label>
          ))}
        </fieldset>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (change.isPending || name.trim() === "") return;
          change.mutate(
            { addLabels: [name] },
            { onSuccess: () => setName("") },
          );
        }}
      >
        <TextField
          label={t`New label`}
          maxLength={LIMITS.labelCharsMax}
          value={name}
          onText={setName}
        />
        <Failure error={change.error} />
        <div className="flex justify-end gap-2">
          <button type="submit" className="btn">
            {t`Add`}
          </button>
          <button type="button" className="btn btn-main" onClick={onClose}>
            {t`Done`}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
