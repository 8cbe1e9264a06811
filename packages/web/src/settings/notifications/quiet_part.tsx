import { useId } from "react";
import type { Notifications } from "../../api/types.ts";
import { t } from "../../ui/t.ts";

type Hours = Notifications["quietHours"];

const USUAL = { from: "22:00", to: "07:00" } as const;

/** The hours in which devices are not notified. */
export function QuietPart({
  hours,
  timeZone,
  onChange,
}: {
  hours: Hours;
  timeZone: string | null;
  onChange: (hours: Hours) => void;
}) {
  const id = useId();
  const time = (
    label: string,
    name: "from" | "to",
    now: NonNullable<Hours>,
  ) => (
    <label className="flex items-center gap-2" htmlFor={`${id}-${name}`}>
      {label}
      <input
        id={`${id}-${name}`}
        type="time"
        className="field w-auto"
        value={now[name]}
        required
        onChange={({ target: { value } }) => {
          if (value !== "") onChange({ ...now, [name]: value });
        }}
      />
    </label>
  );
  return (
    <fieldset className="mb-6">
      <legend className="mb-1 font-semibold">{t`Quiet hours`}</legend>
      <label className="flex items-start gap-2.5 py-1.5">
        <input
          type="checkbox"
          className="mt-0.5 size-5 accent-accent"
          checked={hours !== null}
          onChange={(event) => onChange(event.target.checked ? USUAL : null)}
        />
        <span>
          <span className="font-medium">{t`Pause notifications at night`}</span>
          <span className="hint block">
            {t`You get a summary when they end. Times in ${timeZone ?? "UTC"}.`}
          </span>
        </span>
      </label>
      {hours && (
        <div className="mt-1 flex flex-wrap gap-4 pl-7">
          {time(t`From`, "from", hours)}
          {time(t`Until`, "to", hours)}
        </div>
      )}
    </fieldset>
  );
}
