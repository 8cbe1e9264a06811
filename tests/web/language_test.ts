import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { startChromium, startPages } from "../auth/chromium.ts";
import type { TestService } from "../harness.ts";
import { englishLeft } from "./english_left.ts";
import { person } from "./person.ts";
import { pagesOf, stage } from "./stage.ts";

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

test("the inbox, its forms and its settings leave nothing in English", async () => {
  await using gert = await person(browser, service, "gert", {
    locale: "de-DE",
  });
  const { page, token, address } = gert;
  await using glen = await person(browser, service, "glen");
  await glen.page.goto("/inbox");
  await glen.page.getByRole("heading", { level: 1 }).waitFor();
  expect(await englishLeft(glen.page)).toContain("Needs you");
  const stands = await stage(service, token, address);
  const paths = pagesOf(stands).filter((it) => !/^\/(c|payments)\b/.test(it));
  for (const path of [
    ...paths,
    "/settings/rules",
    "/settings/webhooks",
    "/settings/data",
  ]) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForFunction(
      () => !document.body.textContent?.includes("Wird geladen"),
    );
    expect([path, await englishLeft(page)]).toEqual([path, []]);
  }
  await page.goto("/inbox");
  await page.getByRole("heading", { level: 1 }).waitFor();
  for (const key of ["?", "Control+k"]) {
    await page.keyboard.press(key);
    await page.getByRole("dialog").waitFor();
    expect(await englishLeft(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  expect(gert.complaints).toEqual([]);
}, 120_000);
