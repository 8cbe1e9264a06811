import { inbox } from "../api/client.ts";
import { KEYS } from "../api/queries.ts";
import type { Contact } from "../api/types.ts";
import { useSave } from "../api/use_save.ts";

/** The change of a contact, as it is sent. */
export type ContactChange = Partial<
  Pick<Contact, "contactType" | "blocked" | "allowed" | "name">
>;

/** Saves a change of a contact. */
export function useSaveContact({ showsError = false } = {}) {
  return useSave(
    ({ address, change }: { address: string; change: ContactChange }) =>
      inbox.saveContact({ address, ...change }),
    { reads: [KEYS.contacts], showsError },
  );
}
