import type { ReactNode } from "react";
import { useId } from "react";

/** What ties a field to its label, its hint and what is wrong with it. */
export interface FieldTies {
  readonly id: string;
  readonly "aria-describedby"?: string;
  readonly "aria-invalid"?: true;
}

/** A label, whatever is entered under it, and what to know about it. */
export function Field({
  label,
  hint,
  error,
  children,
}: {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  children: (ties: FieldTies) => ReactNode;
}) {
  const id = useId();
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
          className={error ? "mt-1 text-sm text-error" : "hint mt-1"}
        >
          {error ?? hint}
        </p>
      )}
    </div>
  );
}
