import { languageOf, USUAL_LANGUAGE } from "../../core/base/words/languages.ts";
import type { Catalogue, Say } from "../../core/base/words/say.ts";
import { sayer } from "../../core/base/words/say.ts";

declare global {
  /** The texts of the page's language: a script of the page sets them before the app runs. */
  var inboxTexts: Catalogue | undefined;
}

/** Says a text of the app in the language of the page (docs/languages.md). */
export const t: Say = sayer(
  languageOf(document.documentElement.lang) ?? USUAL_LANGUAGE,
  globalThis.inboxTexts ?? {},
);
