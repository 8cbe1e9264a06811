import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { startChromium, startPages } from "../auth/chromium.ts";
import type { TestService } from "../harness.ts";
import { check } from "./axe.ts";

let service: TestService;
let browser: Browser;

beforeAll(async () => {
  [service, browser] = await Promise.all([startPages(), startChromium()]);
}, 30_000);

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
});

test("the documentation is read by the keyboard: search, languages, copying; and stands without a script", async () => {
  const context = await browser.newContext({
    permissions: ["clipboard-read", "clipboard-write"],
    bypassCSP: true,
  });
  const page = await context.newPage();
  await page.goto(`${service.baseUrl}/docs/quick_start/rest`);
  await check(page, "quick start");
  const visible = (name: string) =>
    page.locator(`figure[data-language="${name}"]:visible`).count();
  expect(await visible("sh")).toBeGreaterThan(2);
  expect(await visible("python")).toBe(0);
  await page.getByRole("button", { name: "Python" }).first().press("Enter");
  expect(await visible("sh")).toBe(0);
  expect(await visible("python")).toBeGreaterThan(2);
  await page
    .locator('figure[data-language="python"]:visible')
    .first()
    .getByRole("button", { name: "Copy" })
    .press("Enter");
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const copied = await page.evaluate<string>("navigator.clipboard.readText()");
  expect(copied).toStartWith("import json, os");

  await page.keyboard.press("/");
  await page.keyboard.type("asking for a refund");
  await page.getByRole("link", { name: /^Asking for a refund/ }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/docs/money#asking-for-a-refund");
  // The language is kept from page to page.
  await page.goto(`${service.baseUrl}/docs/rest/money`);
  expect(await visible("python")).toBeGreaterThan(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await check(page, "routes on a telephone", ["light"]);
  await page.getByRole("link", { name: "Contents" }).click();
  await page
    .getByRole("navigation")
    .getByRole("link", { name: "Webhooks", exact: true })
    .first()
    .waitFor();

  const plain = await browser.newContext({ javaScriptEnabled: false });
  const still = await plain.newPage();
  await still.goto(`${service.baseUrl}/docs/quick_start/rest`);
  expect(
    await still.locator("figure[data-language]:visible").count(),
  ).toBeGreaterThan(10);
  await still.getByRole("searchbox").fill("idempotency");
  await still.keyboard.press("Enter");
  await still.waitForURL("**/docs/search?q=idempotency");
  await still.locator(".found a").first().waitFor();
  await Promise.all([context.close(), plain.close()]);
}, 60_000);
