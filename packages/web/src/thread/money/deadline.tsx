import { useState } from "react";
import { LIMITS } from "../../../../../src/core/base/limits.ts";
import { actionOf } from "../../api/actions.ts";
import { useAct } from "../../api/changes.ts";
import type { Action, Conversation } from "../../api/types.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { dueIn } from "../../ui/due.ts";
import { Failure } from "../../ui/failure.tsx";
import { rich } from "../../ui/rich.ts";
import { t } from "../../ui/t.ts";
import { Time } from "../../ui/time.tsx";
import { TimeForm } from "../../ui/times/time_form.tsx";

/** When the work, or the answer to a request, is due; and more time for it. */
export function Deadline({ conversation }: { conversation: Conversation }) {
  const due = dueIn(conversation);
  const { dueAt = due?.at, stepDueAt } = conversation.terms ?? {};
  const extend = actionOf(conversation, "extend_deadline");
  if (!due) return null;
  const when = <Time at={due.at} />;
  return (
    <section
      aria-label={t`Deadline`}
      className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm"
    >
      <span
        className={`pill ${due.isNear ? "bg-warn-back text-warn" : "bg-faint text-quiet"}`}
      >
        {due.words}
      </span>
      <span>
        {!due.isWork
          ? rich`To be accepted by ${when}`
          : stepDueAt
            ? rich`Next step due ${when}`
            : rich`Due ${when}`}
      </span>
      {extend?.ready && dueAt && (
        <Extend id={conversation.id} action={extend} dueAt={dueAt} />
      )}
    </section>
  );
}

/** How far ahead the field lets one choose; the service says what the price allows. */
const EXTEND_DAYS_MAX = LIMITS.deadlineDaysMax;

function Extend({
  id,
  action: { title, effect },
  dueAt,
}: {
  id: string;
  action: Action;
  dueAt: string;
}) {
  const [isOpen, setOpen] = useState(false);
  const extend = useAct(id, "deadline", {
    says: t`Deadline extended`,
    showsError: true,
  });
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className="btn"
        title={effect}
        onClick={() => setOpen(true)}
      >
        {title}
      </button>
      <Dialog title={title} isOpen={isOpen} onClose={close}>
        <p className="mb-4">{t`The recipient is told. A deadline can't be moved back.`}</p>
        <Failure error={extend.error} />
        <TimeForm
          act={title}
          daysMax={EXTEND_DAYS_MAX}
          after={dueAt}
          onTime={(at) => extend.mutate({ dueAt: at }, { onSuccess: close })}
          onLeave={close}
        />
      </Dialog>
    </>
  );
}
