import {
  ATOMIC_PER_UNIT,
  showMoney,
} from "../../../../../src/core/base/money.ts";
import type { Payment } from "../../api/types.ts";
import { TextField } from "../../ui/field.tsx";
import { amountSaid } from "../../ui/money/money.tsx";
import {
  AMOUNT_FORM,
  amountTyped,
  readAmount,
} from "../../ui/money/typed_amount.ts";
import { t } from "../../ui/t.ts";

type Amount = Payment["price"];

const CENT = ATOMIC_PER_UNIT / 100;

/** How much goes back, as typed; undefined if it cannot be that much. */
export function splitOf(typed: string, total: Amount): string | undefined {
  const amount = readAmount(typed);
  const isWithin =
    Number(amount) * ATOMIC_PER_UNIT <= Number(total.amountAtomic);
  return isWithin ? amount : undefined;
}

/** A number that somebody stands by. */
export interface Named {
  readonly name: string;
  readonly amount: Amount;
}

/** A number between nothing and all of an amount, typed or drawn; says what each side gets. */
export function SplitField({
  label,
  total,
  typed,
  isTried,
  named,
  payer,
  payee,
  onText,
}: {
  label: string;
  total: Amount;
  typed: string;
  /** True once it was to be sent: an empty field is an error then. */
  isTried: boolean;
  /** Numbers that one press takes over. */
  named: readonly Named[];
  payer: string;
  payee: string;
  onText: (typed: string) => void;
}) {
  const amount = splitOf(typed, total);
  const all = Number(total.amountAtomic);
  const back = Math.round(Number(amount ?? 0) * ATOMIC_PER_UNIT);
  const isEmpty = typed.trim() === "";
  const error =
    isEmpty && !isTried
      ? undefined
      : readAmount(typed) === undefined
        ? AMOUNT_FORM
        : amount === undefined
          ? t`At most ${amountSaid(total)}.`
          : undefined;
  const draw = (percent: number) => {
    const exact = (all * percent) / 100;
    const part = percent === 100 ? all : Math.round(exact / CENT) * CENT;
    onText(amountTyped(showMoney(Math.min(part, all)).amount));
  };
  return (
    <div className="mb-4">
      <TextField
        label={label}
        hint={t`Of ${amountSaid(total)} ${total.currency}.`}
        error={error}
        className="field max-w-40 tabular-nums"
        inputMode="decimal"
        autoComplete="off"
        required
        value={typed}
        onText={onText}
      />
      {named.length > 0 && (
        <p className="-mt-2 mb-3 flex flex-wrap gap-2">
          {named.map(({ name, amount: its }) => (
            <button
              key={name}
              type="button"
              className="btn px-2.5 tabular-nums"
              onClick={() => onText(amountTyped(its.amount))}
            >
              {t`${name}: ${amountSaid(its)}`}
            </button>
          ))}
        </p>
      )}
      <input
        type="range"
        className="-mt-2 block w-full accent-accent"
        aria-label={t`Share that goes back`}
        aria-valuetext={amountSaid(showMoney(back))}
        min={0}
        max={100}
        value={all === 0 ? 0 : Math.round((100 * back) / all)}
        onChange={({ target }) => draw(Number(target.value))}
      />
      {amount !== undefined && (
        <p className="mt-1 flex flex-wrap justify-between gap-x-4 text-sm tabular-nums">
          <span>{t`${payer}: ${amountSaid(showMoney(back))} back`}</span>
          <span>{t`${payee}: ${amountSaid(showMoney(all - back))} paid out`}</span>
        </p>
      )}
    </div>
  );
}
