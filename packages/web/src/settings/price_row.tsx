import { useId } from "react";
import { CONTACT_TITLES } from "../../../../src/core/base/contact_titles.ts";
import { useUsualCurrency } from "../api/currency.ts";
import type { Profile } from "../api/types.ts";
import { amountTyped, readAmount } from "../ui/money/typed_amount.ts";
import { t } from "../ui/t.ts";

/** The price for a class of senders. */
export type PriceOf = Profile["prices"][number];

const RELEASES: Readonly<Record<PriceOf["release"], string>> = {
  replied: t`I reply`,
  accepted: t`I accept`,
};
const DAYS_MAX = 30;

/** The wrong fields of a row, in words for a person; empty if all are right. */
export function wrongWith({
  price,
  holdDays,
}: PriceOf): { readonly price?: string; readonly days?: string } | undefined {
  const isAmount = price.amount !== "";
  const areDays =
    Number.isInteger(holdDays) && holdDays >= 1 && holdDays <= DAYS_MAX;
  if (isAmount && areDays) return undefined;
  return {
    ...(!isAmount && {
      price: t`Enter an amount like 2.50 or 1,000.00; 0 is free.`,
    }),
    ...(!areDays && { days: t`Enter a number from 1 to ${DAYS_MAX}.` }),
  };
}

/** The price for a class of senders, its release condition, and how long it is held. */
export function PriceRow({
  row,
  isTried,
  onChange,
}: {
  row: PriceOf;
  /** True once the person tried to save: shows the faults. */
  isTried: boolean;
  onChange: (part: Partial<PriceOf>) => void;
}) {
  const id = useId();
  const currency = useUsualCurrency();
  const name = t.of(CONTACT_TITLES[row.contactType]);
  const wrong = isTried ? wrongWith(row) : undefined;
  const ties = (error: string | undefined) =>
    error !== undefined && {
      "aria-invalid": true,
      "aria-describedby": `${id}-wrong`,
    };
  const says = [wrong?.price, wrong?.days].filter(Boolean).join(" ");
  return (
    <fieldset className="card mb-3 grid grid-cols-2 items-end gap-x-4 gap-y-3 p-4 sm:grid-cols-[10rem_1fr_8rem]">
      <legend className="float-left col-span-full font-semibold">
        {name}{" "}
        <span className="hint font-normal">
          {row.source === "default" && t`default, not required`}
        </span>
      </legend>
      <label>
        <span className="hint mb-1 block">{t`Price in ${currency}`}</span>
        <input
          {...ties(wrong?.price)}
          className="field"
          inputMode="decimal"
          aria-label={t`Price for ${name}`}
          defaultValue={amountTyped(row.price.amount)}
          onChange={(event) =>
            onChange({
              price: { ...row.price, ...amountOf(event.target.value) },
            })
          }
        />
      </label>
      <label className="max-sm:order-last max-sm:col-span-full">
        <span className="hint mb-1 block">{t`Paid to me when`}</span>
        <select
          className="field"
          aria-label={t`Condition for ${name}`}
          value={row.release}
          onChange={(event) =>
            onChange({ release: event.target.value as PriceOf["release"] })
          }
        >
          {Object.entries(RELEASES).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span className="hint mb-1 block">{t`Days held`}</span>
        <input
          {...ties(wrong?.days)}
          type="number"
          className="field"
          min={1}
          max={DAYS_MAX}
          aria-label={t`Days held for ${name}`}
          defaultValue={row.holdDays}
          onChange={(event) =>
            onChange({ holdDays: event.target.valueAsNumber })
          }
        />
      </label>
      {says !== "" && (
        <p id={`${id}-wrong`} className="col-span-full text-sm text-error">
          {says}
        </p>
      )}
    </fieldset>
  );
}

/** A money object whose two amounts agree; no amount if it cannot be read. */
function amountOf(typed: string) {
  const amount = readAmount(typed) ?? "";
  return {
    amount,
    amountAtomic: String(Math.round(Number(amount) * 1_000_000)),
  };
}
