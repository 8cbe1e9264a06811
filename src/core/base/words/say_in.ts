import de from "./de.json" with { type: "json" };
import type { Language } from "./languages.ts";
import type { Catalogue, Say } from "./say.ts";
import { sayer, sayInEnglish } from "./say.ts";

const SAYS: Readonly<Record<Language, Say>> = {
  en: sayInEnglish,
  de: sayer("de", { ...de.web, ...de.pages, ...de.core }),
};

const BROWSER_TEXTS: Readonly<Record<Language, Catalogue>> = {
  en: {},
  de: de.web,
};

/** The translator of a language. */
export function sayIn(language: Language): Say {
  return SAYS[language];
}

/** The texts of the browser's app; empty for English. */
export function browserTexts(language: Language): Catalogue {
  return BROWSER_TEXTS[language];
}
