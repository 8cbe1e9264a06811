import { afterAll, beforeAll, expect, test } from "bun:test";
import { startPages } from "../auth/chromium.ts";
import type { TestService } from "../harness.ts";
import type { PlainPage } from "./plain/page.ts";
import { plainPerson } from "./plain/plain_person.ts";

let service: TestService;

beforeAll(async () => {
  service = await startPages();
}, 30_000);

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
});

/** The error of a field that says that it is wrong. */
async function errorOf(page: PlainPage, label: string): Promise<string> {
  const field = page.getByLabel(label, { exact: true });
  await field.and(page.locator("[aria-invalid=true]")).waitFor();
  const id = await field.getAttribute("aria-describedby");
  return await page.evaluate(
    (of) => document.getElementById(of)?.textContent ?? "",
    String(id),
  );
}

test("a refusal is shown beside its field until that is changed", async () => {
  using ned = await plainPerson(service, "ned");
  const { page } = ned;
  const toasts = page.getByRole("log", { name: "Notices" });
  await page.goto("/settings/contacts");
  await page.getByLabel("Address", { exact: true }).fill("no address");
  await page.getByRole("button", { name: "Add contact" }).click();
  expect(await errorOf(page, "Address")).toContain("address");
  expect(await toasts.getByRole("button").count()).toBe(0);
  await page.getByLabel("Address", { exact: true }).fill("a@b.example");
  expect(await page.locator("[aria-invalid=true]").count()).toBe(0);

  await page.goto("/settings/addresses");
  await page.getByLabel("Domain", { exact: true }).fill("nowhere");
  await page.getByRole("button", { name: "Add domain" }).click();
  expect(await errorOf(page, "Domain")).toContain("domain name");

  await page.goto("/settings/webhooks");
  await page.getByLabel("Send my events to").fill("http://insecure.example");
  await page.getByRole("button", { name: "Add webhook" }).click();
  expect(await errorOf(page, "Send my events to")).toContain("https");

  await page.goto("/settings/access");
  await page.getByLabel("Name", { exact: true }).fill("Buyer");
  await page.getByRole("radio", { name: /^Full/ }).check();
  await page.getByLabel("Max per day").fill("lots");
  await page.getByRole("button", { name: "Create credential" }).click();
  expect(await errorOf(page, "Max per day")).toContain("six decimals");
  expect(await toasts.getByRole("button").count()).toBe(0);
}, 60_000);
