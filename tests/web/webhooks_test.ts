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

test("a person adds a webhook, sees its secret once, tests it, pauses it and ends it", async () => {
  using ann = await plainPerson(service, "ann");
  const { page, token } = ann;
  const listed = async () =>
    (await json(await service.fetch("/v1/webhooks", { token }))).webhooks;
  await page.goto("/settings/webhooks");
  await page.getByLabel("Send my events to").fill("https://example.com/hook");
  await page.getByLabel("message.appended").check();
  await page.getByRole("button", { name: "Add webhook" }).click();
  await page.getByText(/^whsec_/).waitFor();
  await page.getByRole("button", { name: "I've saved it" }).click();
  expect(await page.getByText(/^whsec_/).count()).toBe(0);
  const item = page.getByRole("article", { name: "https://example.com/hook" });
  await item.getByText("Active · A message is added").waitFor();
  expect(await listed()).toMatchObject([{ events: ["message.appended"] }]);
  await item.getByRole("button", { name: "Send a test" }).click();
  await item.getByText("Deliveries").click();
  await item.getByText(/^A test · /).waitFor();
  await item.getByRole("button", { name: "Pause" }).click();
  await item.getByText(/^Paused/).waitFor();
  await item.getByRole("button", { name: "Delete" }).click();
  await item.waitFor({ state: "detached" });
  expect(await listed()).toEqual([]);
  expect(ann.complaints).toEqual([]);
}, 60_000);
