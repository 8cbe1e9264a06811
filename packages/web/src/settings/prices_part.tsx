import { useRef, useState } from "react";
import { KEYS, useProfile } from "../api/queries.ts";
import type { Profile } from "../api/types.ts";
import { useSave } from "../api/use_save.ts";
import { Waiting } from "../ui/notice.tsx";
import { t } from "../ui/t.ts";
import type { PriceOf } from "./price_row.tsx";
import { PriceRow, wrongWith } from "./price_row.tsx";
import { saveProfile } from "./profile_part.tsx";

/** The person's price for each class of senders. */
export function PricesPart() {
  const { data, error } = useProfile();
  if (!data) return <Waiting error={error} />;
  return <PricesForm key={data.version} profile={data} />;
}

function PricesForm({ profile }: { profile: Profile }) {
  const [rows, setRows] = useState(profile.prices);
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const save = useSave(() => saveProfile(profile, { prices: rows }), {
    reads: [KEYS.profile],
    says: t`Prices saved`,
  });
  const change = (at: number, part: Partial<PriceOf>) =>
    setRows(
      rows.map((it, index) =>
        index === at ? { ...it, ...part, source: "recipient" } : it,
      ),
    );
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (rows.every((row) => wrongWith(row) === undefined)) {
          save.mutate(undefined);
        } else {
          // Once the fields show their faults.
          requestAnimationFrame(() =>
            form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus(),
          );
        }
      }}
    >
      <p className="mb-4 max-w-prose">{t`Set the price to reach you. It is held, and becomes yours only when its condition is met and you sign. Rows you don't change show the default, which isn't required.`}</p>
      {rows.map((row, index) => (
        <PriceRow
          key={row.contactType}
          row={row}
          isTried={isTried}
          onChange={(part) => change(index, part)}
        />
      ))}
      <button
        type="submit"
        className="btn btn-main"
        aria-disabled={save.isPending}
      >{t`Save prices`}</button>
    </form>
  );
}
