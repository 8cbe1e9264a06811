import type { Language } from "./languages.ts";
import { LANGUAGES, LOCALES } from "./languages.ts";
import type { Say } from "./say.ts";

type Lists = Readonly<Record<Language, Intl.ListFormat>>;

function listsOf(type: "conjunction" | "disjunction"): Lists {
  const made = LANGUAGES.map((it) => [
    it,
    // English has no comma before the last.
    new Intl.ListFormat(it === "en" ? "en-GB" : LOCALES[it], { type }),
  ]);
  return Object.fromEntries(made);
}

const ALL = listsOf("conjunction");
/** In English with a comma before the last, in sentences that list readers. */
const ALL_READERS: Lists = {
  ...ALL,
  en: new Intl.ListFormat("en", { type: "conjunction" }),
};
const ONE = listsOf("disjunction");

/** Names in one line: "a, b and c". */
export function allOf(names: readonly string[], { language }: Say): string {
  return ALL[language].format(names);
}

/** Readers in one line: "a, b, and c". */
export function readersInLine(names: readonly string[], { language }: Say) {
  return ALL_READERS[language].format(names);
}

/** Names in one line, of which one is enough: "a, b or c". */
export function oneOf(names: readonly string[], { language }: Say): string {
  return ONE[language].format(names);
}

/** Clauses with their own commas and "and", in one line: English has a comma before the last. */
export function clauses(
  words: readonly string[],
  last: "and" | "or",
  say: Say,
): string {
  const [final = "", ...before] = words.toReversed();
  if (before.length === 0) return final;
  const first = before.toReversed().join(", ");
  return last === "and"
    ? say`${first}, and ${final}`
    : say`${first}, or ${final}`;
}
