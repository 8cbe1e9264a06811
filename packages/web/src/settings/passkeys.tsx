import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  knowsPasskeys,
  listPasskeys,
  removePasskey,
  whyNotPasskey,
} from "../api/passkeys.ts";
import { KEYS } from "../api/queries.ts";
import type { Passkey } from "../api/types.ts";
import { useSave } from "../api/use_save.ts";
import { Dialog, DialogAnswers } from "../ui/dialog.tsx";
import { Waiting } from "../ui/notice.tsx";
import { rich } from "../ui/rich.ts";
import { t } from "../ui/t.ts";
import { Time } from "../ui/time.tsx";
import { AddPasskey } from "./add_passkey.tsx";

/** The passkeys that the person signs in with. */
export function Passkeys() {
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey>();
  const { data, error } = useQuery({
    queryKey: KEYS.passkeys,
    queryFn: listPasskeys,
  });
  const remove = useSave((id: string) => removePasskey(id), {
    reads: [KEYS.passkeys],
    says: t`Passkey removed`,
  });
  if (!data) return <Waiting error={error && whyNotPasskey(error)} />;
  return (
    <section aria-label={t`Passkeys`} className="mb-6">
      <h2 className="mb-2 text-lg font-semibold">{t`Passkeys`}</h2>
      {data.length === 0 && (
        <p className="hint mb-3">{t`None yet. With a passkey you sign in by fingerprint, face or PIN.`}</p>
      )}
      <ul className="space-y-3">
        {data.map((passkey) => (
          <li
            key={passkey.id}
            className="card flex flex-wrap items-center gap-3 p-4"
          >
            <div className="min-w-0 flex-1">
              <p className="font-semibold">
                <bdi>{nameOf(passkey)}</bdi>
              </p>
              <p className="hint">
                {rich`Since ${<Time at={passkey.createdAt} />}`}
              </p>
            </div>
            <button
              type="button"
              className="btn btn-bad"
              aria-label={t`Remove ${nameOf(passkey)}`}
              onClick={() => setRemoving(passkey)}
            >{t`Remove`}</button>
          </li>
        ))}
      </ul>
      {knowsPasskeys() && (
        <button
          type="button"
          className="btn mt-3"
          onClick={() => setAdding(true)}
        >{t`Add a passkey`}</button>
      )}
      {isAdding && <AddPasskey onClose={() => setAdding(false)} />}
      {removing && (
        <Dialog
          title={t`Remove ${nameOf(removing)}`}
          isOpen
          onClose={() => setRemoving(undefined)}
        >
          <p className="mb-4">{t`You can no longer sign in with it. Codes by email always work.`}</p>
          <DialogAnswers
            leave={t`Cancel`}
            act={t`Remove`}
            isBad
            onLeave={() => setRemoving(undefined)}
            onAct={() => {
              remove.mutate(removing.id);
              setRemoving(undefined);
            }}
          />
        </Dialog>
      )}
    </section>
  );
}

function nameOf({ name }: Passkey): string {
  return name || t`Passkey`;
}
