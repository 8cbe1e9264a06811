import { CONTACT_TITLES } from "../../../../src/core/base/contact_titles.ts";
import { LIMITS } from "../../../../src/core/base/limits.ts";
import { inbox } from "../api/client.ts";
import { KEYS } from "../api/queries.ts";
import type { Contact, ContactType } from "../api/types.ts";
import { useSave } from "../api/use_save.ts";
import { t } from "../ui/t.ts";
import { useSaveContact } from "./use_save_contact.ts";

/** How a contact is admitted. */
const STANDINGS = {
  ask: t`Ask me every time`,
  allowed: t`Always allow`,
  blocked: t`Blocked`,
} as const;

/** One contact: their type, and how they are admitted. */
export function ContactItem({ contact }: { contact: Contact }) {
  const { address, name } = contact;
  const naming = useSaveContact();
  // One for each choice, so that the new choice is shown while it is saved.
  const type = useSaveContact();
  const standing = useSaveContact();
  const { contactType, blocked, allowed } = {
    ...contact,
    ...(type.isPending && type.variables.change),
    ...(standing.isPending && standing.variables.change),
  };
  const remove = useSave(() => inbox.deleteContact({ address }), {
    reads: [KEYS.contacts],
    says: t`Contact removed`,
  });
  return (
    <section
      aria-label={address}
      className="card flex flex-wrap items-end gap-3 p-4"
    >
      <h2 className="min-w-0 flex-1 basis-full font-semibold">
        <bdi>{name || address}</bdi>
        {name !== "" && <bdi className="hint ml-2 font-normal">{address}</bdi>}
        {!contact.account && (
          <span className="hint font-normal"> · {t`email only`}</span>
        )}
      </h2>
      <label>
        <span className="hint block">{t`Name`}</span>
        <input
          key={name}
          className="field w-44"
          autoComplete="off"
          maxLength={LIMITS.nameCharsMax}
          defaultValue={name}
          onKeyDown={({ key, currentTarget }) => {
            if (key === "Enter") currentTarget.blur();
          }}
          onBlur={({ target: { value } }) => {
            const change = { name: value.trim() };
            if (change.name !== name) naming.mutate({ address, change });
          }}
        />
      </label>
      <label>
        <span className="hint block">{t`Group`}</span>
        <select
          className="field"
          value={contactType}
          onChange={(event) =>
            type.mutate({
              address,
              change: { contactType: event.target.value as ContactType },
            })
          }
        >
          {Object.entries(CONTACT_TITLES).map(([value, words]) => (
            <option key={value} value={value}>
              {t.of(words)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span className="hint block">{t`When they write`}</span>
        <select
          className="field"
          value={blocked ? "blocked" : allowed ? "allowed" : "ask"}
          onChange={({ target: { value } }) =>
            standing.mutate({
              address,
              change: {
                blocked: value === "blocked",
                allowed: value === "allowed",
              },
            })
          }
        >
          {Object.entries(STANDINGS).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        className="btn btn-bad"
        aria-label={t`Remove ${address}`}
        aria-disabled={remove.isPending}
        onClick={() => !remove.isPending && remove.mutate(undefined)}
      >{t`Remove`}</button>
    </section>
  );
}
