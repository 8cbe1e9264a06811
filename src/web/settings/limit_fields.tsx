import type { Credential } from "../api/types.ts";
import { Field } from "../ui/field.tsx";

/** What a program may pay and accept by itself, as it is typed. */
export interface TypedLimits {
  readonly perPayment: string;
  readonly perDay: string;
  readonly perPayee: string;
  readonly maxPrice: string;
  readonly senders: string;
  readonly contactTypes: readonly ContactType[];
}

type ContactType = (typeof TYPES)[number][0];

export const NO_LIMITS: TypedLimits = {
  perPayment: "",
  perDay: "",
  perPayee: "",
  maxPrice: "",
  senders: "",
  contactTypes: [],
};

const OWN =
  "USDC. Empty: up to the service's own limit for agents. You are asked about more.";

const PAYS = [
  ["perPayment", "At most for one payment"],
  ["perDay", "At most in a day"],
  ["perPayee", "At most for one payee a day"],
] as const;

const TYPES = [
  ["friends_family", "Friends and family"],
  ["coworkers", "Coworkers"],
  ["clients", "Clients"],
  ["promotions", "Promotions"],
  ["everyone", "Everyone else"],
] as const;

interface Props {
  readonly limits: TypedLimits;
  readonly onChange: (limits: TypedLimits) => void;
}

/** The limits of a program that may pay, accept, or both. */
export function LimitFields({
  scopes,
  ...props
}: Props & { readonly scopes: readonly string[] | null }) {
  return (
    <>
      {maySpend(scopes) && <PayFields {...props} />}
      {mayAccept(scopes) && <AcceptFields {...props} />}
    </>
  );
}

function PayFields({ limits, onChange }: Props) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-2">
      {PAYS.map(([name, label]) => (
        <Field key={name} label={label} hint={OWN}>
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

function AcceptFields({ limits, onChange }: Props) {
  return (
    <fieldset className="mb-4">
      <legend className="mb-2 font-semibold">
        Which requests it may accept by itself
      </legend>
      <Field
        label="Worth at most"
        hint="USDC. Empty: whatever they are worth. You are asked about more."
      >
        {(ties) => (
          <input
            {...ties}
            className="field max-w-40"
            inputMode="decimal"
            value={limits.maxPrice}
            onChange={(event) =>
              onChange({ ...limits, maxPrice: event.target.value })
            }
          />
        )}
      </Field>
      <Field
        label="Only from these addresses"
        hint="With commas between them. Empty: from anybody."
      >
        {(ties) => (
          <input
            {...ties}
            className="field"
            autoCapitalize="none"
            spellCheck={false}
            value={limits.senders}
            onChange={(event) =>
              onChange({ ...limits, senders: event.target.value })
            }
          />
        )}
      </Field>
      <fieldset>
        <legend className="mb-1">Only from these contacts of yours</legend>
        <p className="hint mb-1">None chosen: from any.</p>
        {TYPES.map(([type, title]) => (
          <label key={type} className="flex items-center gap-2 py-1">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={limits.contactTypes.includes(type)}
              onChange={({ target }) =>
                onChange({
                  ...limits,
                  contactTypes: target.checked
                    ? [...limits.contactTypes, type]
                    : limits.contactTypes.filter((it) => it !== type),
                })
              }
            />
            {title}
          </label>
        ))}
      </fieldset>
    </fieldset>
  );
}

/** The limits of a program as a person would type them. */
export function typedOf({ limits }: Credential): TypedLimits {
  const { perPayment, perDay, perPayee, accept } = limits;
  return {
    perPayment: perPayment?.amount ?? "",
    perDay: perDay?.amount ?? "",
    perPayee: perPayee?.amount ?? "",
    maxPrice: accept?.maxPrice?.amount ?? "",
    senders: accept?.senders?.join(", ") ?? "",
    contactTypes: TYPES.map(([type]) => type).filter((type) =>
      accept?.contactTypes?.includes(type),
    ),
  };
}

/** Limits as the service reads them; null takes one away. */
export function limitsOf(
  typed: TypedLimits,
  scopes: readonly string[] | null,
): object {
  const senders = typed.senders.split(/[\s,;]+/).filter(Boolean);
  const { contactTypes } = typed;
  return {
    ...(maySpend(scopes) && {
      perPayment: limitOf(typed.perPayment),
      perDay: limitOf(typed.perDay),
      perPayee: limitOf(typed.perPayee),
    }),
    ...(mayAccept(scopes) && {
      accept: {
        maxPrice: limitOf(typed.maxPrice),
        senders: senders.length > 0 ? senders : null,
        contactTypes: contactTypes.length > 0 ? contactTypes : null,
      },
    }),
  };
}

/** An amount as the service reads it; null takes a limit away. */
function limitOf(typed: string): string | null {
  const amount = typed.trim().replace(",", ".");
  return amount === "" ? null : amount;
}

/** True if a program with these scopes can pay at all; null is all scopes. */
export function maySpend(scopes: readonly string[] | null): boolean {
  return scopes === null || scopes.includes("payments:hold");
}

/** True if it can accept requests at all. */
export function mayAccept(scopes: readonly string[] | null): boolean {
  return scopes === null || scopes.includes("decisions:write");
}
