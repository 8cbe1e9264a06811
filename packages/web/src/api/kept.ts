/** Words that the service does not have yet: kept on this device, each person's apart. */

const PREFIX = "kept:";

/** The account and the form that the text belongs to. */
export interface KeptPlace {
  readonly accountId: string;
  readonly name: string;
}

function keyOf({ accountId, name }: KeptPlace): string {
  return `${PREFIX}${accountId}:${name}`;
}

/** The text kept there, if there is one. */
export function kept(place: KeptPlace): string | undefined {
  return localStorage.getItem(keyOf(place)) ?? undefined;
}

/** Keeps a text in place of the one before; an empty one is none. */
export function keep(place: KeptPlace, text: string): void {
  try {
    if (text === "") localStorage.removeItem(keyOf(place));
    else localStorage.setItem(keyOf(place), text);
  } catch {
    // No room on the device: the page holds it still.
  }
}

/** Names of what is kept of a person, as far as they begin so. */
export function keptNames(accountId: string, start: string): readonly string[] {
  const prefix = keyOf({ accountId, name: "" });
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix + start))
    .map((key) => key.slice(prefix.length));
}

/** Signing out removes the account's kept text from the device. */
export function forgetKept(): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  }
}
