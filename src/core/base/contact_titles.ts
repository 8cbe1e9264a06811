import { phrase } from "./words/say.ts";

/** The titles of contact types, in the order of the prices. */
export const CONTACT_TITLES = {
  friends_family: phrase`Friends and family`,
  coworkers: phrase`Coworkers`,
  clients: phrase`Clients`,
  promotions: phrase`Promotions`,
  everyone: phrase`Everyone else`,
} as const;

/** The same within a sentence. */
const WITHIN: Readonly<Record<keyof typeof CONTACT_TITLES, string>> = {
  friends_family: phrase`friends and family`,
  coworkers: phrase`coworkers`,
  clients: phrase`clients`,
  promotions: phrase`promotions`,
  everyone: phrase`everyone else`,
};

const BY_TYPE: ReadonlyMap<string, string> = new Map(Object.entries(WITHIN));

/** A contact type within a sentence, for `say.of`; an unknown one stays as it is. */
export function contactWords(type: string): string {
  return BY_TYPE.get(type) ?? type;
}
