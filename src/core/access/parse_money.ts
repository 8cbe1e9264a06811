import { LIMITS } from "../base/limits.ts";
import type { MicroUsdc, Money } from "../base/money.ts";
import { ATOMIC_PER_UNIT, DECIMAL_AMOUNT, showMoney } from "../base/money.ts";
import type { Sentence } from "../base/words/sentence.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";

const ATOMIC = /^\d{1,16}$/;

/**
 * Reads a price: a number, a decimal string or a Money object.
 * @throws invalid_price for a negative, fractional-micro, exponent or huge one.
 */
export function parsePrice(input: unknown): MicroUsdc {
  if (typeof input === "object" && input !== null) return parseObject(input);
  if (typeof input === "number") return parseDecimal(String(input));
  if (typeof input === "string") return parseDecimal(input);
  throw invalid(told`use a number, a decimal string or a money object`);
}

/**
 * The same for an amount in another field than `price`.
 * @throws invalid_price with a pointer to the field
 */
export function parseAmount(input: unknown, pointer: string): MicroUsdc {
  try {
    return parsePrice(input);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw error.with({
      errors: error.faults.map((it) => ({ ...it, pointer })),
    });
  }
}

function parseObject(input: object): MicroUsdc {
  const { amount, amountAtomic, currency, decimals } = input as Partial<Money>;
  if (currency !== undefined && currency !== "USDC") {
    throw invalid(told`the currency must be USDC`);
  }
  if (decimals !== undefined && decimals !== 6) {
    throw invalid(told`decimals must be 6`);
  }
  if (amount === undefined && amountAtomic === undefined) {
    throw invalid(told`a money object needs amount or amountAtomic`);
  }
  const fromAtomic =
    amountAtomic === undefined ? undefined : parseAtomic(amountAtomic);
  const fromAmount = amount === undefined ? undefined : parsePlain(amount);
  if (
    fromAtomic !== undefined &&
    fromAmount !== undefined &&
    fromAtomic !== fromAmount
  ) {
    throw invalid(told`amount and amountAtomic differ`);
  }
  return fromAtomic ?? fromAmount ?? 0;
}

function parsePlain(amount: unknown): MicroUsdc {
  if (typeof amount === "string") return parseDecimal(amount);
  throw invalid(told`amount must be a decimal string`);
}

function parseAtomic(text: unknown): MicroUsdc {
  if (typeof text !== "string" || !ATOMIC.test(text)) {
    throw invalid(told`amountAtomic must be a string of digits`);
  }
  return bounded(Number(text));
}

function parseDecimal(text: string): MicroUsdc {
  const match = DECIMAL_AMOUNT.exec(text.trim());
  if (!match) {
    throw invalid(
      told`use zero or more, with at most six decimals and no exponent`,
    );
  }
  const [, whole = "0", fraction = ""] = match;
  return bounded(
    Number(whole) * ATOMIC_PER_UNIT + Number(fraction.padEnd(6, "0")),
  );
}

function bounded(atomic: number): MicroUsdc {
  if (atomic > LIMITS.priceMax) {
    throw invalid(
      told`the maximum is ${showMoney(LIMITS.priceMax).amount} USDC`,
    );
  }
  return atomic;
}

function invalid(why: Sentence): ServiceError {
  return new ServiceError("invalid_price", {
    detail: told`Cannot read the price: ${why}.`,
    errors: [{ pointer: "/price", code: "invalid_price", detail: why }],
  });
}
