import { faultAt } from "../api/problem.ts";
import { Failure } from "../ui/failure.tsx";
import { Field, Options, TextArea, TextField } from "../ui/field.tsx";
import { t } from "../ui/t.ts";
import type { AskedField, Kind } from "./input_fields.ts";
import {
  askedName,
  fieldsAsked,
  isTwin,
  KINDS,
  newField,
  schemaAsking,
} from "./input_fields.ts";
import type { WrittenOffer } from "./written_offer.ts";
import { isJson, rawOf } from "./written_offer.ts";

/** The questions that a buyer answers, as a form or as the schema that it makes. */
export function AskedFields({
  written: { fields, raw },
  set,
  error,
  isUnreadable,
}: {
  written: WrittenOffer;
  set: (change: Partial<WrittenOffer>) => void;
  error: Error | null;
  /** True if the schema written by hand is no JSON. */
  isUnreadable: boolean;
}) {
  const read = raw === undefined ? undefined : readRaw(raw);
  return (
    <fieldset className="mb-4">
      <legend className="mb-1 font-semibold">{t`Questions to the buyer`}</legend>
      {raw === undefined ? (
        <>
          <p className="hint mb-2">{t`An order answers these. Without a question, an order needs nothing else.`}</p>
          <FieldList
            fields={fields}
            error={error}
            onChange={(fields) => set({ fields })}
          />
          <button
            type="button"
            className="btn btn-quiet"
            onClick={() => set({ raw: rawOf(schemaAsking(fields)) })}
          >{t`Write JSON Schema`}</button>
        </>
      ) : (
        <>
          <TextArea
            label={t`JSON Schema`}
            className="field font-mono text-sm"
            rows={12}
            spellCheck={false}
            value={raw}
            error={
              isUnreadable
                ? t`This isn't valid JSON.`
                : faultAt(error, "/input")
            }
            onText={(text) => set({ raw: text })}
          />
          {read && (
            <button
              type="button"
              className="btn btn-quiet"
              onClick={() => set({ fields: read, raw: undefined })}
            >{t`Use the form`}</button>
          )}
        </>
      )}
    </fieldset>
  );
}

/** The fields of a schema written by hand, if the form could make it. */
function readRaw(raw: string): readonly AskedField[] | undefined {
  return isJson(raw) ? fieldsAsked(JSON.parse(raw)) : undefined;
}

function FieldList({
  fields,
  error,
  onChange,
}: {
  fields: readonly AskedField[];
  error: Error | null;
  onChange: (fields: readonly AskedField[]) => void;
}) {
  const faults = fields.map((it) =>
    faultAt(error, `/input/properties/${askedName(it)}`),
  );
  const isElsewhere =
    faultAt(error, "/input") !== undefined && !faults.some(Boolean);
  return (
    <>
      {fields.map((field, at) => (
        <AskedFieldForm
          key={field.key}
          field={field}
          error={
            isTwin(field, fields)
              ? t`Two questions have this name.`
              : faults[at]
          }
          onChange={(change) =>
            onChange(
              fields.map((it) => (it === field ? { ...it, ...change } : it)),
            )
          }
          onRemove={() => onChange(fields.filter((it) => it !== field))}
        />
      ))}
      {isElsewhere && <Failure error={error} />}
      <button
        type="button"
        className="btn mr-2"
        onClick={() => onChange([...fields, newField()])}
      >{t`Add a question`}</button>
    </>
  );
}

/** One question: its name, its kind, and whether it must be answered. */
function AskedFieldForm({
  field: { name, kind, help, options, isRequired },
  error,
  onChange,
  onRemove,
}: {
  field: AskedField;
  error: string | undefined;
  onChange: (change: Partial<AskedField>) => void;
  onRemove: () => void;
}) {
  return (
    <section aria-label={name || t`New question`} className="card mb-3 p-4">
      <div className="grid gap-x-4 sm:grid-cols-[1fr_10rem]">
        <TextField
          label={t`Question`}
          required
          maxLength={64}
          value={name}
          error={error}
          onText={(text) => onChange({ name: text })}
        />
        <Field label={t`Kind of answer`}>
          {(ties) => (
            <select
              className="field"
              {...ties}
              value={kind}
              onChange={({ target }) =>
                onChange({ kind: target.value as Kind })
              }
            >
              <Options of={Object.entries(KINDS)} />
            </select>
          )}
        </Field>
      </div>
      {kind === "choice" && (
        <TextArea
          label={t`Answers to choose from`}
          hint={t`One on each line.`}
          required
          rows={3}
          value={options}
          onText={(text) => onChange({ options: text })}
        />
      )}
      <TextField
        label={t`Help`}
        value={help}
        onText={(text) => onChange({ help: text })}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <label className="flex min-h-9 items-center gap-2.5 max-md:min-h-11">
          <input
            type="checkbox"
            className="size-5 accent-accent"
            checked={isRequired}
            onChange={({ target }) => onChange({ isRequired: target.checked })}
          />
          {t`Must be answered`}
        </label>
        <button
          type="button"
          className="btn btn-bad"
          onClick={onRemove}
        >{t`Remove question`}</button>
      </div>
    </section>
  );
}
