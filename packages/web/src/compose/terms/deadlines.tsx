import type { ReactNode } from "react";
import { useId, useState } from "react";
import { LIMITS } from "../../../../../src/core/base/limits.ts";
import { Icon } from "../../ui/icon.tsx";
import { localTime } from "../../ui/moments.ts";
import { t } from "../../ui/t.ts";
import { inDays } from "../../ui/time.tsx";
import { NEVER, WithinInput } from "../../ui/times/within.tsx";
import type { Written } from "../written.ts";
import { hasDeadlines } from "../written.ts";
import { isPast } from "./written_steps.ts";

/** By when the request is to be accepted and done: a line once it is asked for. */
export function Deadlines({
  written,
  set,
}: {
  written: Written;
  set: (change: Partial<Written>) => void;
}) {
  const { acceptWithin, deliverWithin, deliverBy } = written;
  const [isWanted, setWanted] = useState(false);
  const id = useId();
  if (!isWanted && !hasDeadlines(written)) {
    return (
      <div className="shrink-0 border-faint border-t px-4 py-1.5">
        <button
          type="button"
          className="flex min-h-8 items-center gap-2 text-soft text-sm hover:text-ink max-md:min-h-11"
          onClick={() => setWanted(true)}
        >
          <Icon name="clock" /> {t`Add a deadline`}
        </button>
      </div>
    );
  }
  const remove = () => {
    setWanted(false);
    set({ acceptWithin: NEVER, deliverWithin: NEVER, deliverBy: "" });
  };
  return (
    <fieldset className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1.5 border-faint border-t px-4 py-2 text-soft text-sm">
      <legend className="sr-only">{t`Deadlines`}</legend>
      <Icon name="clock" />
      <Group>
        <label htmlFor={`${id}-accept`}>{t`accept within`}</label>
        <WithinInput
          label={t`accept within`}
          ties={{ id: `${id}-accept` }}
          countClass="w-16"
          value={acceptWithin}
          onChange={(it) => set({ acceptWithin: it })}
        />
      </Group>
      <Group>
        <label htmlFor={`${id}-deliver`}>{t`done within`}</label>
        <WithinInput
          label={t`done within`}
          ties={{ id: `${id}-deliver` }}
          countClass="w-16"
          value={deliverWithin}
          onChange={(it) => set({ deliverWithin: it })}
        />
      </Group>
      <Group>
        <label htmlFor={`${id}-by`}>{t`or by`}</label>
        <input
          id={`${id}-by`}
          type="datetime-local"
          className="field w-auto"
          aria-invalid={isPast(deliverBy) || undefined}
          min={localTime(inDays(0))}
          max={localTime(inDays(LIMITS.deadlineDaysMax))}
          value={deliverBy}
          onChange={({ target }) => set({ deliverBy: target.value })}
        />
        <button
          type="button"
          className="icon-btn"
          aria-label={t`Remove the deadlines`}
          onClick={remove}
        >
          <Icon name="close" size={12} />
        </button>
      </Group>
      <p className={`w-full ${isPast(deliverBy) ? "text-error" : "hint"}`}>
        {isPast(deliverBy)
          ? t`Choose a time in the future.`
          : t`The time for the work begins when they accept. A price that isn't earned by then goes back.`}
      </p>
    </fieldset>
  );
}

/** A label with its field, which stay in one line. */
function Group({ children }: { children: ReactNode }) {
  return <span className="flex items-center gap-2">{children}</span>;
}
