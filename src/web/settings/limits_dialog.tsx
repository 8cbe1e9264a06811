import { useState } from "react";
import { api } from "../api/client.ts";
import { KEYS } from "../api/queries.ts";
import type { Credential } from "../api/types.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Failure } from "../ui/failure.tsx";
import { LimitFields, limitOf } from "./limit_fields.tsx";
import { useSave } from "./use_save.ts";

/** Changes what a program may spend, from its next payment on. */
export function LimitsDialog({
  credential: { id, name, limits },
  onClose,
}: {
  credential: Credential;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState({
    perPayment: limits.perPayment?.amount ?? "",
    perDay: limits.perDay?.amount ?? "",
  });
  const save = useSave(
    () =>
      api(`/v1/credentials/${id}`, {
        method: "PATCH",
        json: {
          limits: {
            perPayment: limitOf(typed.perPayment),
            perDay: limitOf(typed.perDay),
          },
        },
      }),
    {
      reads: [KEYS.credentials],
      says: "The limits are changed",
      showsError: true,
    },
  );
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
        <LimitFields limits={typed} onChange={setTyped} />
        <Failure error={save.error} />
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
