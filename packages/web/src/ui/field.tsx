import type { ComponentProps, ReactNode } from "react";
import { useId } from "react";

/** The attributes that link a field to its label, hint and error. */
export interface FieldTies {
  readonly id: string;
  readonly "aria-describedby"?: string;
  readonly "aria-invalid"?: true;
}

/** The texts around a field. */
interface Said {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

/** A label, its field, and what to know about it. */
export function Field({
  id: given,
  label,
  hint,
  error,
  children,
}: Said & {
  readonly id?: string | undefined;
  children: (ties: FieldTies) => ReactNode;
}) {
  const made = useId();
  const id = given ?? made;
  const hintId = `${id}-hint`;
  return (
    <div className="mb-4">
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      {children({
        id,
        ...((hint || error) && { "aria-describedby": hintId }),
        ...(error && { "aria-invalid": true }),
      })}
      {(hint || error) && (
        <p
          id={hintId}
          role={error ? "alert" : undefined}
          className={error ? "mt-1 text-sm text-error" : "hint mt-1"}
        >
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

/** A field of one line of text. */
export function TextField({
  label,
  hint,
  error,
  onText,
  ...rest
}: Said &
  Omit<ComponentProps<"input">, "onChange"> & {
    readonly onText: (text: string) => void;
  }) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ties) => (
        <input
          className="field"
          {...rest}
          {...ties}
          onChange={(event) => onText(event.target.value)}
        />
      )}
    </Field>
  );
}

/** A field of several lines of text. */
export function TextArea({
  id,
  label,
  hint,
  error,
  onText,
  ...rest
}: Said &
  Omit<ComponentProps<"textarea">, "onChange"> & {
    readonly onText: (text: string) => void;
  }) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {(ties) => (
        <textarea
          className="field"
          {...rest}
          {...ties}
          onChange={(event) => onText(event.target.value)}
        />
      )}
    </Field>
  );
}

/** The options of a choice. */
export function Options({
  of,
}: {
  of: readonly (readonly [value: string, title: string])[];
}): ReactNode {
  return of.map(([value, title]) => (
    <option key={value} value={value}>
      {title}
    </option>
  ));
}
