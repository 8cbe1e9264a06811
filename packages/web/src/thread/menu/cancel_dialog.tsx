import { useState } from "react";
import { LIMITS } from "../../../../../src/core/base/limits.ts";
import { useAct } from "../../api/changes.ts";
import type { Action } from "../../api/types.ts";
import { Dialog, DialogAnswers } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import { TextArea } from "../../ui/field.tsx";
import { t } from "../../ui/t.ts";

/** Asks for a reason after showing the effect; or shows why it cannot be done now. */
export function CancelDialog({
  id,
  action: { title, effect, ready, because },
  isOpen,
  onClose,
}: {
  id: string;
  action: Action;
  isOpen: boolean;
  onClose: () => void;
}) {
  const [reason, setReason] = useState("");
  const cancel = useAct(id, "cancel", {
    says: t`Canceled`,
    showsError: true,
  });
  if (!ready) {
    return (
      <Dialog title={`${title}?`} isOpen={isOpen} onClose={onClose}>
        <p className="mb-4">{because?.detail}</p>
        <div className="flex justify-end">
          <button type="button" className="btn" onClick={onClose}>
            {t`Go back`}
          </button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={`${title}?`} isOpen={isOpen} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (cancel.isPending) return;
          cancel.mutate({ reason }, { onSuccess: onClose });
        }}
      >
        <p className="mb-4">
          {effect} {t`No one can write in it anymore.`}
        </p>
        <TextArea
          label={t`Reason`}
          hint={t`The others will read this.`}
          rows={3}
          required
          maxLength={LIMITS.reasonCharsMax}
          value={reason}
          onText={setReason}
        />
        <Failure error={cancel.error} />
        <DialogAnswers
          leave={t`Keep it`}
          act={title}
          isBad
          isBusy={cancel.isPending}
          onLeave={onClose}
        />
      </form>
    </Dialog>
  );
}
