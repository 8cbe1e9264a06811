import { parseDuration } from "../../../../../src/core/base/duration.ts";
import type { FieldTies } from "../field.tsx";
import { Options } from "../field.tsx";
import { t } from "../t.ts";

/** The units of a time in a form, in milliseconds, the longest first. */
const UNITS = {
  D: { ms: 86_400_000, title: t`days` },
  H: { ms: 3_600_000, title: t`hours` },
  M: { ms: 60_000, title: t`minutes` },
} as const;

/** A time as it is typed; none if the number is empty. */
export interface Within {
  readonly count: string;
  readonly unit: keyof typeof UNITS;
}

/** No time. */
export const NEVER: Within = { count: "", unit: "H" };

/** An ISO 8601 duration in the form's fields. */
export function withinOf(text: string | undefined): Within {
  if (text === undefined) return NEVER;
  const ms = parseDuration(text);
  const units = Object.keys(UNITS) as (keyof typeof UNITS)[];
  const unit = units.find((it) => ms % UNITS[it].ms === 0) ?? "M";
  return { count: String(ms / UNITS[unit].ms), unit };
}

/** The same as an ISO 8601 duration; undefined without one. */
export function durationOf({ count, unit }: Within): string | undefined {
  if (count === "") return undefined;
  return unit === "D" ? `P${count}D` : `PT${count}${unit}`;
}

/** A number and its unit. */
export function WithinInput({
  label,
  ties,
  value: { count, unit },
  countClass,
  onChange,
}: {
  /** The name of the field. */
  label: string;
  ties: Partial<FieldTies>;
  value: Within;
  countClass: string;
  onChange: (value: Within) => void;
}) {
  return (
    <span className="flex gap-2">
      <input
        type="number"
        min={1}
        className={`field ${countClass}`}
        {...ties}
        value={count}
        onChange={({ target }) => onChange({ count: target.value, unit })}
      />
      <select
        className="field w-auto"
        aria-label={t`Unit: ${label}`}
        value={unit}
        onChange={({ target }) =>
          onChange({ count, unit: target.value as keyof typeof UNITS })
        }
      >
        <Options of={Object.entries(UNITS).map(([id, it]) => [id, it.title])} />
      </select>
    </span>
  );
}
