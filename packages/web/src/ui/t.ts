import type { Language } from "../../../../src/core/base/words/languages.ts";
import { LOCALES } from "../../../../src/core/base/words/languages.ts";
import type { Catalogue, Say } from "../../../../src/core/base/words/say.ts";
import { sayer, sayInEnglish } from "../../../../src/core/base/words/say.ts";

/** The texts of a page in a language other than English. */
interface PageTexts {
  readonly language: Language;
  readonly texts: Catalogue;
}

declare global {
  /** Set by a script of the page before the app runs; absent in English. */
  var inboxTexts: PageTexts | undefined;
}

const page = globalThis.inboxTexts;

/** A text of the app in the page's language (docs/languages.md). */
export const t: Say = page ? sayer(page.language, page.texts) : sayInEnglish;

/** The format of dates, numbers and lists: the device's, if it has the page's language. */
export const LOCALE = localeHere();

function localeHere(): string {
  const { locale } = new Intl.DateTimeFormat().resolvedOptions();
  const isOfPage = new Intl.Locale(locale).language === t.language;
  return isOfPage ? locale : LOCALES[t.language];
}
