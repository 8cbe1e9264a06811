/** Text that the service does not have yet: stored on this device, separately for each person. */

const PREFIX = "kept:";

/** The account and the form that the text belongs to. */
export interface KeptPlace {
  readonly accountId: string;
  readonly name: string;
}

function keyOf({ accountId, name }: KeptPlace): string {
  return `${PREFIX}${accountId}:${name}`;
}

/** The stored text, if there is one. */
export function kept(place: KeptPlace): string | undefined {
  return localStorage.getItem(keyOf(place)) ?? undefined;
}

/** Stores a text instead of the earlier one; an empty text removes it. */
export function keep(place: KeptPlace, text: string): void {
  try {
    if (text === "") localStorage.removeItem(keyOf(place));
    else localStorage.setItem(keyOf(place), text);
  } catch {
    // No room on the device: the page still has it.
  }
}

/** The names of a person's stored texts that begin with a prefix. */
export function keptNames(accountId: string, start: string): readonly string[] {
  const prefix = keyOf({ accountId, name: "" });
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix + start))
    .map((key) => key.slice(prefix.length));
}

/** Removes the account's stored text from the device on signing out. */
export function forgetKept(): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  }
}
