// Controls, line separators, bidirectional overrides: what steers unseen.
const CONTROLS =
  /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** One line of text from outside, safe to show as a title or a name. */
export function cleanLine(text: string): string {
  return text.replace(CONTROLS, " ").replace(/ {2,}/g, " ").trim();
}

/** Text of several lines from outside, without what steers unseen. */
export function cleanText(text: string): string {
  return text.replace(CONTROLS, (it) => (/[\n\t]/.test(it) ? it : " "));
}

/** The first characters of a text, never half a surrogate pair. */
export function firstChars(text: string, count: number): string {
  return text.length <= count
    ? text
    : [...text.slice(0, count * 2)].slice(0, count).join("");
}
