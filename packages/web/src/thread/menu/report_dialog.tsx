import { useState } from "react";
import { LIMITS } from "../../../../../src/core/base/limits.ts";
import { inbox } from "../../api/client.ts";
import { KEYS } from "../../api/queries.ts";
import type { ReportReason } from "../../api/types.ts";
import { useSave } from "../../api/use_save.ts";
import { Dialog, DialogAnswers } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Field, TextArea } from "../../ui/field.tsx";
import { rich } from "../../ui/rich.ts";
import { t } from "../../ui/t.ts";
import { REPORT_WORDS } from "../../ui/words.ts";

/** Reports abuse to the operator, and blocks the reported account on request. */
export function ReportDialog({
  address,
  conversationId,
  onClose,
}: {
  address: string;
  conversationId: string;
  onClose: () => void;
}) {
  const [reason, setReason] = useState<ReportReason>("spam");
  const [note, setNote] = useState("");
  const [isBlocked, setBlocked] = useState(true);
  const report = useSave(
    () =>
      inbox.reportContact({
        address,
        reason,
        note,
        conversationId,
        ...(isBlocked && { blocked: true }),
      }),
    { reads: [KEYS.contacts], says: t`Reported`, showsError: true },
  );
  return (
    <Dialog title={t`Report abuse`} isOpen onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (report.isPending) return;
          report.mutate(undefined, { onSuccess: onClose });
        }}
      >
        <p className="mb-4">
          {rich`This reports ${<bdi className="font-semibold">{address}</bdi>} and this conversation to the operator. They won't know it was you.`}
        </p>
        <Field label={t`Reason`}>
          {(ties) => (
            <select
              className="field"
              {...ties}
              value={reason}
              onChange={(event) =>
                setReason(event.target.value as ReportReason)
              }
            >
              {Object.entries(REPORT_WORDS).map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </Field>
        <TextArea
          label={t`Details`}
          hint={t`Optional. The operator will read this.`}
          rows={3}
          maxLength={LIMITS.reportNoteCharsMax}
          value={note}
          onText={setNote}
        />
        <label className="mb-4 flex min-h-11 items-center gap-2.5">
          <input
            type="checkbox"
            checked={isBlocked}
            onChange={(event) => setBlocked(event.target.checked)}
          />
          {t`Also block them`}
        </label>
        <Failure error={report.error} />
        <DialogAnswers
          leave={t`Go back`}
          act={t`Report`}
          isBad
          isBusy={report.isPending}
          onLeave={onClose}
        />
      </form>
    </Dialog>
  );
}
