import { domainToUnicode } from "node:url";

/** Letters of other scripts, and digits, that look like a Latin letter. */
const FOLDS: readonly (readonly [RegExp, string])[] = [
  [/[-_]/g, ""],
  [/[а]/g, "a"],
  [/[е]/g, "e"],
  [/[оοσ0]/g, "o"],
  [/[р]/g, "p"],
  [/[с]/g, "c"],
  [/[хχ]/g, "x"],
  [/[у]/g, "y"],
  [/[ѕ5]/g, "s"],
  [/[іıι1l|!]/g, "i"],
  [/[ј]/g, "j"],
  [/[ԁ]/g, "d"],
  [/[ո]/g, "n"],
  [/[ν]/g, "v"],
  [/3/g, "e"],
  [/4/g, "a"],
  [/7/g, "t"],
  [/rn/g, "m"],
  [/vv/g, "w"],
];

/** True for a different domain that looks like another. Pure. */
export function looksLike(domain: string, other: string): boolean {
  if (domain === other || domain.endsWith(`.${other}`)) return false;
  const folded = fold(domain);
  const wanted = fold(other);
  return folded === wanted || folded.endsWith(`.${wanted}`);
}

function fold(domain: string): string {
  // Removes accents: ö becomes o and a mark, and the mark is dropped.
  let folded = domainToUnicode(domain)
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "");
  for (const [alike, one] of FOLDS) folded = folded.replace(alike, one);
  return folded;
}
