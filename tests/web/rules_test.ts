import { afterAll, beforeAll, expect, test } from "bun:test";
import { startPages } from "../auth/chromium.ts";
import type { TestService } from "../harness.ts";
import { plainPerson } from "./plain/plain_person.ts";

let service: TestService;

beforeAll(async () => {
  service = await startPages();
}, 30_000);

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
});

test("a rule shows what it would have been about before it is kept, and sorts what comes then", async () => {
  using rita = await plainPerson(service, "rita");
  const shop = await service.addAccount("shop");
  const send = async (title: string) => {
    const answer = await service.fetch("/v1/conversations", {
      method: "POST",
      token: shop.token,
      json: { to: [rita.address], title, text: "See below", submit: true },
    });
    expect(answer.status).toBe(201);
  };
  await send("Invoice 7");
  const { page } = rita;
  await page.goto("/settings/rules");
  await page.getByText("No rules yet.").waitFor();
  const form = page.getByRole("form", { name: "New rule" });
  await form.getByLabel("From").fill(shop.address);
  await form.getByLabel("Words in the title").fill("invoice");
  await form.getByLabel("Add label").fill("Bills");
  await form.getByLabel("Archive it").check();
  const add = form.getByRole("button", { name: "Add rule" });
  expect(await add.count()).toBe(0);
  const show = form.getByRole("button", { name: "Preview matches" });
  await show.click();
  await form.getByText(/Matches 1 of your last/).waitFor();
  await form.getByText("Invoice 7").waitFor();
  // Of another condition nothing has been shown.
  await form.getByLabel("Words in the title").fill("receipt");
  await add.waitFor({ state: "detached" });
  await form.getByLabel("Words in the title").fill("invoice");
  await show.click();
  await add.click();
  const rules = page.getByRole("list", { name: "Your rules" });
  await rules.getByText("add label Bills, archive").waitFor();

  await send("Invoice 8");
  await page.goto("/labels?label=Bills");
  await page.getByRole("link", { name: /Invoice 8/ }).waitFor();
  expect(await page.getByRole("link", { name: /Invoice 7/ }).count()).toBe(0);
  await page.goto("/inbox");
  await page.getByRole("link", { name: /Invoice 7/ }).waitFor();
  expect(await page.getByRole("link", { name: /Invoice 8/ }).count()).toBe(0);

  await page.goto("/settings/rules");
  await rules.getByRole("button", { name: /^Delete: From/ }).click();
  await page.getByText("No rules yet.").waitFor();
  expect(rita.complaints).toEqual([]);
}, 60_000);

test("a rule that would do nothing is refused in the words of the form, and pressing again adds no second one and deletes it once", async () => {
  using rob = await plainPerson(service, "rob");
  const { page } = rob;
  await page.goto("/settings/rules");
  const form = page.getByRole("form", { name: "New rule" });
  await form.getByLabel("Words in the title").fill("invoice");
  await form.getByRole("button", { name: "Preview matches" }).click();
  const add = form.getByRole("button", { name: "Add rule" });
  await add.click();
  await form.getByText(/it would do nothing/).waitFor();
  await form.getByLabel("Archive it").check();
  expect(await form.getByRole("alert").count()).toBe(0);
  const held = Promise.withResolvers<void>();
  const sent: string[] = [];
  await page.route(/\/v1\/inbox-rules(\/|$)/, async (route) => {
    const method = route.request().method();
    if (method !== "GET") {
      sent.push(method);
      await held.promise;
    }
    await route.continue();
  });
  await add.click();
  await form.locator('button[aria-disabled="true"]').waitFor();
  await add.click({ force: true });
  held.resolve();
  const rules = page.getByRole("list", { name: "Your rules" });
  await rules.getByText("archive").waitFor();
  const notices = page.getByRole("log", { name: "Notices" });
  await notices.getByText("Rule added").waitFor();
  const again = Promise.withResolvers<void>();
  await page.route(/\/v1\/inbox-rules\/./, async (route) => {
    sent.push(route.request().method());
    await again.promise;
    await route.continue();
  });
  const end = rules.getByRole("button", { name: /^Delete: / });
  await end.click();
  await rules.locator('button[aria-disabled="true"]').waitFor();
  await end.click({ force: true });
  again.resolve();
  await page.getByText("No rules yet.").waitFor();
  await notices.getByText("Rule deleted").waitFor();
  expect(sent).toEqual(["POST", "DELETE"]);
}, 60_000);
