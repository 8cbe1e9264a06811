import { useState } from "react";
import { inbox } from "../api/client.ts";
import { faultBeside } from "../api/problem.ts";
import { KEYS } from "../api/queries.ts";
import type { Credential } from "../api/types.ts";
import { useSave } from "../api/use_save.ts";
import { Dialog, DialogAnswers } from "../ui/dialog.tsx";
import { Failure } from "../ui/failure.tsx";
import { t } from "../ui/t.ts";
import { LIMIT_POINTERS, LimitFields } from "./limit_fields.tsx";
import { areAmountsRead, limitsOf, typedOf } from "./typed_limits.ts";

/** Changes what a program may pay and accept without approval. */
export function LimitsDialog({
  credential,
  onClose,
}: {
  credential: Credential;
  onClose: () => void;
}) {
  const { id, name, scopes } = credential;
  const [typed, setTyped] = useState(typedOf(credential));
  const save = useSave(
    () =>
      inbox.updateCredential({
        credentialId: id,
        limits: limitsOf(typed, scopes),
      }),
    {
      reads: [KEYS.credentials],
      says: t`Limits saved`,
      showsError: true,
    },
  );
  return (
    <Dialog title={t`Limits for ${name}`} isOpen onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (save.isPending || !areAmountsRead(typed, scopes)) return;
          save.mutate(undefined, { onSuccess: onClose });
        }}
      >
        <p className="mb-4">{t`Applies from now on. Anything above a limit asks you first.`}</p>
        <LimitFields
          scopes={scopes}
          limits={typed}
          error={save.error}
          onChange={setTyped}
        />
        <Failure error={faultBeside(save.error, LIMIT_POINTERS)} />
        <DialogAnswers
          leave={t`Cancel`}
          act={t`Save limits`}
          isBusy={save.isPending}
          onLeave={onClose}
        />
      </form>
    </Dialog>
  );
}
