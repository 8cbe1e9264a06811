import type { RailName } from "./rails/chain.ts";
import type { Language } from "./words/languages.ts";
import { LOCALES, USUAL_LANGUAGE } from "./words/languages.ts";
import type { Sentence } from "./words/sentence.ts";

/** An amount in micro-USDC: a safe integer, never a fraction. */
export type MicroUsdc = number;

/** Money as every wire shows it (docs/money.md). */
export interface Money {
  readonly amount: string;
  readonly amountAtomic: string;
  readonly currency: "USDC";
  readonly decimals: 6;
}

export const ATOMIC_PER_UNIT = 1_000_000;

/** A written amount: its whole part, and up to six decimals. */
export const DECIMAL_AMOUNT = /^(\d{1,15})(?:\.(\d{1,6}))?$/;

/** Shows micro-USDC with at least two decimals: 5000000 is "5.00". */
export function showMoney(atomic: MicroUsdc): Money {
  const sign = atomic < 0 ? "-" : "";
  const whole = Math.floor(Math.abs(atomic) / ATOMIC_PER_UNIT);
  const fraction = String(Math.abs(atomic) % ATOMIC_PER_UNIT)
    .padStart(6, "0")
    .replace(/0{1,4}$/, "");
  return {
    amount: `${sign}${whole}.${fraction}`,
    amountAtomic: String(atomic),
    currency: "USDC",
    decimals: 6,
  };
}

/** The label of test money, next to each amount; real money has none. */
export function labelOf(rail: RailName): { readonly label?: "TEST" } {
  return rail === "ledger" ? { label: "TEST" } : {};
}

/** The currency in sentences, by the label of the money. */
export function currencyText({
  label,
}: {
  readonly label?: "TEST" | undefined;
}): string {
  return label === "TEST" ? "USDC (TEST)" : "USDC";
}

/** A decimal amount as a person reads it: "1,000.00", in German "1.000,00". */
export function amountText(
  amount: string,
  language: Language = USUAL_LANGUAGE,
): string {
  return AMOUNTS[language].format(Number(amount));
}

const AMOUNTS: Readonly<Record<Language, Intl.NumberFormat>> = {
  en: amountsIn(LOCALES.en),
  de: amountsIn(LOCALES.de),
};

function amountsIn(locale: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 6,
  });
}

/** An amount in sentences: "5.00 USDC (TEST)" in the ledger. */
export function amountOn(
  { rail }: { readonly rail: RailName },
  atomic: MicroUsdc,
  language?: Language,
): string {
  return `${amountText(showMoney(atomic).amount, language)} ${currencyText(labelOf(rail))}`;
}

/** The same for a sentence whose reader is not known yet. */
export function amountTold(
  { rail }: { readonly rail: RailName },
  atomic: MicroUsdc,
): Sentence {
  return { in: ({ language }) => amountOn({ rail }, atomic, language) };
}
