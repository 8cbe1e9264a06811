import type { Language } from "./languages.ts";
import { USUAL_LANGUAGE } from "./languages.ts";

/** Texts of one language by the English text (docs/languages.md). */
export type Catalogue = Readonly<Record<string, string>>;

type Value = string | number;
type Template = TemplateStringsArray;

/**
 * Translates a template into one language: say`Pay ${amount}`. Its methods translate other
 * texts. A text without a translation stays English.
 */
export interface Say {
  (template: Template, ...values: readonly Value[]): string;
  readonly language: Language;
  /** The text of a `phrase`. */
  of(text: string): string;
  /** Chooses by number, which replaces each #: say.many(2)`# message|# messages`. */
  many(
    count: number,
  ): (template: Template, ...values: readonly Value[]) => string;
  /** The translated template in pieces: texts, and between them the positions of values. */
  pieces(template: Template): readonly (string | number)[];
}

/** Marks a text of a table for a later `say.of`. Returns the text itself. */
export function phrase(template: Template): string {
  return template[0] ?? "";
}

/** The key of a template: its values by position. */
export function keyOf(template: readonly string[]): string {
  return template.reduce((key, text, at) => `${key}{${at - 1}}${text}`);
}

/** Makes the speaker of a language from its texts. */
export function sayer(language: Language, texts: Catalogue): Say {
  // A template is the same object each time its line runs.
  const known = new WeakMap<Template, readonly (string | number)[]>();
  const forms = new Intl.PluralRules(language);
  const categories = CATEGORIES.filter((it) =>
    forms.resolvedOptions().pluralCategories.includes(it),
  );
  const isEnglish = language === USUAL_LANGUAGE;

  function pieces(template: Template) {
    const before = known.get(template);
    if (before) return before;
    const key = keyOf(template);
    const made = piecesOf(texts[key] ?? key);
    known.set(template, made);
    return made;
  }

  function say(template: Template, ...values: readonly Value[]): string {
    return isEnglish
      ? inEnglish(template, values)
      : filled(pieces(template), values);
  }

  return Object.assign(say, {
    language,
    pieces,
    of: (text: string) => texts[text] ?? text,
    many:
      (count: number) =>
      (template: Template, ...values: readonly Value[]) => {
        const key = keyOf(template);
        const said = (texts[key] ?? key).split("|");
        // An untranslated text has English's two forms.
        const own = texts[key] === undefined ? ENGLISH : { forms, categories };
        const form = own.categories.indexOf(own.forms.select(count));
        const text = said[form] ?? said.at(-1) ?? "";
        return filled(piecesOf(text.replaceAll("#", String(count))), values);
      },
  });
}

/** Fast path for English, which every reader of a list goes through. */
function inEnglish(template: Template, values: readonly Value[]): string {
  let text = template[0] ?? "";
  for (let at = 0; at < values.length; at++) {
    text += `${values[at]}${template[at + 1]}`;
  }
  return text;
}

/** The order of a number's forms in a text. */
const CATEGORIES = ["zero", "one", "two", "few", "many", "other"] as const;
const ENGLISH = {
  forms: new Intl.PluralRules(USUAL_LANGUAGE),
  categories: ["one", "other"] as readonly Intl.LDMLPluralRule[],
};

const PLACE = /\{(\d+)\}/;

/** "Pay {0} now" is "Pay ", 0, " now". */
function piecesOf(text: string): readonly (string | number)[] {
  return text.split(PLACE).map((it, at) => (at % 2 === 1 ? Number(it) : it));
}

function filled(
  pieces: readonly (string | number)[],
  values: readonly Value[],
): string {
  let text = "";
  for (const it of pieces) text += typeof it === "number" ? values[it] : it;
  return text;
}

/** Returns the English of the code. */
export const sayInEnglish: Say = sayer(USUAL_LANGUAGE, {});
