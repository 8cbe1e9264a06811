import type { Language } from "../../../../src/core/base/words/languages.ts";
import { LOCALES } from "../../../../src/core/base/words/languages.ts";
import type { Catalogue, Say } from "../../../../src/core/base/words/say.ts";
import { sayer, sayInEnglish } from "../../../../src/core/base/words/say.ts";

/** The texts of a page in another language than English. */
interface PageTexts {
  readonly language: Language;
  readonly texts: Catalogue;
}

declare global {
  /** A script of the page sets them before the app runs; a page in English has none. */
  var inboxTexts: PageTexts | undefined;
}

const page = globalThis.inboxTexts;

/** Says a text of the app in the language of the page (docs/languages.md). */
export const t: Say = page ? sayer(page.language, page.texts) : sayInEnglish;

/** How dates, numbers and lists are written: as on this device, if it is of the page's language. */
export const LOCALE = localeHere();

function localeHere(): string {
  const { locale } = new Intl.DateTimeFormat().resolvedOptions();
  const isOfPage = new Intl.Locale(locale).language === t.language;
  return isOfPage ? locale : LOCALES[t.language];
}
