import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { LIMITS } from "../../../../src/core/base/limits.ts";
import { addPasskey, whyNotPasskey } from "../api/passkeys.ts";
import { KEYS, useAccount } from "../api/queries.ts";
import { toast } from "../shell/toasts.ts";
import { Dialog, DialogAnswers } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { t } from "../ui/t.ts";

/** Names a passkey, then has the device create it. */
export function AddPasskey({ onClose }: { onClose: () => void }) {
  const [label, setLabel] = useState("");
  const { data } = useAccount();
  const client = useQueryClient();
  const add = useMutation({
    mutationFn: async () => {
      const name = data?.account.displayName ?? "";
      const address = data?.address?.address ?? name;
      await addPasskey({ label: label.trim() || t`Passkey`, address, name });
    },
    onSuccess: async () => {
      toast({ text: t`Passkey added. Use it the next time you sign in.` });
      onClose();
      await client.invalidateQueries({ queryKey: KEYS.passkeys });
    },
  });
  return (
    <Dialog title={t`Add a passkey`} isOpen onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!add.isPending) add.mutate();
        }}
      >
        <p className="mb-4">{t`Your device will ask you to confirm. The secret part stays on it.`}</p>
        <TextField
          label={t`Passkey name`}
          hint={t`For example: my phone`}
          error={add.error ? whyNotPasskey(add.error) : undefined}
          maxLength={LIMITS.nameCharsMax}
          value={label}
          onText={setLabel}
        />
        <DialogAnswers
          leave={t`Not now`}
          act={t`Continue`}
          isBusy={add.isPending}
          onLeave={onClose}
        />
      </form>
    </Dialog>
  );
}
