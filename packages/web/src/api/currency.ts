import { currencyText, labelOf } from "../../../../src/core/base/money.ts";
import { railOfCurrency } from "../../../../src/core/base/rails/chain.ts";
import { useAccount } from "./queries.ts";
import type { Account } from "./types.ts";

type Currency = Account["currencies"][number];

/** A currency as sentences name it; test money is named as such. Pure. */
export function currencyWords(currency: Currency): string {
  return currencyText(labelOf(railOfCurrency(currency)));
}

/** The currencies for prices here; the first is the default. */
export function useCurrencies(): readonly Currency[] {
  const { data } = useAccount();
  return data?.currencies ?? [];
}

/** The default currency, as sentences name it. */
export function useUsualCurrency(): string {
  const [usual = "USDC"] = useCurrencies();
  return currencyWords(usual);
}
