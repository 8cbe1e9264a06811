/** The languages of texts for people; the first is that of the code. */
export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The default language, and that of every program and record. */
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

/** The language of this tag; undefined for others. */
export function languageOf(tag: string | null | undefined) {
  return LANGUAGES.find((it) => it === tag);
}
