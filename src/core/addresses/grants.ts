import type { ContactFacts } from "../review/contact_rules.ts";
import type { ContactType } from "./contact_types.ts";
import { isPrivilege } from "./contact_types.ts";
import type { ContactRow } from "./contacts_store.ts";

/** A contact's type and standing in an account's contacts. */
export type ContactEntry = Pick<
  ContactRow,
  "contactId" | "contactType" | "standing"
>;

/** The part of it that a person sees. */
export type ShownEntry = Pick<ContactEntry, "contactType" | "standing">;

/**
 * The privileges that a change gives a contact. A blocked contact has none, whatever its
 * type, and an address that turns out to be an account gives that account none. Pure.
 */
export function grantedBy(
  before: ContactEntry | undefined,
  after: ContactEntry,
): Pick<ContactFacts, "letsIn" | "unblocks" | "isCloser"> {
  const had = before?.contactId === after.contactId ? before : undefined;
  const unblocks = had?.standing === "blocked" && after.standing !== "blocked";
  const type: ContactType | undefined = unblocks
    ? "everyone"
    : had?.contactType;
  return {
    letsIn: after.standing === "allowed" && had?.standing !== "allowed",
    unblocks,
    isCloser: isPrivilege(after.contactType, type),
  };
}
