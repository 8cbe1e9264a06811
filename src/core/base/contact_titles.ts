/** What the types of contacts are called to people, in the order that prices are shown. */
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

/** A type within a sentence; what is none of ours is said as it is. */
export function contactWords(type: string): string {
  return BY_TYPE.get(type)?.toLowerCase() ?? type;
}
