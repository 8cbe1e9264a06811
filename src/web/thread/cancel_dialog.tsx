import { useState } from "react";
import type { Changed } from "../api/changes.ts";
import { useChange } from "../api/changes.ts";
import { api, onceKey } from "../api/client.ts";
import type { Conversation } from "../api/types.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Failure } from "../ui/failure.tsx";
import { Field } from "../ui/field.tsx";
import { moneyText } from "../ui/money.tsx";
import type { Ending } from "./ending.ts";
import type { Own } from "./parties.ts";

/** Asks why, and says what becomes of the money first. */
export function CancelDialog({
  conversation,
  own,
  ending,
  isOpen,
  onClose,
}: {
  conversation: Conversation;
  own: Own;
  ending: Ending;
  isOpen: boolean;
  onClose: () => void;
}) {
  const [reason, setReason] = useState("");
  const { id, payment } = conversation;
  const cancel = useChange(
    () =>
      api<Changed>(`/v1/conversations/${id}/cancel`, {
        method: "POST",
        json: { reason },
        headers: onceKey(),
      }),
    { says: ending.done, showsError: true },
  );
  const money =
    payment.status === "held"
      ? `The ${moneyText(payment)} that is held goes back to ${own.isSender ? "you" : "the sender"}.`
      : "No money is held.";
  return (
    <Dialog title={ending.title} isOpen={isOpen} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          cancel.mutate(undefined, { onSuccess: onClose });
        }}
      >
        <p className="mb-4">
          It ends for everyone, and nobody can write in it any more. {money} A
          security review runs first and may refuse, for example when the
          condition was met already.
        </p>
        <Field label="Why" hint="The others read it.">
          {(ties) => (
            <textarea
              {...ties}
              className="field"
              rows={3}
              required
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        <Failure error={cancel.error} />
        <div className="flex justify-end gap-2">
          <button type="button" className="btn" onClick={onClose}>
            Keep it
          </button>
          <button
            type="submit"
            className="btn btn-bad"
            aria-disabled={cancel.isPending}
          >
            {ending.act}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
