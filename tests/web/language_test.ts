import { afterAll, beforeAll, expect, test } from "bun:test";
import { startPages } from "../auth/chromium.ts";
import type { TestService } from "../harness.ts";
import { englishLeft } from "./english_left.ts";
import { plainPerson } from "./plain/plain_person.ts";
import { pagesOf, stage } from "./stage.ts";

let service: TestService;

beforeAll(async () => {
  service = await startPages();
}, 30_000);

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
});

test("the inbox, its forms and its settings leave nothing in English", async () => {
  using gert = await plainPerson(service, "gert", {
    locale: "de-DE",
  });
  const { page, token, address } = gert;
  using glen = await plainPerson(service, "glen");
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
    await page.locator("[data-row]").first().focus();
    await page.keyboard.press(key);
    await page.getByRole("dialog").waitFor();
    expect(await englishLeft(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  expect(gert.complaints).toEqual([]);
}, 120_000);
