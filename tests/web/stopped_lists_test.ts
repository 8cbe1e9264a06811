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

test("a list that a change stopped is read again when no change is left, and undoes none on the page", async () => {
  using kim = await plainPerson(service, "kim");
  using lee = await plainPerson(service, "lee");
  const send = async (title: string) => {
    const made = await service.fetch("/v1/conversations", {
      ...{ method: "POST", token: lee.token },
      json: { to: [kim.address], title, text: "Hello", submit: true },
    });
    expect(made.status).toBe(201);
  };
  await send("Refused");
  await send("Put me away");
  const { page } = kim;
  const row = (name: RegExp) => page.getByRole("link", { name });
  const listening = page.waitForResponse("**/v1/events");
  await page.goto("/inbox");
  await row(/Refused/).waitFor();
  await listening;
  const [reading, list] = [signal(), signal()];
  const [refused, changing, changed] = [signal(), signal(), signal()];
  let reads = 0;
  let changes = 0;
  await page.route("**/v1/conversations/*", async (route) => {
    if (route.request().method() !== "PATCH") return await route.continue();
    if (++changes === 1) {
      await refused.promise;
      return await route.fulfill({ status: 409, json: { title: "Conflict" } });
    }
    changing.resolve();
    await changed.promise;
    await route.continue();
  });
  await page.route("**/v1/conversations?view=inbox*", async (route) => {
    if (++reads === 1) {
      reading.resolve();
      await list.promise;
    }
    await route.continue();
  });
  // More at once than are read one by one.
  await Promise.all(["one", "two", "three", "four", "five"].map(send));
  await reading.promise;
  for (const name of [/Refused/, /Put me away/]) {
    await row(name).focus();
    await page.keyboard.press("e");
    await row(name).waitFor({ state: "detached" });
  }
  refused.resolve();
  list.resolve();
  await changing.promise;
  expect(reads).toBe(1);
  changed.resolve();
  await row(/Refused/).waitFor();
  await row(/five/).waitFor();
  await row(/^Archive/).click();
  await row(/Put me away/).waitFor();
}, 60_000);

function signal() {
  return Promise.withResolvers<void>();
}
