import type { CONTACT_TITLES } from "../base/contact_titles.ts";

/** The relations of a sender to a recipient, in the order of the prices. */
export const CONTACT_TYPES = [
  "friends_family",
  "coworkers",
  "clients",
  "promotions",
  "everyone",
] as const satisfies readonly (keyof typeof CONTACT_TITLES)[];

export type ContactType = (typeof CONTACT_TYPES)[number];

/** How close a class is: claiming one above the recipient's own entry is a privilege. */
const CLOSENESS: Readonly<Record<ContactType, number>> = {
  friends_family: 3,
  coworkers: 2,
  clients: 1,
  promotions: 0,
  everyone: 0,
};

/**
 * True if a sender claims a closer relation than the recipient's entry, or a close one as a
 * stranger (docs/addresses.md, Contact types).
 */
export function isPrivilege(
  claimed: ContactType,
  recorded: ContactType | undefined,
): boolean {
  return CLOSENESS[claimed] > CLOSENESS[recorded ?? "everyone"];
}

export const STANDINGS = ["usual", "blocked", "allowed"] as const;

/** How the owner admits a contact. */
export type Standing = (typeof STANDINGS)[number];

/** The contact types that an answer to a request may give its sender. */
export const SENDER_CONTACTS = ["trusted", "blocked"] as const;
export type SenderContact = (typeof SENDER_CONTACTS)[number];
