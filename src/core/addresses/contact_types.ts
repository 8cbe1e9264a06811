/** How a recipient may know a sender, in the order that prices are shown. */
export const CONTACT_TYPES = [
  "friends_family",
  "coworkers",
  "clients",
  "promotions",
  "everyone",
] as const;

export type ContactType = (typeof CONTACT_TYPES)[number];
