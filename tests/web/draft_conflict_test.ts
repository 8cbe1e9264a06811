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

test("a draft that another tab has changed is not written over before the person chooses", async () => {
  using amy = await plainPerson(service, "amy-twice");
  const { page, token } = amy;
  await page.goto("/compose");
  const text = page.getByLabel("Message");
  const title = page.getByLabel("Title");
  await title.fill("Plan");
  await text.fill("One");
  await page.getByText("Saved as a draft").waitFor();
  const list = await json(
    await service.fetch("/v1/conversations?view=drafts", { token }),
  );
  const path = `/v1/conversations/${list.conversations[0].id}`;
  const elsewhere = async (said: string) =>
    await service.fetch(path, { token, method: "PATCH", json: { text: said } });
  const stored = async () =>
    (await json(await service.fetch(path, { token }))).messages[0].text;

  await elsewhere("Theirs");
  await text.fill("Mine");
  await page.getByText("This draft was changed in another tab.").waitFor();
  expect(await stored()).toBe("Theirs");
  await page.getByRole("button", { name: "Use the other text" }).click();
  expect(await text.inputValue()).toBe("Theirs");

  // A page loaded anew goes on with its own text, and asks as before.
  await elsewhere("Theirs before the reload");
  await text.fill("Mine before the reload");
  await page.getByText("This draft was changed in another tab.").waitFor();
  await page.reload();
  await page.getByText("This draft was changed in another tab.").waitFor();
  expect(await text.inputValue()).toBe("Mine before the reload");
  expect(await stored()).toBe("Theirs before the reload");
  await page.getByRole("button", { name: "Use the other text" }).click();

  await text.fill("Mine again");
  await page.getByText("Saved as a draft").waitFor();
  await elsewhere("Theirs again");
  await text.fill("Mine at last");
  await page.getByRole("button", { name: "Keep this text" }).click();
  await page.getByText("Saved as a draft").waitFor();
  expect(await stored()).toBe("Mine at last");
}, 60_000);
