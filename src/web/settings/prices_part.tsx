import { useState } from "react";
import { sentenceOf } from "../api/problem.ts";
import { KEYS, useProfile } from "../api/queries.ts";
import type { Profile } from "../api/types.ts";
import { Waiting } from "../ui/notice.tsx";
import { CONTACT_WORDS } from "../ui/words.ts";
import { saveProfile } from "./profile_part.tsx";
import { useSave } from "./use_save.ts";

type Row = Profile["prices"][number];

const RELEASES: Readonly<Record<Row["release"], string>> = {
  replied: "I reply",
  accepted: "I accept",
};

/** What the person asks of each class of senders. */
export function PricesPart() {
  const { data, error } = useProfile();
  if (!data) return <Waiting error={error ? sentenceOf(error) : undefined} />;
  return <PricesForm key={data.version} profile={data} />;
}

function PricesForm({ profile }: { profile: Profile }) {
  const [rows, setRows] = useState(profile.prices);
  const save = useSave(() => saveProfile(profile, { prices: rows }), {
    reads: [KEYS.profile],
    says: "Prices saved",
  });
  const change = (at: number, part: Partial<Row>) =>
    setRows(
      rows.map((it, index) =>
        index === at ? { ...it, ...part, source: "recipient" } : it,
      ),
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(undefined);
      }}
    >
      <p className="mb-4 max-w-prose">
        What somebody must offer to reach you. The price is held and becomes
        yours only when its condition is met and you sign. A row that you do not
        change is the default, which is shown but not required.
      </p>
      {rows.map((row, index) => {
        const name = CONTACT_WORDS[row.contactType];
        return (
          <fieldset
            key={row.contactType}
            className="card mb-3 flex flex-wrap items-end gap-4 p-4"
          >
            <legend className="float-left w-full font-semibold">
              {name}{" "}
              <span className="hint font-normal">
                {row.source === "default" && "default, not required"}
              </span>
            </legend>
            <label>
              <span className="hint block">Price in USDC</span>
              <input
                className="field w-32"
                inputMode="decimal"
                aria-label={`Price for ${name}`}
                defaultValue={row.price.amount}
                onChange={(event) =>
                  change(index, {
                    price: { ...row.price, ...amountOf(event.target.value) },
                  })
                }
              />
            </label>
            <label>
              <span className="hint block">Mine once</span>
              <select
                className="field"
                aria-label={`Condition for ${name}`}
                value={row.release}
                onChange={(event) =>
                  change(index, {
                    release: event.target.value as Row["release"],
                  })
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
              <span className="hint block">Held for days</span>
              <input
                type="number"
                className="field w-24"
                min={1}
                max={30}
                aria-label={`Days held for ${name}`}
                value={row.holdDays}
                onChange={(event) =>
                  change(index, { holdDays: event.target.valueAsNumber || 1 })
                }
              />
            </label>
          </fieldset>
        );
      })}
      <button
        type="submit"
        className="btn btn-main"
        aria-disabled={save.isPending}
      >
        Save prices
      </button>
    </form>
  );
}

/** A money object whose two amounts agree; the service refuses what is none. */
function amountOf(typed: string) {
  const amount = typed.trim().replace(",", ".");
  return {
    amount,
    amountAtomic: String(Math.round(Number(amount) * 1_000_000)),
  };
}
