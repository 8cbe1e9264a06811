import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { makeExports } from "../../src/core/loops/export_making.ts";
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

test("a person exports their data, downloads the archive and deletes it", async () => {
  await using ann = await person(browser, service, "ann");
  const { page } = ann;
  await page.goto("/settings/data");
  await page.getByRole("button", { name: "Export my data" }).click();
  await page.getByText(/^Being made/).waitFor();
  await makeExports(service.services);
  const link = page.getByRole("link", { name: /^Download/ });
  await link.waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    link.click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^inbox-export-.*\.zip$/);
  expect(await download.failure()).toBeNull();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("article", { name: "Export" }).waitFor({
    state: "detached",
  });
  expect(ann.complaints).toEqual([]);
}, 60_000);
