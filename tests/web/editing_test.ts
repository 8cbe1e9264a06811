import { afterAll, beforeAll, expect, test } from "bun:test";
import { startPages } from "../auth/chromium.ts";
import type { TestService } from "../harness.ts";
import { json } from "../harness.ts";
import type { Person } from "./person.ts";
import { plainPerson } from "./plain/plain_person.ts";
import { readOn } from "./read_on.ts";

let service: TestService;

beforeAll(async () => {
  service = await startPages();
}, 30_000);

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
});

async function call(token: string, path: string, body?: object) {
  const request = body && { method: "POST", json: body };
  const response = await service.fetch(path, { token, ...request });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return await json(response);
}

/** An agent of the person, which has to ask for what it does outward. */
async function helperOf(it: Pick<Person, "token">): Promise<string> {
  const { token } = await call(it.token, "/v1/credentials", {
    name: "Shopping helper",
    scopes: [
      ...["conversations:read", "conversations:write"],
      ...["conversations:submit", "drafts:write", "payments:hold"],
    ],
  });
  return token;
}

test("a request that an agent proposes is edited in place, and sent as edited", async () => {
  using amy = await plainPerson(service, "amy");
  const shop = await service.addAccount("shop");
  const asked = await call(await helperOf(amy), "/v1/conversations", {
    to: [shop.address],
    title: "Buy the chairs",
    text: "Four of them",
    price: "60.00",
    submit: true,
  });
  const { page } = amy;
  await page.goto(`/c/${asked.conversationId}`);
  const card = page.getByRole("region", { name: /^Send to/ });
  await card.getByRole("button", { name: "Edit" }).click();
  const words = page.getByLabel("Message", { exact: true });
  await words.and(page.locator(":focus")).waitFor();
  expect(await words.inputValue()).toBe("Four of them");
  await words.fill("Six of them, please");
  await page.getByLabel("Title").fill("Buy six chairs");
  const price = page.getByLabel("Price");
  await price.fill("a lot");
  await page.getByText("Enter an amount like 2.50 or 1,000.00").waitFor();
  const send = card.getByRole("button", { name: /^Send/ });
  await readOn(page);
  expect(await send.getAttribute("aria-disabled")).toBe("true");
  await price.fill("75");
  await card.getByText("Send it with your changes?").waitFor();
  await card.getByText("75.00 is held until").waitFor();
  await readOn(page);
  await send.click();
  await page.getByText("Approved with changes").waitFor();
  await page.getByRole("heading", { name: "Buy six chairs" }).waitFor();
  const path = `/v1/conversations/${asked.conversationId}`;
  const { conversation } = await call(shop.token, path);
  expect(conversation).toMatchObject({
    title: "Buy six chairs",
    payment: { price: { amount: "75.00" } },
    messages: [{ text: "Six of them, please", actor: { kind: "person" } }],
  });
  expect(amy.complaints).toEqual([]);
}, 60_000);

test("changes that are discarded leave the proposal as it is", async () => {
  using ben = await plainPerson(service, "ben");
  const shop = await service.addAccount("store");
  const asked = await call(await helperOf(ben), "/v1/conversations", {
    to: [shop.address],
    title: "Buy the chairs",
    text: "Four of them",
    price: "60.00",
    submit: true,
  });
  const { page } = ben;
  await page.goto(`/c/${asked.conversationId}`);
  const card = page.getByRole("region", { name: /^Send to/ });
  await card.getByRole("button", { name: "Edit" }).waitFor();
  await page.keyboard.press("i");
  const words = page.getByLabel("Message", { exact: true });
  await words.and(page.locator(":focus")).waitFor();
  await words.fill("Nonsense");
  await card.getByRole("button", { name: "Discard changes" }).click();
  await words.waitFor({ state: "detached" });
  await page.getByText("Four of them").first().waitFor();
  await readOn(page);
  await card.getByRole("button", { name: /^Send/ }).click();
  await page.getByText("Approved:").waitFor();
  const path = `/v1/conversations/${asked.conversationId}`;
  const { conversation } = await call(shop.token, path);
  expect(conversation.messages).toMatchObject([{ text: "Four of them" }]);
  expect(ben.complaints).toEqual([]);
}, 60_000);
