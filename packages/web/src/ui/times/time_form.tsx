import { useState } from "react";
import { DialogAnswers } from "../dialog.tsx";
import { TextField } from "../field.tsx";
import { localTime } from "../moments.ts";
import { t } from "../t.ts";
import { inDays } from "../time.tsx";

/** Asks for a future time, or one after another, within a number of days. */
export function TimeForm({
  act,
  daysMax,
  after,
  onTime,
  onLeave,
}: {
  act: string;
  daysMax: number;
  after?: string;
  onTime: (at: string) => void;
  onLeave: () => void;
}) {
  const [typed, setTyped] = useState("");
  const at = new Date(typed);
  const now = new Date().toISOString();
  const least = after !== undefined && after > now ? after : now;
  const isTime = !Number.isNaN(at.getTime()) && at > new Date(least);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // In React, events also bubble to the form around a dialog.
        event.stopPropagation();
        if (isTime) onTime(at.toISOString());
      }}
    >
      <TextField
        label={t`When`}
        type="datetime-local"
        hint={t`In this device's time zone.`}
        min={localTime(least)}
        max={localTime(inDays(daysMax))}
        error={
          typed === "" || isTime
            ? undefined
            : after === undefined
              ? t`Choose a time in the future.`
              : t`Choose a later time.`
        }
        value={typed}
        onText={setTyped}
      />
      <DialogAnswers
        leave={t`Cancel`}
        act={act}
        isBusy={!isTime}
        onLeave={onLeave}
      />
    </form>
  );
}
