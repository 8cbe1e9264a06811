import type { QueryCall } from "../access/context.ts";
import { PerCall } from "../access/per_call.ts";
import type { ContactRow } from "./contacts_store.ts";
import { contactStore } from "./contacts_store.ts";

const entries = new PerCall<ContactRow | undefined>();

const keyOf = (ownerId: string, contactId: string) => `${ownerId} ${contactId}`;

/** An owner's entry for another account, read once per call. */
export function entryFor(
  call: QueryCall,
  ownerId: string,
  contactId: string,
): Promise<ContactRow | undefined> {
  return entries.get(call, keyOf(ownerId, contactId), () =>
    contactStore(call.db).ofAccount(ownerId, contactId),
  );
}

/** The contact entries of some accounts for each other, in one read. */
export async function entriesAmong(
  call: QueryCall,
  accountIds: readonly string[],
): Promise<readonly ContactRow[]> {
  const found = new Map<string, ContactRow>();
  const { between, among } = contactStore(call.db);
  const [one, other, ...more] = accountIds;
  // Most conversations have two participants.
  const rows =
    one !== undefined && other !== undefined && more.length === 0
      ? await between(one, other)
      : await among(accountIds);
  for (const row of rows) {
    // If there are several addresses, the one that changed last counts.
    found.set(keyOf(row.ownerId, row.contactId ?? ""), row);
  }
  for (const ownerId of accountIds) {
    for (const contactId of accountIds) {
      if (ownerId === contactId) continue;
      const key = keyOf(ownerId, contactId);
      entries.set(call, key, found.get(key));
    }
  }
  return [...found.values()];
}
