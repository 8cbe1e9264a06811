import { afterAll, beforeAll, expect, test } from "bun:test";
import { startPages } from "../auth/chromium.ts";
import type { TestService } from "../harness.ts";
import { json } from "../harness.ts";
import { importInto } from "../imported.ts";
import { plainPerson } from "./plain/plain_person.ts";

let service: TestService;

beforeAll(async () => {
  service = await startPages();
}, 30_000);

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
});

test("imported conversations are shown as such, and offer nothing to do", async () => {
  using ben = await plainPerson(service, "ben");
  const words = { title: "The old roof", text: "It leaks.", submit: true };
  const price = "2.00";
  const roofer = await service.addAccount("roofer");
  await service.fetch("/v1/conversations", {
    ...{ method: "POST", token: ben.token },
    json: { to: [roofer.address], ...words, price },
  });
  const me = await service.fetch("/v1/account", { token: ben.token });
  const { account } = await json(me);
  await importInto(service.services, account.id, account.id);
  const { page } = ben;
  await page.goto("/settings/data");
  await page.getByRole("link", { name: /^Show imported/ }).click();
  await page.getByRole("link", { name: /The old roof/ }).click();
  await page.getByText("Imported: read-only").waitFor();
  await page.getByText("It leaks.").first().waitFor();
  expect(await page.getByRole("form", { name: "Reply" }).count()).toBe(0);
  await page
    .getByText(/^2\.00 USDC/)
    .first()
    .waitFor();
  expect(await page.getByRole("region", { name: "Money" }).count()).toBe(0);
  const people = page.locator("details").filter({ hasText: "People" });
  await people.locator("summary").click();
  const reader = people.getByRole("listitem").last();
  await reader.getByText("To · Person").waitFor();
  expect(await reader.textContent()).not.toContain("Not sent");
  expect(ben.complaints).toEqual([]);
}, 60_000);

test("a person deletes their account by its typed address, after reading what goes and what remains", async () => {
  using cat = await plainPerson(service, "cat");
  const { page } = cat;
  await page.goto("/settings/data");
  await page.getByRole("button", { name: "Delete my account…" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete my account" });
  await dialog.getByText("Will remain").waitFor();
  const field = dialog.getByLabel(/^Type/);
  await field.fill("ben@inbox.localhost");
  await dialog.getByRole("button", { name: "Delete permanently" }).click();
  await dialog.getByRole("alert").waitFor();
  await field.fill(cat.address);
  const held = Promise.withResolvers<void>();
  let asked = 0;
  await page.route("**/v1/account**", async (route) => {
    if (route.request().method() === "DELETE") {
      asked++;
      await held.promise;
    }
    await route.continue();
  });
  const act = dialog.getByRole("button", { name: "Delete permanently" });
  await act.click();
  await dialog.locator('button[aria-disabled="true"]').waitFor();
  await act.click({ force: true });
  await Promise.all([
    page.waitForResponse((it) => it.request().method() === "DELETE" && it.ok()),
    held.resolve(),
  ]);
  expect(asked).toBe(1);
  const after = await service.fetch("/v1/account", { token: cat.token });
  expect(after.status).toBe(401);
}, 60_000);
