import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  amountTyped,
  readAmount,
} from "../../packages/web/src/ui/money/typed_amount.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import { ATOMIC_PER_UNIT } from "../../src/core/base/money.ts";
import type { Language } from "../../src/core/base/words/languages.ts";
import { startPages } from "../auth/chromium.ts";
import type { TestService } from "../harness.ts";
import { json } from "../harness.ts";
import { plainPerson } from "./plain/plain_person.ts";

let service: TestService;

beforeAll(async () => {
  service = await startPages();
}, 30_000);

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
});

const READ: readonly (readonly [Language, string, string | undefined])[] = [
  ["en", "5", "5"],
  ["en", " 2.50 ", "2.50"],
  ["en", "2.500", "2.500"],
  ["en", "1,000", "1000"],
  ["en", "1,000.00", "1000.00"],
  ["en", "1,234,567.5", "1234567.5"],
  ["en", "2,50", "2.50"],
  ["en", "0,125", "0.125"],
  ["en", "1,0000", undefined],
  ["en", "1234,567", undefined],
  ["en", "1,00,000", undefined],
  ["en", "1.000,00", undefined],
  ["de", "5", "5"],
  ["de", "2,5", "2.5"],
  ["de", "2,500", "2.500"],
  ["de", "1.000", "1000"],
  ["de", "1.000,00", "1000.00"],
  ["de", "1.234.567,5", "1234567.5"],
  ["de", "2.5", "2.5"],
  ["de", "0.125", "0.125"],
  ["de", "1.0000", undefined],
  ["de", "1,000.00", undefined],
  ["de", "1.00.000", undefined],
];

test.each(READ)("in %s, %p is read as %p", (language, typed, amount) => {
  expect(readAmount(typed, language)).toBe(amount);
});

test.each(["", "abc", "-1", "1e3", ".5", "1.", "1.1234567", "99999999999999"])(
  "%p is no amount in any language",
  (typed) => {
    expect(readAmount(typed, "en")).toBeUndefined();
    expect(readAmount(typed, "de")).toBeUndefined();
  },
);

test("the maximum is read, and nothing above it", () => {
  const most = LIMITS.priceMax / ATOMIC_PER_UNIT;
  expect(readAmount(String(most), "en")).toBe(String(most));
  expect(readAmount(String(most + 1), "en")).toBeUndefined();
});

test.each(["en", "de"] as const)(
  "an amount that a field shows in %s is read as the same amount",
  (language) => {
    for (const amount of ["0.00", "2.5", "1000.00", "123456.789012"]) {
      const shown = amountTyped(amount, language);
      expect(Number(readAmount(shown, language))).toBe(Number(amount));
    }
    expect(amountTyped("1000.00", "de")).toBe("1.000,00");
  },
);

test("a price in thousands is sent as such, and one in doubt hides the preview", async () => {
  using ida = await plainPerson(service, "ida");
  using jon = await plainPerson(service, "jon");
  const { page } = ida;
  await page.goto(`/compose?to=${jon.address}`);
  const price = page.getByLabel("Price");
  const preview = page.getByRole("region", { name: "When you send" });
  await price.fill("1,000");
  await preview.getByText("1,000.00 USDC").waitFor();
  expect(await price.inputValue()).toBe("1,000");
  await price.fill("1,0000");
  await page.getByText("Enter an amount like 2.50 or 1,000.00").waitFor();
  expect(await preview.isVisible()).toBe(false);
  expect(ida.complaints).toEqual([]);
}, 60_000);

test("a German reader's prices are shown and read in German", async () => {
  using kai = await plainPerson(service, "kai", { locale: "de-DE" });
  const { page } = kai;
  await page.goto("/settings/prices");
  const price = page.getByLabel("Preis für Kunden");
  await price.fill("1.000");
  await page.getByRole("button", { name: "Preise speichern" }).click();
  await page.getByText("Preise gespeichert").waitFor();
  const profile = await json(
    await service.fetch("/v1/profile", { token: kai.token }),
  );
  const amounts = profile.prices.map(
    (it: { price: { amount: string } }) => it.price.amount,
  );
  expect(amounts).toContain("1000.00");
  await page.goto("/settings/prices");
  expect(await price.inputValue()).toBe("1.000,00");
  expect(kai.complaints).toEqual([]);
}, 60_000);
