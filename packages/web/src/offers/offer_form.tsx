import { useEffect, useRef, useState } from "react";
import { CONTACT_TYPES } from "../../../../src/core/addresses/contact_types.ts";
import { CONTACT_TITLES } from "../../../../src/core/base/contact_titles.ts";
import { LIMITS } from "../../../../src/core/base/limits.ts";
import { inbox } from "../api/client.ts";
import { faultAt, faultBeside } from "../api/problem.ts";
import { KEYS } from "../api/queries.ts";
import type { OwnOffer } from "../api/types.ts";
import { useSave } from "../api/use_save.ts";
import { Failure } from "../ui/failure.tsx";
import { TextArea, TextField } from "../ui/field.tsx";
import { AMOUNT_FORM, readAmount } from "../ui/money/typed_amount.ts";
import { t } from "../ui/t.ts";
import { AskedFields } from "./asked_fields.tsx";
import { hasTwins } from "./input_fields.ts";
import type { OfferFormPart } from "./offer_terms.tsx";
import { OfferTerms } from "./offer_terms.tsx";
import type { WrittenOffer } from "./written_offer.ts";
import { isJson, offerRead, offerWritten } from "./written_offer.ts";

/** The members of an offer whose faults the form shows beside their fields. */
const SHOWN = [
  ..."title description price release offerId".split(" "),
  ..."acceptWithin deliverWithin arbiter capacity audience input".split(" "),
].map((it) => `/${it}`);

/** A new offer, or a saved one to change. */
export function OfferForm({
  offer,
  taken,
  onDone,
}: {
  offer: OwnOffer | undefined;
  /** The ids of all offers. */
  taken: readonly string[];
  onDone: () => void;
}) {
  const [written, setWritten] = useState(() => offerWritten(offer));
  const [wrong, setWrong] = useState<"price" | "input">();
  const form = useRef<HTMLFormElement>(null);
  const save = useSave(
    async (it: WrittenOffer) => {
      await inbox.putOffer(offerRead(it, taken));
      onDone();
    },
    { reads: [KEYS.offers], says: t`Offer saved`, showsError: true },
  );
  useFocusOnFault(form, wrong ?? save.error);
  const set = (change: Partial<WrittenOffer>) => {
    save.reset();
    setWrong(undefined);
    setWritten({ ...written, ...change });
  };
  const submit = () => {
    const fault = faultOf(written);
    setWrong(fault);
    if (!fault && !save.isPending) save.mutate(written);
  };
  const fault = (at: string) => faultAt(save.error, at);
  return (
    <form
      ref={form}
      aria-label={offer ? t`Edit offer` : t`New offer`}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <h2 className="mb-4 font-semibold text-lg">
        {offer ? t`Edit offer` : t`New offer`}
      </h2>
      <TextField
        label={t`Title`}
        required
        maxLength={LIMITS.offerTitleCharsMax}
        value={written.title}
        error={fault("/title") ?? fault("/offerId")}
        onText={(title) => set({ title })}
      />
      <TextArea
        label={t`Description`}
        hint={t`The result that a buyer gets.`}
        rows={3}
        maxLength={LIMITS.offerTextCharsMax}
        value={written.description}
        error={fault("/description")}
        onText={(description) => set({ description })}
      />
      <OfferTerms
        written={written}
        set={set}
        fault={fault}
        priceFault={wrong === "price" ? AMOUNT_FORM : fault("/price")}
      />
      <AskedFields
        written={written}
        set={set}
        error={save.error}
        isUnreadable={wrong === "input"}
      />
      <Audience written={written} set={set} error={fault("/audience")} />
      <Failure error={faultBeside(save.error, SHOWN)} />
      <div className="flex flex-wrap gap-2">
        <button
          type="submit"
          className="btn btn-main"
          aria-disabled={save.isPending}
        >{t`Save offer`}</button>
        <button
          type="button"
          className="btn"
          onClick={onDone}
        >{t`Cancel`}</button>
      </div>
    </form>
  );
}

/** The contacts who may order. */
function Audience({
  written: { audience },
  set,
  error,
}: OfferFormPart & { error: string | undefined }) {
  return (
    <fieldset className="mb-4">
      <legend className="mb-1 font-semibold">{t`Who may order`}</legend>
      <p className={error ? "mb-2 text-error" : "hint mb-2"}>
        {error ??
          t`Everyone, if you choose none. Otherwise only your contacts of these groups, and the offer isn't public.`}
      </p>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {CONTACT_TYPES.filter((it) => it !== "everyone").map((type) => (
          <label
            key={type}
            className="flex min-h-9 items-center gap-2.5 max-md:min-h-11"
          >
            <input
              type="checkbox"
              className="size-5 accent-accent"
              checked={audience.includes(type)}
              onChange={({ target }) =>
                set({
                  audience: target.checked
                    ? [...audience, type]
                    : audience.filter((it) => it !== type),
                })
              }
            />
            {t.of(CONTACT_TITLES[type])}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The part that could not be read, before anything is sent. */
function faultOf(it: WrittenOffer): "price" | "input" | undefined {
  if (readAmount(it.price) === undefined) return "price";
  const isInput = it.raw ? isJson(it.raw) : !hasTwins(it.fields);
  return isInput ? undefined : "input";
}

/** Leads to the first wrong field once it says so. */
function useFocusOnFault(
  form: { readonly current: HTMLFormElement | null },
  fault: unknown,
) {
  useEffect(() => {
    if (!fault) return;
    form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [form, fault]);
}
