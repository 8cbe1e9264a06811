import { useState } from "react";
import { LIMITS } from "../../../../../src/core/base/limits.ts";
import type { ListMembersOutput } from "../../../../client/src/generated/types.ts";
import { inbox } from "../../api/client.ts";
import { faultIn } from "../../api/problem.ts";
import { KEYS } from "../../api/queries.ts";
import { useSave } from "../../api/use_save.ts";
import { TextField } from "../../ui/field.tsx";
import { amountSaid } from "../../ui/money/money.tsx";
import { amountError, readAmount } from "../../ui/money/typed_amount.ts";
import { t } from "../../ui/t.ts";

type Approvals = ListMembersOutput["approvals"];

/** Above which amount several people of a team approve, in words for its members. */
export function ApprovalsSaid({
  approvals: { over, needed, escalateAfter },
}: {
  approvals: Approvals;
}) {
  if (!over && escalateAfter === null) return null;
  return (
    <p className="mb-6 max-w-prose">
      {over &&
        t`Money above ${amountSaid(over)} needs ${needed} people, none of them the one who proposed it.`}{" "}
      {escalateAfter !== null &&
        t`A decision without an answer is put before more people after ${escalateAfter} hours.`}
    </p>
  );
}

/** The form in which an owner sets it. */
export function ApprovalsForm({ approvals }: { approvals: Approvals }) {
  const [over, setOver] = useState(approvals.over?.amount ?? "");
  const [needed, setNeeded] = useState(String(approvals.needed));
  const [hours, setHours] = useState(String(approvals.escalateAfter ?? ""));
  const save = useSave(
    () =>
      inbox.setApprovals({
        over: readAmount(over) ?? null,
        needed: Number(needed),
        escalateAfter: hours === "" ? null : Number(hours),
      }),
    { reads: [KEYS.members], says: t`Approvals saved`, showsError: true },
  );
  const typed = (set: (text: string) => void) => (text: string) => {
    set(text);
    save.reset();
  };
  return (
    <form
      className="card mt-6 p-4"
      aria-label={t`Approvals`}
      onSubmit={(event) => {
        event.preventDefault();
        if (save.isPending || amountError(over)) return;
        save.mutate();
      }}
    >
      <h2 className="mb-3 font-semibold">{t`Approvals`}</h2>
      <div className="grid gap-x-4 sm:grid-cols-2">
        <TextField
          label={t`Money above`}
          hint={t`Needs several people. Leave empty to let one decide.`}
          error={amountError(over)}
          inputMode="decimal"
          autoComplete="off"
          value={over}
          onText={typed(setOver)}
        />
        <TextField
          label={t`People who approve it`}
          hint={t`The proposer is none of them.`}
          error={faultIn(save.error)}
          type="number"
          required
          min={1}
          max={LIMITS.approvalsNeededMax}
          value={needed}
          onText={typed(setNeeded)}
        />
        <TextField
          label={t`Ask again after (hours)`}
          hint={t`A decision without an answer is put before the owners and managers. Leave empty for never.`}
          type="number"
          min={1}
          max={LIMITS.escalateHoursMax}
          value={hours}
          onText={typed(setHours)}
        />
      </div>
      <button type="submit" className="btn" aria-disabled={save.isPending}>
        {t`Save`}
      </button>
    </form>
  );
}
