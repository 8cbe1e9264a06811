import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { inbox } from "../api/client.ts";
import { faultIn } from "../api/problem.ts";
import { KEYS } from "../api/queries.ts";
import { ImportContacts } from "../contacts/import_contacts.tsx";
import { toast } from "../shell/toasts.ts";
import { TextField } from "../ui/field.tsx";
import { Waiting } from "../ui/notice.tsx";
import { t } from "../ui/t.ts";
import { ContactItem } from "./contact_item.tsx";
import { useSaveContact } from "./use_save_contact.ts";

/** The person's contacts, with those always let in and those kept out. */
export function ContactsPart() {
  const { data, error, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: KEYS.contacts,
    queryFn: ({ pageParam }) =>
      inbox.listContacts({ ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  if (!data) return <Waiting error={error} />;
  const contacts = data.pages.flatMap((page) => page.contacts);
  return (
    <>
      <p className="mb-4 max-w-prose">{t`A contact's group decides which of your prices they pay. Blocked contacts can't write to you. Contacts you always allow need neither your acceptance nor your price.`}</p>
      {contacts.length === 0 && (
        <p className="hint mb-4">{t`No contacts yet. People you write to appear here.`}</p>
      )}
      <ul className="mb-6 space-y-3" aria-label={t`Contacts`}>
        {contacts.map((contact) => (
          <li key={contact.address}>
            <ContactItem contact={contact} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <button
          type="button"
          className="btn mb-6"
          onClick={() => fetchNextPage()}
        >{t`Show more`}</button>
      )}
      <AddContact />
      <ImportContacts />
    </>
  );
}

function AddContact() {
  const [address, setAddress] = useState("");
  const save = useSaveContact({ showsError: true });
  return (
    <form
      className="card p-4"
      aria-label={t`Add a contact`}
      onSubmit={(event) => {
        event.preventDefault();
        if (save.isPending) return;
        save.mutate(
          { address: address.trim(), change: {} },
          {
            onSuccess() {
              setAddress("");
              toast({ text: t`Contact added` });
            },
          },
        );
      }}
    >
      <TextField
        label={t`Address`}
        hint={t`An address here, or any email address.`}
        required
        autoCapitalize="none"
        spellCheck={false}
        value={address}
        error={faultIn(save.error)}
        onText={(text) => {
          setAddress(text);
          save.reset();
        }}
      />
      <button
        type="submit"
        className="btn"
        aria-disabled={save.isPending}
      >{t`Add contact`}</button>
    </form>
  );
}
