import type { CONTACT_TITLES } from "../base/contact_titles.ts";

/** How a recipient may know a sender, in the order that prices are shown. */
export const CONTACT_TYPES = [
  "friends_family",
  "coworkers",
  "clients",
  "promotions",
  "everyone",
] as const satisfies readonly (keyof typeof CONTACT_TITLES)[];

export type ContactType = (typeof CONTACT_TYPES)[number];

/** How close a class is: to claim one above the recipient's own word is a privilege. */
const CLOSENESS: Readonly<Record<ContactType, number>> = {
  friends_family: 3,
  coworkers: 2,
  clients: 1,
  promotions: 0,
  everyone: 0,
};

/**
 * True if a sender claims to be closer than the recipient has them, or close at
 * all as a stranger (docs/addresses.md, Contact types).
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
