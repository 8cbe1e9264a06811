import { folded } from "../../acts/store/words/index_terms.ts";

/** Letters with capitals and accents: Latin, Greek and Cyrillic, and more Latin. */
const LETTERS = [
  [0x41, 0x52f],
  [0x1e00, 0x1eff],
] as const;

/** Each letter in the index's comparison form, with all equal ones. */
const ALIKE: ReadonlyMap<string, string> = lettersAlike();

/**
 * A GLOB pattern of SQLite for text that contains a part, ignoring case and accents: its own
 * lower() only knows ASCII. Pure.
 */
export function globOf(part: string): string {
  const letters = Array.from(folded(part), (it) => {
    if (/[*?[]/.test(it)) return `[${it}]`;
    const alike = ALIKE.get(it);
    return alike === undefined ? it : `[${alike}]`;
  });
  return `*${letters.join("")}*`;
}

function lettersAlike(): Map<string, string> {
  const alike = new Map<string, string>();
  for (const [first, last] of LETTERS) {
    for (let code = first; code <= last; code++) {
      const letter = String.fromCodePoint(code);
      if (!/\p{L}/u.test(letter)) continue;
      const key = folded(letter);
      alike.set(key, `${alike.get(key) ?? ""}${letter}`);
    }
  }
  return alike;
}
