import { afterAll, beforeAll, expect, test } from "bun:test";
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

test("an offer is made by a form that writes its schema, keeps its terms while it is switched off, and is deleted once that is confirmed", async () => {
  using sal = await plainPerson(service, "sal");
  const { page, token } = sal;
  const saved = async () =>
    (await json(await service.fetch("/v1/offers", { token }))).offers;
  await page.goto("/settings/offers");
  await page.getByText("No offers yet.").waitFor();
  await page.getByRole("button", { name: "New offer" }).click();
  const form = page.getByRole("form", { name: "New offer" });
  await form.getByLabel("Title").fill("A logo, in colour");
  await form.getByLabel("Price in").fill("25");
  await form.getByLabel("Paid to me when").selectOption("accepted");
  await form.getByLabel("Done within", { exact: true }).fill("2");
  await form.getByLabel("Unit: Done within").selectOption("D");
  await form.getByLabel("Orders at once").fill("3");
  await form.getByLabel("Clients").check();
  await form.getByRole("button", { name: "Add a question" }).click();
  const first = form.getByRole("region", { name: "New question" });
  await first.getByLabel("Kind of answer").selectOption("choice");
  await first.getByLabel("Answers to choose from").fill("red\nblue");
  await first.getByLabel("Help").fill("Of the letters");
  await first.getByLabel("Question", { exact: true }).fill("co/lour");
  const save = form.getByRole("button", { name: "Save offer" });
  await save.click();
  await form.getByText(/a name with other characters/).waitFor();
  await form.getByLabel("Question", { exact: true }).fill("Colour");
  await save.click();
  const item = page.getByRole("article", { name: "A logo, in colour" });
  await item
    .getByText(/^25.00 .* paid when you accept · done in 2 days/)
    .waitFor();
  const offer = {
    offerId: "a-logo-in-colour",
    price: { amount: "25.00" },
    deliverWithin: "P2D",
    capacity: { open: 3 },
    audience: ["clients"],
    active: true,
    input: {
      type: "object",
      properties: {
        Colour: {
          type: "string",
          enum: ["red", "blue"],
          description: "Of the letters",
        },
      },
      required: ["Colour"],
      additionalProperties: false,
    },
  };
  expect(await saved()).toMatchObject([offer]);

  await item.getByRole("button", { name: "Switch off" }).click();
  await item.getByText("Off", { exact: true }).waitFor();
  expect(await saved()).toMatchObject([{ ...offer, active: false }]);

  await item.getByRole("button", { name: "Delete" }).click();
  const asked = page.getByRole("dialog", { name: "Delete this offer?" });
  await asked.getByRole("button", { name: "Delete offer" }).click();
  await page.getByText("No offers yet.").waitFor();
  expect(await saved()).toEqual([]);
  expect(sal.complaints).toEqual([]);
}, 60_000);

test("a schema that the form cannot make is edited as it is, and the service's refusal is beside it", async () => {
  using rae = await plainPerson(service, "rae");
  const { page, token } = rae;
  const input = {
    type: "object",
    properties: { pages: { type: "integer", minimum: 1 } },
  };
  const json = { title: "A report", price: "5", input };
  const put = { method: "PUT", token, json };
  expect((await service.fetch("/v1/offers/report", put)).status).toBe(201);
  await page.goto("/settings/offers");
  await page.getByRole("button", { name: "Edit: A report" }).click();
  const form = page.getByRole("form", { name: "Edit offer" });
  const raw = form.getByLabel("JSON Schema");
  expect(JSON.parse(await raw.inputValue())).toEqual(input);
  expect(await form.getByRole("button", { name: "Use the form" }).count()).toBe(
    0,
  );
  await raw.fill("{");
  const save = form.getByRole("button", { name: "Save offer" });
  await save.click();
  await form.getByText("This isn't valid JSON.").waitFor();
  const own = { company: { type: "string", pattern: "a+" } };
  await raw.fill(JSON.stringify({ type: "object", properties: own }));
  await save.click();
  await form
    .getByRole("alert")
    .getByText(/company\.pattern/)
    .waitFor();
  const day = { day: { type: "number" } };
  const made = { type: "object", properties: day, additionalProperties: false };
  await raw.fill(JSON.stringify(made));
  await form.getByRole("button", { name: "Use the form" }).click();
  await form.getByRole("region", { name: "day" }).waitFor();
  await save.click();
  await page.getByRole("article", { name: "A report" }).waitFor();
  expect(rae.complaints).toEqual([]);
}, 60_000);

test("an offer is ordered from the seller's page: its questions are a form, a refused answer is said at its field, and the seller gets the order", async () => {
  using sue = await plainPerson(service, "sue");
  using ben = await plainPerson(service, "ben");
  const input = {
    type: "object",
    properties: {
      Company: { type: "string", minLength: 2 },
      Colour: { type: "string", enum: ["red", "blue"] },
      Urgent: { type: "boolean" },
      Sizes: { type: "array", items: { type: "number" } },
    },
    required: ["Company", "Urgent"],
    additionalProperties: false,
  };
  const { token } = sue;
  const offer = { title: "A logo", price: "0", deliverWithin: "P2D", input };
  const put = { method: "PUT", token, json: offer };
  expect((await service.fetch("/v1/offers/logo", put)).status).toBe(201);
  const shown = await (await service.fetch("/@sue")).text();
  const [, link = ""] = /class="button" href="([^"]*)"/.exec(shown) ?? [];
  const { page } = ben;
  await page.goto(link.replaceAll("&amp;", "&"));
  const order = page.getByRole("region", { name: "Order" });
  await order.getByText("Free · done in 2 days").waitFor();
  // It can become a plain request, which can take an offer of its recipient again.
  await order.getByRole("button", { name: "Remove offer" }).click();
  await page.getByLabel("Price").waitFor();
  await page.getByLabel("Order an offer").selectOption("logo");
  await order.getByText("Free · done in 2 days").waitFor();
  expect(await page.getByLabel("Price").count()).toBe(0);
  await order.getByLabel("Company").fill("A");
  await order.getByLabel("Urgent").selectOption("true");
  await order.getByLabel("Sizes (optional)").fill("[3, 4]");
  const send = page.getByRole("button", { name: "Send", exact: true });
  await send.click();
  const company = order.getByLabel("Company");
  await company.and(page.locator("[aria-invalid=true]")).waitFor();
  await company.fill("ACME");
  expect(await order.locator("[aria-invalid=true]").count()).toBe(0);
  await send.click();
  await page.getByRole("heading", { name: "A logo", level: 1 }).waitFor();
  const table = page.getByRole("table", { name: /^Order: A logo/ });
  const rows = await table.getByRole("row").allTextContents();
  expect(rows).toEqual(["CompanyACME", "UrgentYes", "Sizes3, 4"]);
  expect(await page.locator("pre").count()).toBe(0);
  const got = await json(await service.fetch("/v1/conversations", { token }));
  const at = `/v1/conversations/${got.conversations[0].id}`;
  const { conversation } = await json(await service.fetch(at, { token }));
  expect(conversation.terms).toMatchObject({
    offerId: "logo",
    input: { Company: "ACME", Urgent: true, Sizes: [3, 4] },
  });
  expect(ben.complaints).toEqual([]);
}, 60_000);
