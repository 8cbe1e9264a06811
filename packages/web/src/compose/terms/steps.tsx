import { useId } from "react";
import { LIMITS } from "../../../../../src/core/base/limits.ts";
import { Icon } from "../../ui/icon.tsx";
import { localTime } from "../../ui/moments.ts";
import { amountSaid } from "../../ui/money/money.tsx";
import { amountError, amountTyped } from "../../ui/money/typed_amount.ts";
import { t } from "../../ui/t.ts";
import { inDays } from "../../ui/time.tsx";
import type { Written } from "../written.ts";
import type { WrittenStep } from "./written_steps.ts";
import { isPast, leftOver, newStep } from "./written_steps.ts";

/** The steps of a price: what each is for, its part, and until when. */
export function Steps({
  written: { steps, price },
  set,
}: {
  written: Written;
  set: (change: Partial<Written>) => void;
}) {
  const left = leftOver(steps, price);
  const sum = amountSaid({ amount: String(Math.abs(left)) });
  return (
    <fieldset className="w-full">
      <legend className="sr-only">{t`Steps`}</legend>
      <ol className="grid gap-3">
        {steps.map((step, at) => (
          <StepFields
            key={step.key}
            step={step}
            at={at}
            onChange={(change) =>
              set({
                steps: steps.map((it) =>
                  it === step ? { ...it, ...change } : it,
                ),
              })
            }
            onRemove={() => set({ steps: steps.filter((it) => it !== step) })}
          />
        ))}
      </ol>
      <div className="mt-2 flex flex-wrap items-center gap-x-3">
        <button
          type="button"
          className="btn btn-quiet"
          aria-disabled={steps.length >= LIMITS.milestonesMax}
          onClick={() => {
            if (steps.length >= LIMITS.milestonesMax) return;
            set({
              steps: [
                ...steps,
                newStep(left > 0 ? amountTyped(String(left)) : ""),
              ],
            });
          }}
        >{t`Add a step`}</button>
        <p className={left === 0 ? "hint" : "text-error"}>
          {left === 0
            ? t`Each step is paid when it is signed. What is left at the end goes back to you.`
            : left > 0
              ? t`${sum} of the price has no step yet.`
              : t`The steps are ${sum} more than the price.`}
        </p>
      </div>
    </fieldset>
  );
}

function StepFields({
  step: { title, amount, release, deliverBy },
  at,
  onChange,
  onRemove,
}: {
  step: WrittenStep;
  at: number;
  onChange: (change: Partial<WrittenStep>) => void;
  onRemove: () => void;
}) {
  const number = at + 1;
  const id = useId();
  return (
    <li className="grid grid-cols-[1rem_1fr_auto_auto] items-center gap-1.5">
      <span className="text-end text-quiet tabular-nums">{number}</span>
      <input
        className="field"
        aria-label={t`Step ${number}`}
        placeholder={t`What is delivered`}
        maxLength={LIMITS.milestoneTitleCharsMax}
        value={title}
        onChange={({ target }) => onChange({ title: target.value })}
      />
      <input
        className="field w-24 tabular-nums"
        aria-label={t`Amount of step ${number}`}
        inputMode="decimal"
        autoComplete="off"
        aria-invalid={amountError(amount) ? true : undefined}
        value={amount}
        onChange={({ target }) => onChange({ amount: target.value })}
      />
      <button
        type="button"
        className="icon-btn"
        aria-label={t`Remove step ${number}`}
        onClick={onRemove}
      >
        <Icon name="close" size={12} />
      </button>
      <div className="col-span-3 col-start-2 flex flex-wrap items-center gap-x-2 gap-y-1.5">
        <label htmlFor={`${id}-due`}>{t`due by`}</label>
        <input
          id={`${id}-due`}
          type="datetime-local"
          className="field w-auto"
          aria-label={t`Step ${number} due by`}
          aria-invalid={isPast(deliverBy) || undefined}
          min={localTime(inDays(0))}
          max={localTime(inDays(LIMITS.deadlineDaysMax))}
          value={deliverBy}
          onChange={({ target }) => onChange({ deliverBy: target.value })}
        />
        {at === 0 && (
          <>
            <label htmlFor={`${id}-release`}>{t`paid when`}</label>
            <select
              id={`${id}-release`}
              className="field w-auto"
              aria-label={t`Step 1 paid when`}
              value={release}
              onChange={({ target }) =>
                onChange({ release: target.value as WrittenStep["release"] })
              }
            >
              <option value="replied">{t`they reply`}</option>
              <option value="accepted">{t`they accept the request`}</option>
            </select>
          </>
        )}
      </div>
    </li>
  );
}
