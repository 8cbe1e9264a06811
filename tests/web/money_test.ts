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

test("the balance and its statement follow each act while one looks at them", async () => {
  await using ada = await person(browser, service, "ada");
  const bo = await service.addAccount("bo");
  const { page } = ada;
  await page.goto("/settings/balance");
  await page.getByText("1000.00 USDC").waitFor();
  const statement = page.getByRole("list", { name: "Statement" });
  const { conversationId } = await call(ada.token, "/v1/conversations", {
    to: [bo.address],
    title: "Sweep the yard",
    text: "Leaves",
    price: "30.00",
    release: "accepted",
    submit: true,
  });
  await page.getByText("970.00 USDC").waitFor();
  await statement.getByText("Held for a price").waitFor();
  await call(ada.token, `/v1/conversations/${conversationId}/cancel`, {
    reason: "Rain",
  });
  await page.getByText("1000.00 USDC").waitFor();
  await statement.getByText("A held price came back").waitFor();
  expect(ada.complaints).toEqual([]);
}, 60_000);

test("what was not sent is among the drafts and says why, and Sent holds what was", async () => {
  await using cy = await person(browser, service, "cy");
  const dee = await service.addAccount("dee");
  const agent = await call(cy.token, "/v1/credentials", {
    name: "Helper",
    scopes: ["conversations:read", "conversations:submit", "drafts:write"],
  });
  const asked = async (title: string) =>
    await call(agent.token, "/v1/conversations", {
      to: [dee.address],
      title,
      text: "Words",
      submit: true,
    });
  await asked("Still waits");
  const refused = await asked("Was refused");
  await call(
    cy.token,
    `/v1/conversations/${refused.conversationId}/decisions`,
    { decision: "decline" },
  );
  await call(cy.token, "/v1/conversations", {
    to: [dee.address],
    title: "Has left",
    text: "Words",
    submit: true,
  });
  const { page } = cy;
  await page.goto("/sent");
  await page.getByRole("link", { name: /Has left/ }).waitFor();
  const list = page.getByRole("list", { name: "Conversations of Sent" });
  expect(await list.getByRole("listitem").count()).toBe(1);
  await page.goto("/drafts");
  await page.getByRole("link", { name: /Still waits.*Approve/ }).waitFor();
  await page
    .getByRole("link", { name: /Was refused.*Not sent: declined/ })
    .waitFor();
  expect(cy.complaints).toEqual([]);
}, 60_000);
