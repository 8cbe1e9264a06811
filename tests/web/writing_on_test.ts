import { afterAll, beforeAll, expect, test } from "bun:test";
import { startPages } from "../auth/chromium.ts";
import type { TestService } from "../harness.ts";
import { json } from "../harness.ts";
import type { Person } from "./person.ts";
import { plainPerson } from "./plain/plain_person.ts";

let service: TestService;

beforeAll(async () => {
  service = await startPages();
}, 30_000);

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
});

async function call(token: string, path: string, body: object) {
  const request = { method: "POST", token, json: body };
  const response = await service.fetch(path, request);
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return await json(response);
}

/** A request that its recipient works on. */
async function worked(
  from: Pick<Person, "token">,
  to: Pick<Person, "address" | "token">,
): Promise<string> {
  const { conversationId } = await call(from.token, "/v1/conversations", {
    to: [to.address],
    title: "Tune the piano",
    text: "It is a grand",
    price: "5.00",
    submit: true,
  });
  const path = `/v1/conversations/${conversationId}`;
  await call(to.token, `${path}/decisions`, { decision: "approve" });
  return path;
}

test("a decision that arrives while one writes takes neither the words nor the focus", async () => {
  using una = await plainPerson(service, "una");
  using vic = await plainPerson(service, "vic");
  const path = await worked(una, vic);
  const { page } = una;
  await page.goto(path.replace("/v1/conversations", "/c"));
  const box = page.getByLabel("Your reply");
  await box.click();
  // The focus is enough; the words follow.
  await call(vic.token, `${path}/price`, { price: "7.00", reason: "Strings" });
  const back = page.getByRole("button", { name: "Back to this" });
  await back.waitFor();
  const focused = box.and(page.locator(":focus"));
  await focused.waitFor();
  await box.fill("How is it");
  await page.keyboard.press("a");
  await focused.waitFor();
  expect(await box.inputValue()).toContain("How is it");
  const bar = page.getByRole("region", { name: /^Raise the price/ });
  expect(await bar.count()).toBe(0);
  await page.keyboard.press("Escape");
  await bar.and(page.locator(":focus")).waitFor();
  await page.getByRole("button", { name: "Continue your reply" }).waitFor();
  expect(una.complaints).toEqual([]);
}, 60_000);

test("words without the focus stay open, too", async () => {
  using yan = await plainPerson(service, "yan");
  using zoe = await plainPerson(service, "zoe");
  const path = await worked(yan, zoe);
  const { page } = yan;
  await page.goto(path.replace("/v1/conversations", "/c"));
  const box = page.getByLabel("Your reply");
  await box.fill("How is it");
  await page.getByRole("button", { name: "More actions" }).focus();
  await call(zoe.token, `${path}/price`, { price: "7.00", reason: "Strings" });
  await page.getByRole("button", { name: "Back to this" }).waitFor();
  expect(await box.inputValue()).toBe("How is it");
  expect(yan.complaints).toEqual([]);
}, 60_000);

test("a decision that arrives where nothing is written has the focus' place and folds the reply", async () => {
  using wes = await plainPerson(service, "wes");
  using xia = await plainPerson(service, "xia");
  const path = await worked(wes, xia);
  const { page } = wes;
  await page.goto(path.replace("/v1/conversations", "/c"));
  await page.getByLabel("Your reply").waitFor();
  await call(xia.token, `${path}/price`, { price: "7.00", reason: "Strings" });
  await page.getByRole("region", { name: /^Raise the price/ }).waitFor();
  await page.getByRole("button", { name: "Write a reply" }).waitFor();
  expect(await page.getByLabel("Your reply").count()).toBe(0);
  expect(wes.complaints).toEqual([]);
}, 60_000);
