import { useState } from "react";
import { LIMITS } from "../../../../../src/core/base/limits.ts";
import { inbox } from "../../api/client.ts";
import { faultIn } from "../../api/problem.ts";
import { useSave } from "../../api/use_save.ts";
import { Dialog, DialogAnswers } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { t } from "../../ui/t.ts";
import type { Written } from "../written.ts";
import { TEMPLATES_KEY, templateOf } from "./templates.ts";

/** Asks for a name to save the request as a template. */
export function SaveDialog({
  written,
  onClose,
}: {
  written: Written;
  onClose: () => void;
}) {
  const [name, setName] = useState(written.title);
  const save = useSave(
    () => inbox.saveTemplate(templateOf(name.trim(), written)),
    { reads: [TEMPLATES_KEY], says: t`Template saved`, showsError: true },
  );
  return (
    <Dialog title={t`Save as template`} isOpen onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // Do not submit the form around the dialog.
          event.stopPropagation();
          if (name.trim() === "" || save.isPending) return;
          save.mutate(undefined, { onSuccess: onClose });
        }}
      >
        <TextField
          label={t`Name`}
          hint={t`Saves the title, message, price, condition and times. Replaces any template with the same name.`}
          required
          maxLength={LIMITS.templateNameCharsMax}
          value={name}
          error={faultIn(save.error)}
          onText={(text) => {
            setName(text);
            save.reset();
          }}
        />
        <DialogAnswers
          leave={t`Go back`}
          act={t`Save`}
          isBusy={save.isPending}
          onLeave={onClose}
        />
      </form>
    </Dialog>
  );
}
