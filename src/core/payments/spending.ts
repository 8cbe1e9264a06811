import { requireScope } from "../access.ts";
import type { CommandCall } from "../context.ts";
import type { Statement } from "../db/statement.ts";
import { ServiceError } from "../errors.ts";
import type { MicroUsdc } from "../money.ts";
import { showMoney } from "../money.ts";
import { DAY_MS } from "../time.ts";
import { spendingStore } from "./spending_store.ts";

// Not exported: an allowance is made here alone, so that a hold beyond what the
// caller may spend does not compile.
const allowed = Symbol("allowed");

/** The caller's own right to hold one amount. Placing a hold takes it as an argument. */
export interface Allowance {
  readonly [allowed]: MicroUsdc;
  /** Counts it, written with the hold. */
  readonly statements: readonly Statement[];
}

/**
 * Asks whether the caller may hold an amount: its scope and its spend limits
 * (decisions.md I). What is given back later does not make room in the day.
 * @throws insufficient_scope, limit_exceeded naming the limit and what remains
 */
export async function allowanceFor(
  call: CommandCall,
  amount: MicroUsdc,
): Promise<Allowance> {
  const { credentialId, perPayment, perDay } = call.member;
  requireScope(call.member, "payments:hold", "hold a price");
  if (perPayment !== undefined && amount > perPayment) {
    throw exceeded("perPayment", perPayment, perPayment);
  }
  if (perDay === undefined || credentialId === undefined) {
    return { [allowed]: amount, statements: [] };
  }
  const store = spendingStore(call.db);
  const day = Math.floor(call.now / DAY_MS);
  const remaining = perDay - (await store.spent(credentialId, day));
  if (amount > remaining) {
    throw exceeded("perDay", perDay, Math.max(0, remaining));
  }
  const spend = { credentialId, day, spent: amount, perDay };
  return { [allowed]: amount, statements: [store.add(spend)] };
}

/** The amount that an allowance is for. */
export function amountOf(allowance: Allowance): MicroUsdc {
  return allowance[allowed];
}

const WORDS = { perPayment: "one payment", perDay: "a day" } as const;

function exceeded(
  limit: keyof typeof WORDS,
  most: MicroUsdc,
  remaining: MicroUsdc,
): ServiceError {
  const { amount, currency } = showMoney(remaining);
  return new ServiceError("limit_exceeded", {
    detail: `Cannot hold the price: the credential's limit for ${WORDS[limit]} is ${showMoney(most).amount} ${currency}, and ${amount} remain.`,
    extra: {
      limit,
      limitAmount: showMoney(most),
      remaining: showMoney(remaining),
      currency,
    },
  });
}
