import { expect, test } from "bun:test";
import { parsePrice } from "../../src/core/access/parse_money.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import { showMoney } from "../../src/core/base/money.ts";
import { thrown } from "./core_harness.ts";

const READ: readonly (readonly [unknown, number])[] = [
  [0, 0],
  [5, 5_000_000],
  [0.1, 100_000],
  [0.000001, 1],
  [1234567.891234, 1_234_567_891_234],
  ["0", 0],
  ["5", 5_000_000],
  ["5.00", 5_000_000],
  ["5.000001", 5_000_001],
  ["0.3", 300_000],
  [" 5.00 ", 5_000_000],
  ["0007", 7_000_000],
  ["1000000000", LIMITS.priceMax],
  [{ amount: "5.00" }, 5_000_000],
  [{ amountAtomic: "5000001" }, 5_000_001],
  [{ amountAtomic: "1000000000000000" }, LIMITS.priceMax],
  [{ amount: "5", amountAtomic: "5000000" }, 5_000_000],
  [{ amount: "1.5", currency: "USDC", decimals: 6 }, 1_500_000],
];

for (const [input, atomic] of READ) {
  test(`${JSON.stringify(input)} is ${atomic} micro-USDC`, () => {
    expect(parsePrice(input)).toBe(atomic);
  });
}

const REFUSED: readonly unknown[] = [
  -1,
  "-1",
  "-0.01",
  "+1",
  0.1 + 0.2,
  1e-7,
  1e21,
  1e300,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  "NaN",
  "Infinity",
  "1e3",
  "5e-2",
  "0x10",
  "1,000.00",
  "5.",
  ".5",
  "5.0000001",
  "5 USDC",
  "$5",
  "٥",
  "５",
  "-0",
  "",
  " ",
  "1000000000.000001",
  "9999999999999999",
  "9".repeat(400),
  null,
  undefined,
  true,
  5n,
  [],
  [5],
  {},
  { amount: "5", amountAtomic: "5000001" },
  { amount: "5", currency: "EUR" },
  { amount: "5", decimals: 2 },
  { amount: null },
  { amount: 5 },
  { amount: ["5"] },
  { amount: "5", currency: "usdc" },
  { amount: "5", currency: null },
  { amount: "5", decimals: "6" },
  { amount: "5", decimals: null },
  { amount: "-5" },
  { amountAtomic: 5_000_000 },
  { amountAtomic: "5.0" },
  { amountAtomic: "-5" },
  { amountAtomic: "1000000000000001" },
  { amountAtomic: "99999999999999999" },
];

for (const input of REFUSED) {
  test(`${Bun.inspect(input).slice(0, 50)} is no price`, () => {
    const error = thrown(() => parsePrice(input));
    expect(error.code).toBe("invalid_price");
    expect(error.errors[0]?.pointer).toBe("/price");
    expect(error.message).toStartWith("Cannot read the price: ");
  });
}

const SHOWN: readonly (readonly [number, string])[] = [
  [0, "0.00"],
  [1, "0.000001"],
  [10, "0.00001"],
  [100_000, "0.10"],
  [5_000_000, "5.00"],
  [5_120_000, "5.12"],
  [5_123_000, "5.123"],
  [-1, "-0.000001"],
  [-5_500_000, "-5.50"],
  [LIMITS.priceMax, "1000000000.00"],
];

for (const [atomic, amount] of SHOWN) {
  test(`${atomic} micro-USDC is shown as ${amount}`, () => {
    expect(showMoney(atomic)).toEqual({
      amount,
      amountAtomic: String(atomic),
      currency: "USDC",
      decimals: 6,
    });
  });
}

test("what is shown is read back as the same amount, in every form", () => {
  for (let atomic = 1; atomic <= LIMITS.priceMax; atomic = atomic * 3 + 1) {
    const shown = showMoney(atomic);
    expect(parsePrice(shown)).toBe(atomic);
    expect(parsePrice(shown.amount)).toBe(atomic);
    expect(parsePrice({ amountAtomic: shown.amountAtomic })).toBe(atomic);
  }
});
