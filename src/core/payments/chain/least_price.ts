import { LIMITS } from "../../base/limits.ts";
import type { MicroUsdc } from "../../base/money.ts";
import { amountTold } from "../../base/money.ts";
import type { RailName } from "../../base/rails/chain.ts";
import { phrase } from "../../base/words/say.ts";
import { told } from "../../base/words/sentence.ts";
import { ServiceError } from "../../errors/errors.ts";

/**
 * Refuses a price on a chain so small that it costs the operator more than it moves. Zero is
 * no price, and test money has no minimum.
 * @throws invalid_price
 */
export function refuseDust(
  rail: RailName,
  amount: MicroUsdc,
  pointer: string,
): void {
  const least = LIMITS.chainAmountMin;
  if (rail === "ledger" || amount === 0 || amount >= least) return;
  const detail = told`${amountTold({ rail }, amount)} is below ${amountTold({ rail }, least)}, the minimum on a chain`;
  throw new ServiceError("invalid_price", {
    detail: told`Cannot accept the price: ${detail}.`,
    fix: phrase`Send a higher price, or leave it out.`,
    errors: [{ pointer, code: "invalid_price", detail }],
  });
}
