import { useQuery } from "@tanstack/react-query";
import {
  CONTACT_TITLES,
  contactWords,
} from "../../../../src/core/base/contact_titles.ts";
import { inbox } from "../api/client.ts";
import { KEYS } from "../api/queries.ts";
import type { ContactType } from "../api/types.ts";
import { Field } from "../ui/field.tsx";
import { t } from "../ui/t.ts";
import type { Written } from "./written.ts";

/** The sender's address, and their claimed contact type. */
export function Sender({
  written,
  set,
  ownAddress,
}: {
  written: Written;
  set: (change: Partial<Written>) => void;
  ownAddress: string;
}) {
  const { data } = useQuery({
    queryKey: KEYS.domains,
    queryFn: () => inbox.listDomains(),
  });
  const others = (data?.domains ?? [])
    .map(({ address }) => address)
    .filter((address) => address !== null);
  const own = written.from || ownAddress || t`your account`;
  return (
    <details
      className="shrink-0 border-faint border-t px-4 py-2"
      open={written.from !== "" || undefined}
    >
      <summary className="text-soft text-sm">
        {written.contactType === "everyone"
          ? t`From ${own}`
          : t`From ${own}, as one of their ${t.of(contactWords(written.contactType))}`}
      </summary>
      <Field
        label={t`From`}
        hint={
          others.length === 0
            ? t`Addresses on your own domains appear here once verified.`
            : undefined
        }
      >
        {(ties) => (
          <select
            {...ties}
            className="field"
            value={written.from}
            onChange={(event) => set({ from: event.target.value })}
          >
            <option value="">{ownAddress || t`Your account`}</option>
            {others.map((address) => (
              <option key={address}>{address}</option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label={t`You're one of their`}
        hint={t`If you claim a closer group than they have you in, they decide first.`}
      >
        {(ties) => (
          <select
            {...ties}
            className="field"
            value={written.contactType}
            onChange={(event) =>
              set({ contactType: event.target.value as ContactType })
            }
          >
            {Object.entries(CONTACT_TITLES).map(([value, words]) => (
              <option key={value} value={value}>
                {t.of(words)}
              </option>
            ))}
          </select>
        )}
      </Field>
    </details>
  );
}
