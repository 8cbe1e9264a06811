import { Field } from "../ui/field.tsx";

/** What a program may spend by itself, as it is typed. */
export interface TypedLimits {
  readonly perPayment: string;
  readonly perDay: string;
}

export const NO_LIMITS: TypedLimits = { perPayment: "", perDay: "" };

const FIELDS = [
  [
    "perPayment",
    "At most for one payment",
    "USDC. Empty: up to the service's own limit for agents. You are asked about more.",
  ],
  [
    "perDay",
    "At most in a day",
    "USDC. Empty: no limit for the day, only for each payment.",
  ],
] as const;

/** The two limits of a program that may pay. */
export function LimitFields({
  limits,
  onChange,
}: {
  limits: TypedLimits;
  onChange: (limits: TypedLimits) => void;
}) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-2">
      {FIELDS.map(([name, label, hint]) => (
        <Field key={name} label={label} hint={hint}>
          {(ties) => (
            <input
              {...ties}
              className="field max-w-40"
              inputMode="decimal"
              value={limits[name]}
              onChange={(event) =>
                onChange({ ...limits, [name]: event.target.value })
              }
            />
          )}
        </Field>
      ))}
    </div>
  );
}

/** An amount as the service reads it; null takes a limit away. */
export function limitOf(typed: string): string | null {
  const amount = typed.trim().replace(",", ".");
  return amount === "" ? null : amount;
}

/** True if a program with these scopes can pay at all; null is all scopes. */
export function maySpend(scopes: readonly string[] | null): boolean {
  return scopes === null || scopes.includes("payments:hold");
}
