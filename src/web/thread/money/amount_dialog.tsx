import { useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import { TextField } from "../../ui/field.tsx";

/** Asks for an amount of USDC, and says first what it does. */
export function AmountDialog({
  title,
  says,
  label,
  start,
  error,
  isOpen,
  onClose,
  onDone,
}: {
  title: string;
  says: string;
  label: string;
  start: string;
  /** Why the last try failed. */
  error: Error | null;
  isOpen: boolean;
  onClose: () => void;
  onDone: (amount: string) => void;
}) {
  const [amount, setAmount] = useState(start);
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onDone(amount.trim().replace(",", "."));
        }}
      >
        <p className="mb-4">{says}</p>
        <TextField
          label={label}
          hint="In USDC."
          className="field max-w-40"
          inputMode="decimal"
          required
          value={amount}
          onText={setAmount}
        />
        <Failure error={error} />
        <div className="flex justify-end gap-2">
          <button type="button" className="btn" onClick={onClose}>
            Leave it as it is
          </button>
          <button type="submit" className="btn btn-main">
            {title}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
