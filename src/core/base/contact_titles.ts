/** The titles of contact types, in the order in which prices are shown. */
export const CONTACT_TITLES = {
  friends_family: "Friends and family",
  coworkers: "Coworkers",
  clients: "Clients",
  promotions: "Promotions",
  everyone: "Everyone else",
} as const;

const BY_TYPE: ReadonlyMap<string, string> = new Map(
  Object.entries(CONTACT_TITLES),
);

/** A contact type within a sentence; an unknown one stays as it is. */
export function contactWords(type: string): string {
  return BY_TYPE.get(type)?.toLowerCase() ?? type;
}
