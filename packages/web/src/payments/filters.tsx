import { useState } from "react";
import { Link, useLocation } from "wouter";
import { LIMITS } from "../../../../src/core/base/limits.ts";
import { currencyWords, useCurrencies } from "../api/currency.ts";
import {
  amountError,
  amountTyped,
  readAmount,
} from "../ui/money/typed_amount.ts";
import { t } from "../ui/t.ts";
import { PAYMENT_WORDS } from "../ui/words.ts";
import type { Filter } from "./filter.ts";
import {
  daysOfMonth,
  filterPath,
  inSevenDays,
  lastMonths,
  monthOf,
  monthText,
} from "./filter.ts";

const MONTHS = 12;
const STATUSES = [
  "requires_payment",
  "held",
  "released",
  "voided",
  "refunded",
] as const;

/** Filters the table, with one click or by fields. */
export function Filters({ filter }: { filter: Filter }) {
  const [, navigate] = useLocation();
  const currencies = useCurrencies();
  const period = { from: filter.from ?? "", to: filter.to ?? "" };
  const month = monthOf(filter);
  const chips: readonly (readonly [string, Filter])[] = [
    [t`All`, {}],
    [t`To you`, { direction: "in" }],
    [t`From you`, { direction: "out" }],
    [t`Held`, { status: "held" }],
    [t`Due in 7 days`, { dueBy: inSevenDays() }],
    ...(currencies.length > 1 ? currencies : []).map(
      (currency) => [currencyWords(currency), { currency }] as const,
    ),
  ];
  return (
    <search aria-label={t`Payments`} className="mb-3 block">
      <div className="flex flex-wrap items-center gap-2">
        {chips.map(([name, chip]) => (
          <Chip
            key={name}
            name={name}
            to={{ ...period, ...chip }}
            now={filter}
          />
        ))}
        <select
          aria-label={t`Period`}
          className="field ml-auto w-auto min-h-8 text-sm max-md:ml-0"
          value={month ?? "other"}
          onChange={({ target }) =>
            navigate(filterPath({ ...filter, ...daysOfMonth(target.value) }))
          }
        >
          <option value="">{t`Any time`}</option>
          {month === undefined && (
            <option value="other">{t`Custom range`}</option>
          )}
          {lastMonths(MONTHS).map((it) => (
            <option key={it} value={it}>
              {monthText(it)}
            </option>
          ))}
        </select>
      </div>
      <MoreFilters filter={filter} />
    </search>
  );
}

function Chip({ name, to, now }: { name: string; to: Filter; now: Filter }) {
  const isHere = filterPath(sorted(to)) === filterPath(sorted(now));
  return (
    <Link
      href={filterPath(to)}
      aria-current={isHere ? "true" : undefined}
      className={`flex min-h-7 items-center rounded-md border px-2.5 font-medium text-xs max-md:min-h-11 ${isHere ? "border-accent bg-accent-back text-accent" : "border-line bg-card text-soft hover:bg-hover"}`}
    >
      {name}
    </Link>
  );
}

function sorted(filter: Filter): Filter {
  return Object.fromEntries(Object.entries(filter).sort());
}

/** Filters by person, amount, and first and last day. */
function MoreFilters({ filter }: { filter: Filter }) {
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState<Filter>({
    ...filter,
    amountMin: amountTyped(filter.amountMin),
    amountMax: amountTyped(filter.amountMax),
  });
  const amounts = [typed.amountMin ?? "", typed.amountMax ?? ""] as const;
  const error = amounts.map(amountError).find(Boolean);
  const isNarrowed = Boolean(
    filter.counterparty || filter.amountMin || filter.amountMax,
  );
  const field = (name: keyof Filter) => ({
    className: "field",
    value: typed[name] ?? "",
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped({ ...typed, [name]: target.value }),
  });
  return (
    <details className="mt-2" open={isNarrowed}>
      <summary className="hint w-fit py-1 max-md:py-3">{t`More filters`}</summary>
      <form
        className="mt-2 grid grid-cols-2 items-end gap-3 md:grid-cols-4 xl:grid-cols-7"
        onSubmit={(event) => {
          event.preventDefault();
          if (error) return;
          const [amountMin = "", amountMax = ""] = amounts.map((it) =>
            readAmount(it),
          );
          navigate(
            filterPath({
              ...typed,
              counterparty: (typed.counterparty ?? "").trim(),
              amountMin,
              amountMax,
            }),
          );
        }}
      >
        <label className="hint">
          {t`With`}
          <input
            {...field("counterparty")}
            maxLength={LIMITS.searchCharsMax}
            placeholder={t`Name or address`}
          />
        </label>
        <label className="hint">
          {t`Status`}
          <select {...field("status")}>
            <option value="">{t`Any status`}</option>
            {STATUSES.map((status) => (
              <option key={status} value={status}>
                {PAYMENT_WORDS[status]}
              </option>
            ))}
          </select>
        </label>
        <label className="hint">
          {t`At least`}
          <input {...field("amountMin")} {...amountTies(typed.amountMin)} />
        </label>
        <label className="hint">
          {t`At most`}
          <input {...field("amountMax")} {...amountTies(typed.amountMax)} />
        </label>
        <label className="hint">
          {t`From`}
          <input {...field("from")} type="date" />
        </label>
        <label className="hint">
          {t`Up to`}
          <input {...field("to")} type="date" />
        </label>
        <button type="submit" className="btn">
          {t`Show`}
        </button>
        {error && (
          <p id={AMOUNT_ERROR} className="col-span-full text-error text-sm">
            {error}
          </p>
        )}
      </form>
    </details>
  );
}

const AMOUNT_ERROR = "filter-amount-error";

/** Links an amount that cannot be read to its error. */
function amountTies(typed = "") {
  return {
    inputMode: "decimal",
    ...(amountError(typed) && {
      "aria-invalid": true,
      "aria-describedby": AMOUNT_ERROR,
    }),
  } as const;
}
