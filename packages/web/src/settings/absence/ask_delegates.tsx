import { useState } from "react";
import { LIMITS } from "../../../../../src/core/base/limits.ts";
import { inbox } from "../../api/client.ts";
import { faultIn } from "../../api/problem.ts";
import { KEYS } from "../../api/queries.ts";
import { useSave } from "../../api/use_save.ts";
import { TextField } from "../../ui/field.tsx";
import { t } from "../../ui/t.ts";

/** After how many hours the people who decide for the person are asked. */
export function AskDelegates({ after }: { after: number | null }) {
  const [hours, setHours] = useState(String(after ?? ""));
  const save = useSave(
    () =>
      inbox.setApprovals({
        escalateAfter: hours === "" ? null : Number(hours),
      }),
    { reads: [KEYS.delegations], says: t`Saved`, showsError: true },
  );
  return (
    <form
      className="mb-4 flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) save.mutate(undefined);
      }}
    >
      <TextField
        label={t`Ask them after (hours)`}
        hint={t`They are told of what you haven't answered by then. Leave empty for never.`}
        error={faultIn(save.error)}
        type="number"
        min={1}
        max={LIMITS.escalateHoursMax}
        value={hours}
        onText={(text) => {
          setHours(text);
          save.reset();
        }}
      />
      <button type="submit" className="btn" aria-disabled={save.isPending}>
        {t`Save`}
      </button>
    </form>
  );
}
