import { Field } from "../../ui/field.tsx";
import { t } from "../../ui/t.ts";

const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const USUAL = "UTC";

/** The time zone of times in mails and of quiet hours. */
export function ZonePart({
  timeZone,
  onChange,
}: {
  timeZone: string | null;
  onChange: (timeZone: string) => void;
}) {
  const now = timeZone ?? USUAL;
  const zones = new Set([USUAL, now, ...Intl.supportedValuesOf("timeZone")]);
  return (
    <div className="mb-6">
      <Field
        label={t`Time zone for emails`}
        hint={t`Also used for quiet hours. The app uses your browser's time zone.`}
      >
        {(ties) => (
          <select
            {...ties}
            className="field max-w-80"
            value={now}
            onChange={({ target }) => onChange(target.value)}
          >
            {[...zones].toSorted().map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </select>
        )}
      </Field>
      {now !== HERE && (
        <button type="button" className="btn" onClick={() => onChange(HERE)}>
          {t`Use ${HERE}`}
        </button>
      )}
    </div>
  );
}
