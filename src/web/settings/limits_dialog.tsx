import { useState } from "react";
import { api } from "../api/client.ts";
import { sentenceOf } from "../api/problem.ts";
import { KEYS } from "../api/queries.ts";
import type { Credential } from "../api/types.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { useSave } from "./use_save.ts";

/** Changes what a program may spend, from its next payment on. */
export function LimitsDialog({
  credential: { id, name, limits },
  onClose,
}: {
  credential: Credential;
  onClose: () => void;
}) {
  const [perPayment, setPerPayment] = useState(limits.perPayment?.amount ?? "");
  const [perDay, setPerDay] = useState(limits.perDay?.amount ?? "");
  const save = useSave(
    () =>
      api(`/v1/credentials/${id}`, {
        method: "PATCH",
        json: {
          limits: { perPayment: limitOf(perPayment), perDay: limitOf(perDay) },
        },
      }),
    { reads: [KEYS.credentials], says: "The limits are changed" },
  );
  const fields = [
    ["At most for one payment", perPayment, setPerPayment],
    ["At most in a day", perDay, setPerDay],
  ] as const;
  return (
    <Dialog title={`Limits of ${name}`} isOpen onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(undefined, { onSuccess: onClose });
        }}
      >
        <p className="mb-4">
          They count from its next payment on. What is over them waits for your
          decision.
        </p>
        {fields.map(([label, value, set]) => (
          <Field key={label} label={label} hint="USDC; empty is no limit.">
            {(ties) => (
              <input
                {...ties}
                className="field max-w-40"
                inputMode="decimal"
                value={value}
                onChange={(event) => set(event.target.value)}
              />
            )}
          </Field>
        ))}
        {save.error && (
          <p role="alert" className="mb-4 text-error">
            {sentenceOf(save.error)}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <button type="button" className="btn" onClick={onClose}>
            Leave them as they are
          </button>
          <button
            type="submit"
            className="btn btn-main"
            aria-disabled={save.isPending}
          >
            Save the limits
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function limitOf(text: string): string | null {
  const amount = text.trim().replace(",", ".");
  return amount === "" ? null : amount;
}
