import { LIMITS } from "../../../../../src/core/base/limits.ts";
import {
  ATOMIC_PER_UNIT,
  amountText,
} from "../../../../../src/core/base/money.ts";
import type { Language } from "../../../../../src/core/base/words/languages.ts";
import { t } from "../t.ts";

/** How an amount is written, for a field that could not be read. */
export const AMOUNT_FORM = t`Enter an amount like 2.50 or 1,000.00, with up to six decimals.`;

/** The ways to write an amount, with the separators of a language in place of "," and ".". */
const PLAIN = String.raw`\d{1,15}(?:D\d{1,6})?`;
const GROUPED = String.raw`[1-9]\d{0,2}(?:G\d{3})+(?:D\d{1,6})?`;
/** The other language's decimal separator, where it cannot be one of thousands. */
const FOREIGN = String.raw`(?:0|[1-9]\d{0,14})G\d{1,2}|0G\d{3,6}`;

const FORMS: Readonly<Record<Language, Form>> = {
  en: formWith({ group: ",", decimal: "." }),
  de: formWith({ group: ".", decimal: "," }),
};

interface Separators {
  readonly group: "," | ".";
  readonly decimal: "," | ".";
}

interface Form extends Separators {
  readonly own: RegExp;
  readonly foreign: RegExp;
}

function formWith(separators: Separators): Form {
  const { group, decimal } = separators;
  const patternOf = (form: string) =>
    new RegExp(
      `^(?:${form.replaceAll("G", `[${group}]`).replaceAll("D", `[${decimal}]`)})$`,
    );
  return {
    ...separators,
    own: patternOf(`${PLAIN}|${GROUPED}`),
    foreign: patternOf(FOREIGN),
  };
}

/**
 * Reads an amount as the language writes it, and returns it as the service takes it:
 * "1,000.5" in English and "1.000,5" in German are "1000.5". Returns undefined for what could
 * be another amount, or is none, or is above the maximum.
 */
export function readAmount(
  typed: string,
  language: Language = t.language,
): string | undefined {
  const { group, decimal, own, foreign } = FORMS[language];
  const text = typed.trim();
  const amount = own.test(text)
    ? text.replaceAll(group, "").replace(decimal, ".")
    : foreign.test(text)
      ? text.replace(group, ".")
      : undefined;
  const isWithin = Number(amount) * ATOMIC_PER_UNIT <= LIMITS.priceMax;
  return isWithin ? amount : undefined;
}

/** An amount of the service as a field shows it in the reader's language; empty without one. */
export function amountTyped(
  amount: string | undefined,
  language: Language = t.language,
): string {
  return amount ? amountText(amount, language) : "";
}

/** The error of a field that may be empty; undefined if it can be read. */
export function amountError(typed: string): string | undefined {
  const isRead = typed.trim() === "" || readAmount(typed) !== undefined;
  return isRead ? undefined : AMOUNT_FORM;
}
