import type { Language } from "./languages.ts";
import { USUAL_LANGUAGE } from "./languages.ts";

/** Texts of one language by the English text (docs/languages.md). */
export type Catalogue = Readonly<Record<string, string>>;

type Value = string | number;
type Template = TemplateStringsArray;

/**
 * Says what a template says in one language: say`Pay ${amount}`. Other words go through
 * its neighbours. A text without a translation stays English.
 */
export interface Say {
  (template: Template, ...values: readonly Value[]): string;
  readonly language: Language;
  /** The words of a `phrase`. */
  of(text: string): string;
  /** By number, which stands for each #: say.many(2)`# message|# messages`. */
  many(
    count: number,
  ): (template: Template, ...values: readonly Value[]) => string;
  /** The translated template in pieces: texts, and between them which value stands there. */
  pieces(template: Template): readonly (string | number)[];
}

/**
 * Marks a text of a table, which is said later with `say.of`. It gives the text itself.
 */
export function phrase(template: Template): string {
  return template[0] ?? "";
}

/** The text under which a template is translated: its values by their places. */
export function keyOf(template: readonly string[]): string {
  return template.reduce((key, text, at) => `${key}{${at - 1}}${text}`);
}

/** Makes the speaker of a language from its texts. */
export function sayer(language: Language, texts: Catalogue): Say {
  // A template is the same object each time that its place in the code runs.
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
        // A text that is not translated has the two forms of English.
        const own = texts[key] === undefined ? ENGLISH : { forms, categories };
        const form = own.categories.indexOf(own.forms.select(count));
        const text = said[form] ?? said.at(-1) ?? "";
        return filled(piecesOf(text.replaceAll("#", String(count))), values);
      },
  });
}

/** As it is written: what everybody who reads a list goes through, many times. */
function inEnglish(template: Template, values: readonly Value[]): string {
  let text = template[0] ?? "";
  for (let at = 0; at < values.length; at++) {
    text += `${values[at]}${template[at + 1]}`;
  }
  return text;
}

/** In this order the forms of a number stand in a text. */
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

/** Says everything in English, as it is written in the code. */
export const sayInEnglish: Say = sayer(USUAL_LANGUAGE, {});
