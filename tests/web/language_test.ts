import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { startChromium, startPages } from "../auth/chromium.ts";
import type { TestService } from "../harness.ts";
import { person } from "./person.ts";

let service: TestService;
let browser: Browser;

beforeAll(async () => {
  [service, browser] = await Promise.all([startPages(), startChromium()]);
}, 30_000);

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
});

test("a page is in the language that the browser asks for, until the person chooses one", async () => {
  const locale = { locale: "de-AT" };
  await using ann = await person(browser, service, "ann", locale);
  const { page } = ann;
  await page.goto("/settings/appearance");
  const html = page.locator("html");
  const choice = page.getByLabel("Sprache");
  await choice.waitFor();
  expect(await html.getAttribute("lang")).toBe("de");
  await choice.selectOption("English");
  await page.getByLabel("Language").waitFor();
  expect(await html.getAttribute("lang")).toBe("en");
  await page.getByLabel("Language").selectOption("Deutsch");
  await choice.waitFor();
  expect(ann.complaints).toEqual([]);
}, 60_000);
