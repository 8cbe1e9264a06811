import { useState } from "react";
import { LIMITS } from "../../../../src/core/base/limits.ts";
import { Dialog, DialogAnswers } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { t } from "../ui/t.ts";

/** Asks for the name of a new label. */
export function NewLabelDialog({
  onName,
  onClose,
}: {
  onName: (name: string) => void;
  onClose: () => void;
}) {
  const [name, setName] = useState("");
  return (
    <Dialog title={t`New label`} isOpen onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() === "") return;
          onName(name.trim());
          onClose();
        }}
      >
        <TextField
          label={t`Name`}
          required
          maxLength={LIMITS.labelCharsMax}
          value={name}
          onText={setName}
        />
        <DialogAnswers leave={t`Go back`} act={t`Add`} onLeave={onClose} />
      </form>
    </Dialog>
  );
}
