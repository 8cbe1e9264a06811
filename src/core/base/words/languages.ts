/** The languages in which people are told things; the first is the one that the code is written in. */
export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language of whoever names none, of every program and of every record. */
export const USUAL_LANGUAGE: Language = "en";

/** The name of each in itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  de: "Deutsch",
};

/** How dates, times, amounts and lists are written in each (BCP 47). */
export const LOCALES: Readonly<Record<Language, string>> = {
  en: "en-US",
  de: "de-DE",
};

/** The language with this tag; undefined of any other. */
export function languageOf(tag: string | null | undefined) {
  return LANGUAGES.find((it) => it === tag);
}
