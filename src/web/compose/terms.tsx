import { LIMITS } from "../../core/base/limits.ts";
import type { Release } from "../api/types.ts";
import { TextField } from "../ui/field.tsx";
import type { Written } from "./written.ts";
import { isPrice, isPriced } from "./written.ts";

const CONDITIONS: readonly (readonly [Release, string])[] = [
  ["replied", "They reply"],
  ["accepted", "They accept the request"],
  ["converted", "Something I describe has happened"],
];

/** What is offered, and what has to happen before it is paid. */
export function Terms({
  written,
  set,
}: {
  written: Written;
  set: (change: Partial<Written>) => void;
}) {
  const { price, release, action } = written;
  return (
    <>
      <TextField
        label="Price"
        hint="In USDC. Leave it empty if you offer nothing."
        error={
          isPrice(price)
            ? undefined
            : "Write an amount such as 5 or 2.50, with at most six decimals."
        }
        className="field max-w-40"
        inputMode="decimal"
        autoComplete="off"
        value={price}
        onText={(text) => set({ price: text.trim().replace(",", ".") })}
      />
      {isPriced(written) && (
        <fieldset className="mb-4">
          <legend className="mb-1 font-semibold">
            The money is released once they sign that
          </legend>
          {CONDITIONS.map(([value, words]) => (
            <label key={value} className="flex min-h-9 items-center gap-2.5">
              <input
                type="radio"
                name="release"
                className="size-4 accent-accent"
                checked={release === value}
                onChange={() => set({ release: value })}
              />
              {words}
            </label>
          ))}
          {release === "converted" && (
            <TextField
              label="What must have happened"
              maxLength={LIMITS.releaseActionCharsMax}
              placeholder="For example: the report is delivered"
              value={action}
              onText={(text) => set({ action: text })}
            />
          )}
        </fieldset>
      )}
    </>
  );
}
