import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { startChromium, startPages } from "../auth/chromium.ts";
import type { TestService } from "../harness.ts";
import { json } from "../harness.ts";
import { person } from "./person.ts";

let service: TestService;
let browser: Browser;

beforeAll(async () => {
  [service, browser] = await Promise.all([startPages(), startChromium()]);
}, 30_000);

afterAll(async () => {
  await browser?.close();
  await service?.[Symbol.asyncDispose]();
});

async function call(token: string, path: string, body: object) {
  const response = await service.fetch(path, {
    method: "POST",
    token,
    json: body,
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return await json(response);
}

test("what an agent may not do alone waits for its person, with every rule that asks", async () => {
  await using ida = await person(browser, service, "ida");
  const friend = await service.addAccount("jon");
  const agent = await call(ida.token, "/v1/credentials", {
    name: "Shopping helper",
    scopes: [
      "conversations:read",
      "conversations:submit",
      "drafts:write",
      "payments:hold",
    ],
    limits: { perPayment: "50.00" },
  });
  const asked = await call(agent.token, "/v1/conversations", {
    to: [friend.address, "shop@mail.example"],
    title: "Buy the chairs",
    text: "Four of them",
    price: "60.00",
    submit: true,
  });
  expect(asked.state).toBe("input-required");
  const { page } = ida;
  await page.goto("/needs-you");
  await page.getByRole("link", { name: /Buy the chairs/ }).click();
  const card = page
    .getByRole("region", { name: /Buy the chairs|Send/ })
    .first();
  for (const words of [
    "R-PAY-LIMIT",
    "The price is above what you let this agent spend by itself",
    "R-OUTWARD",
    "R-FIRST-CONTACT",
    "Shopping helper",
    "Your balance is then 940.00 USDC",
  ]) {
    await card.getByText(words).first().waitFor();
  }
  const [checkpoint] = asked.conversation.checkpoints;
  await card.getByText("The exact action").first().click();
  await card.getByText(checkpoint.actionDigest).waitFor();
  await card.getByLabel("Comment").fill("Four is right");
  await card.getByRole("button", { name: "Approve" }).click();
  await page.getByText("Your decision is recorded").waitFor();
  await page.getByText("Held", { exact: true }).first().waitFor();
  expect(ida.complaints).toEqual([]);
}, 60_000);

test("two questions about one conversation are answered apart", async () => {
  await using kim = await person(browser, service, "kim");
  await using lea = await person(browser, service, "lea");
  const { conversationId } = await call(lea.token, "/v1/conversations", {
    to: [kim.address],
    title: "Tune the piano",
    text: "It is a grand",
    price: "20.00",
    submit: true,
  });
  const agent = await call(kim.token, "/v1/credentials", {
    name: "Tidy helper",
    preset: "assistant",
  });
  await call(agent.token, `/v1/conversations/${conversationId}/cancel`, {
    reason: "No time this week",
  });
  const { page } = kim;
  await page.goto(`/c/${conversationId}`);
  const accept = page.getByRole("region", { name: /^Accept the request/ });
  const cancel = page.getByRole("region", { name: /^Cancel/ });
  await accept.getByText("R-PRICED").waitFor();
  await cancel.getByText("R-CANCEL-HELD").waitFor();
  await cancel.getByText("Tidy helper").first().waitFor();
  await cancel.getByRole("button", { name: "Decline" }).click();
  await cancel.waitFor({ state: "detached" });
  await accept.getByRole("button", { name: "Approve" }).click();
  await accept.waitFor({ state: "detached" });
  await page.getByText("In progress").first().waitFor();
  expect(kim.complaints).toEqual([]);
}, 60_000);
