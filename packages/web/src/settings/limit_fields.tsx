import { CONTACT_TYPES } from "../../../../src/core/addresses/contact_types.ts";
import { CONTACT_TITLES } from "../../../../src/core/base/contact_titles.ts";
import { currencyWords, useCurrencies } from "../api/currency.ts";
import { faultAt } from "../api/problem.ts";
import { TextField } from "../ui/field.tsx";
import { amountError } from "../ui/money/typed_amount.ts";
import { LOCALE, t } from "../ui/t.ts";
import type { TypedLimits, TypedPeople } from "./typed_limits.ts";
import { mayAccept, maySpend } from "./typed_limits.ts";

const PAYS = [
  ["perPayment", t`Max per payment`],
  ["perDay", t`Max per day`],
  ["perPayee", t`Max per payee per day`],
] as const;

const LIST = new Intl.ListFormat(LOCALE, { type: "disjunction" });

/** Where a refusal says that a limit cannot be read. */
export const LIMIT_POINTERS = [
  ...PAYS.map(([name]) => `/limits/${name}`),
  "/limits/payees",
  "/limits/accept/maxPrice",
  "/limits/accept/senders",
];

interface Props {
  readonly limits: TypedLimits;
  /** The last refusal, said at its field. */
  readonly error: Error | null;
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

/** The currencies of limits, which apply to each currency that the service takes. */
function useLimitCurrency(): string {
  return LIST.format(useCurrencies().map(currencyWords));
}

function PayFields({ limits, error, onChange }: Props) {
  const currency = useLimitCurrency();
  return (
    <fieldset className="mb-4">
      <legend className="text-lg font-semibold">{t`Payments without asking`}</legend>
      <p className="hint mb-2">{t`Above this, it asks you. Leave empty for the default limit.`}</p>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {PAYS.map(([name, label]) => (
          <AmountField
            key={name}
            label={label}
            hint={currency}
            error={faultAt(error, `/limits/${name}`)}
            amount={limits[name]}
            onAmount={(amount) => onChange({ ...limits, [name]: amount })}
          />
        ))}
      </div>
      <label className="mb-4 flex items-start gap-2 py-1">
        <input
          type="checkbox"
          className="mt-1 size-4 accent-accent"
          checked={limits.paysNew}
          onChange={({ target }) =>
            onChange({ ...limits, paysNew: target.checked })
          }
        />
        <span>
          {t`It can pay new people without asking you`}
          <span className="hint block">{t`Otherwise it asks you before its first payment to anyone outside your contacts.`}</span>
        </span>
      </label>
      <PeopleFields
        label={t`Only to these addresses`}
        legend={t`Only as a member of these groups`}
        hint={t`Groups it can say you belong to. Leave empty for any.`}
        error={faultAt(error, "/limits/payees")}
        people={limits.payees}
        onPeople={(payees) => onChange({ ...limits, payees })}
      />
    </fieldset>
  );
}

function AcceptFields({ limits, error, onChange }: Props) {
  const currency = useLimitCurrency();
  return (
    <fieldset className="mb-4">
      <legend className="text-lg font-semibold">{t`Requests it can accept without asking`}</legend>
      <p className="hint mb-2">{t`It asks you about all others.`}</p>
      <AmountField
        label={t`Max price`}
        hint={t`${currency}. Leave empty for any amount.`}
        error={faultAt(error, "/limits/accept/maxPrice")}
        amount={limits.maxPrice}
        onAmount={(maxPrice) => onChange({ ...limits, maxPrice })}
      />
      <PeopleFields
        label={t`Only from these addresses`}
        legend={t`Only from these groups`}
        hint={t`Anyone in no group counts as everyone else. Leave empty for any.`}
        error={faultAt(error, "/limits/accept/senders")}
        people={limits.senders}
        onPeople={(senders) => onChange({ ...limits, senders })}
      />
    </fieldset>
  );
}

function AmountField({
  label,
  hint,
  error,
  amount,
  onAmount,
}: {
  label: string;
  hint: string;
  error: string | undefined;
  amount: string;
  onAmount: (amount: string) => void;
}) {
  return (
    <TextField
      label={label}
      hint={hint}
      error={amountError(amount) ?? error}
      className="field max-w-40"
      inputMode="decimal"
      value={amount}
      onText={onAmount}
    />
  );
}

/** The people that a limit allows, by address and by contact type. */
function PeopleFields({
  label,
  legend,
  hint,
  error,
  people,
  onPeople,
}: {
  label: string;
  legend: string;
  hint: string;
  error: string | undefined;
  people: TypedPeople;
  onPeople: (people: TypedPeople) => void;
}) {
  const { addresses, types } = people;
  return (
    <>
      <TextField
        label={label}
        hint={t`Separate with commas. Any address of the same account counts. Leave empty for anyone.`}
        error={error}
        autoCapitalize="none"
        spellCheck={false}
        value={addresses}
        onText={(text) => onPeople({ ...people, addresses: text })}
      />
      <fieldset>
        <legend className="mb-1 font-semibold">{legend}</legend>
        <p className="hint mb-1">{hint}</p>
        {CONTACT_TYPES.map((type) => (
          <label key={type} className="flex items-center gap-2 py-1">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={types.includes(type)}
              onChange={({ target }) =>
                onPeople({
                  ...people,
                  types: target.checked
                    ? [...types, type]
                    : types.filter((it) => it !== type),
                })
              }
            />
            {t.of(CONTACT_TITLES[type])}
          </label>
        ))}
      </fieldset>
    </>
  );
}
