import { KEYS, useOptional } from "../api/queries.ts";
import type { ContactType } from "../api/types.ts";
import { CONTACT_WORDS } from "../ui/words.ts";

interface Contact {
  readonly address: string;
  readonly displayName?: string;
  readonly contactType?: ContactType;
}

/** Who the person knows, where the service tells. */
export function ContactsPart() {
  const { data } = useOptional<{ readonly contacts?: readonly Contact[] }>(
    KEYS.contacts,
    "/v1/contacts",
  );
  const contacts = data?.contacts ?? [];
  if (contacts.length === 0) {
    return (
      <p className="hint">Nobody yet. Whoever you write to appears here.</p>
    );
  }
  return (
    <ul className="card divide-y divide-line" aria-label="Contacts">
      {contacts.map(({ address, displayName, contactType }) => (
        <li key={address} className="flex flex-wrap gap-x-4 p-3">
          <bdi className="font-medium">{displayName || address}</bdi>
          <bdi className="hint">{address}</bdi>
          <span className="hint ml-auto">
            {contactType && CONTACT_WORDS[contactType]}
          </span>
        </li>
      ))}
    </ul>
  );
}
