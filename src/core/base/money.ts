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

/** An amount as it is written: its whole part, and six decimals at most. */
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

/** The currency as sentences name it: all money is for tests. */
export const TEST_USDC = "USDC (TEST)";

/** An amount of it as sentences say it: "5.00 USDC (TEST)". */
export function testAmount(atomic: MicroUsdc): string {
  return `${showMoney(atomic).amount} ${TEST_USDC}`;
}
