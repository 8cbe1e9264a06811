import { useState } from "react";
import { LIMITS } from "../../../../../src/core/base/limits.ts";
import type { Changed } from "../../api/changes.ts";
import { useChange } from "../../api/changes.ts";
import { api, onceKey } from "../../api/client.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import { TextArea } from "../../ui/field.tsx";
import { t } from "../../ui/t.ts";

/** Writes a note that only the team reads. */
export function NoteDialog({
  id,
  onClose,
}: {
  /** The conversation. */
  id: string;
  onClose: () => void;
}) {
  const [text, setText] = useState("");
  const [once] = useState(onceKey);
  const add = useChange(
    () =>
      api<Changed>(`/v1/conversations/${id}/messages`, {
        method: "POST",
        json: { text, note: true },
        headers: once,
      }),
    { showsError: true },
  );
  return (
    <Dialog title={t`Internal note`} isOpen onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (add.isPending || text.trim() === "") return;
          add.mutate(undefined, { onSuccess: onClose });
        }}
      >
        <TextArea
          label={t`Note`}
          hint={t`Only the team sees this.`}
          rows={4}
          maxLength={LIMITS.textCharsMax}
          value={text}
          onText={setText}
        />
        <Failure error={add.error} />
        <div className="flex justify-end gap-2">
          <button type="button" className="btn" onClick={onClose}>
            {t`Cancel`}
          </button>
          <button
            type="submit"
            className="btn btn-main"
            aria-disabled={add.isPending}
          >
            {t`Add note`}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
