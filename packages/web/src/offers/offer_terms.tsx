import { LIMITS } from "../../../../src/core/base/limits.ts";
import { useUsualCurrency } from "../api/currency.ts";
import type { OwnOffer } from "../api/types.ts";
import { Field, Options, TextField } from "../ui/field.tsx";
import { t } from "../ui/t.ts";
import type { Within } from "../ui/times/within.tsx";
import { WithinInput } from "../ui/times/within.tsx";
import type { WrittenOffer } from "./written_offer.ts";

const RELEASES: Readonly<Record<OwnOffer["release"], string>> = {
  replied: t`I reply`,
  accepted: t`I accept`,
};

/** A part of the form of an offer. */
export interface OfferFormPart {
  readonly written: WrittenOffer;
  readonly set: (change: Partial<WrittenOffer>) => void;
}

/** The price, when it is paid, the times and the capacity. */
export function OfferTerms({
  written,
  set,
  fault,
  priceFault,
}: OfferFormPart & {
  fault: (at: string) => string | undefined;
  priceFault: string | undefined;
}) {
  const currency = useUsualCurrency();
  return (
    <div className="grid gap-x-4 sm:grid-cols-2">
      <TextField
        label={t`Price in ${currency}`}
        hint={t`0 is free.`}
        required
        inputMode="decimal"
        autoComplete="off"
        value={written.price}
        error={priceFault}
        onText={(price) => set({ price })}
      />
      <Field label={t`Paid to me when`} error={fault("/release")}>
        {(ties) => (
          <select
            className="field"
            {...ties}
            value={written.release}
            onChange={({ target }) =>
              set({ release: target.value as OwnOffer["release"] })
            }
          >
            <Options of={Object.entries(RELEASES)} />
          </select>
        )}
      </Field>
      <WithinField
        label={t`I accept within`}
        value={written.acceptWithin}
        error={fault("/acceptWithin")}
        onChange={(acceptWithin) => set({ acceptWithin })}
      />
      <WithinField
        label={t`Done within`}
        hint={t`From when I accept. After that, the price goes back to the buyer.`}
        value={written.deliverWithin}
        error={fault("/deliverWithin")}
        onChange={(deliverWithin) => set({ deliverWithin })}
      />
      <TextField
        label={t`Orders at once`}
        hint={t`Without a limit if empty.`}
        type="number"
        min={1}
        value={written.open}
        error={fault("/capacity/open")}
        onText={(open) => set({ open })}
      />
      <TextField
        label={t`Orders in 24 hours`}
        hint={t`Without a limit if empty.`}
        type="number"
        min={1}
        value={written.perDay}
        error={fault("/capacity/perDay")}
        onText={(perDay) => set({ perDay })}
      />
      <TextField
        label={t`Arbiter`}
        hint={t`An address here that decides if you two disagree about the result.`}
        autoComplete="off"
        maxLength={LIMITS.addressCharsMax}
        value={written.arbiter}
        error={fault("/arbiter")}
        onText={(arbiter) => set({ arbiter })}
      />
    </div>
  );
}

/** A number and its unit; no time if the number is empty. */
function WithinField({
  label,
  hint,
  value,
  error,
  onChange,
}: {
  label: string;
  hint?: string;
  value: Within;
  error: string | undefined;
  onChange: (value: Within) => void;
}) {
  return (
    <Field
      label={label}
      hint={hint ?? t`Without a limit if empty.`}
      error={error}
    >
      {(ties) => (
        <WithinInput
          label={label}
          ties={ties}
          countClass="min-w-0 flex-1"
          value={value}
          onChange={onChange}
        />
      )}
    </Field>
  );
}
