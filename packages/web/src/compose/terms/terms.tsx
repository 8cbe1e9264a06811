import { useId } from "react";
import { LIMITS } from "../../../../../src/core/base/limits.ts";
import { currencyWords, useCurrencies } from "../../api/currency.ts";
import type { Release } from "../../api/types.ts";
import { Icon } from "../../ui/icon.tsx";
import { amountError } from "../../ui/money/typed_amount.ts";
import { t } from "../../ui/t.ts";
import type { Written } from "../written.ts";
import { isPriced } from "../written.ts";
import { Steps } from "./steps.tsx";
import { newStep } from "./written_steps.ts";

const CONDITIONS: readonly (readonly [Release, string])[] = [
  ["replied", t`they reply`],
  ["accepted", t`they accept the request`],
  ["converted", t`something else happens…`],
];

/** The currency of the price: a choice if the service takes several. */
function CurrencyChoice({ written, set }: Parameters<typeof Terms>[0]) {
  const taken = useCurrencies();
  const [usual = "USDC"] = taken;
  const { currency = usual } = written;
  if (taken.length < 2 && currency === usual) {
    return <span>{currencyWords(usual)}</span>;
  }
  return (
    <select
      className="field w-auto"
      aria-label={t`Currency`}
      value={currency}
      onChange={({ target }) => {
        const chosen = taken.find((it) => it === target.value);
        if (chosen) set({ currency: chosen });
      }}
    >
      {[...new Set([...taken, currency])].map((it) => (
        <option key={it} value={it} disabled={!taken.includes(it)}>
          {currencyWords(it)}
        </option>
      ))}
    </select>
  );
}

/** The price and its release condition, in one line. */
export function Terms({
  written,
  set,
}: {
  written: Written;
  set: (change: Partial<Written>) => void;
}) {
  const { price, release, action } = written;
  const id = useId();
  const error = amountError(price);
  return (
    <fieldset className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1.5 border-faint border-t px-4 py-2 text-soft text-sm">
      <legend className="sr-only">{t`Payment`}</legend>
      <span className={isPriced(written) ? "text-good" : ""}>
        <Icon name="payments" />
      </span>
      <label htmlFor={`${id}-price`} className="sr-only">{t`Price`}</label>
      <input
        id={`${id}-price`}
        className="field w-28 font-semibold tabular-nums"
        inputMode="decimal"
        autoComplete="off"
        placeholder={t`No price`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-wrong`}
        value={price}
        onChange={({ target }) => set({ price: target.value })}
      />
      <CurrencyChoice written={written} set={set} />
      {error && (
        <span id={`${id}-wrong`} className="text-error">
          {error}
        </span>
      )}
      {written.steps.length > 0 && <Steps written={written} set={set} />}
      {isPriced(written) && written.steps.length === 0 && (
        <>
          <label htmlFor={`${id}-release`}>{t`paid when`}</label>
          <select
            id={`${id}-release`}
            className="field w-auto"
            value={release}
            onChange={({ target }) => set({ release: target.value as Release })}
          >
            {CONDITIONS.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
          {release === "converted" && (
            <input
              className="field min-w-48 flex-1"
              aria-label={t`Condition`}
              maxLength={LIMITS.releaseActionCharsMax}
              placeholder={t`For example: the report is delivered`}
              value={action}
              onChange={({ target }) => set({ action: target.value })}
            />
          )}
          <button
            type="button"
            className="btn btn-quiet"
            onClick={() => set({ steps: [newStep(price)], release: "replied" })}
          >{t`Pay in steps`}</button>
        </>
      )}
    </fieldset>
  );
}
