import { useState } from "react";
import type { Changed } from "../../api/changes.ts";
import { useChange } from "../../api/changes.ts";
import { api, onceKey } from "../../api/client.ts";
import type { Action } from "../../api/types.ts";
import { AmountDialog } from "./amount_dialog.tsx";

/** A button that asks for an amount before it does what it says. */
export function AskAmount({
  id,
  action: { title, effect },
  path,
  field,
  label,
  start,
  says,
}: {
  id: string;
  action: Action;
  path: "price" | "refund";
  /** What the amount is called where it is sent. */
  field: "price" | "amount";
  label: string;
  start: string;
  /** What is said of it afterwards. */
  says: string;
}) {
  const [isOpen, setOpen] = useState(false);
  const ask = useChange(
    (amount: string) =>
      api<Changed>(`/v1/conversations/${id}/${path}`, {
        method: "POST",
        json: { [field]: amount },
        headers: onceKey(),
      }),
    { says, showsError: true },
  );
  return (
    <>
      <button type="button" className="btn mb-2" onClick={() => setOpen(true)}>
        {title}
      </button>
      <AmountDialog
        title={title}
        says={effect}
        label={label}
        start={start}
        error={ask.error}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onDone={(amount) =>
          ask.mutate(amount, { onSuccess: () => setOpen(false) })
        }
      />
    </>
  );
}
