import { expect, test } from "bun:test";
import { startApp } from "./app.ts";

const app = startApp();

test("the balance and its statement follow each act while one looks at them", async () => {
  await using ada = await app.person("ada");
  const bo = await app.service.addAccount("bo");
  const { page } = ada;
  await page.goto("/settings/balance");
  await page.getByText("1000.00 USDC").waitFor();
  const statement = page.getByRole("list", { name: "Statement" });
  const { conversationId } = await app.call(ada.token, "/v1/conversations", {
    to: [bo.address],
    title: "Sweep the yard",
    text: "Leaves",
    price: "30.00",
    release: "accepted",
    submit: true,
  });
  await page.getByText("970.00 USDC").waitFor();
  await statement.getByText("Held for a price").waitFor();
  await app.call(ada.token, `/v1/conversations/${conversationId}/cancel`, {
    reason: "Rain",
  });
  await page.getByText("1000.00 USDC").waitFor();
  await statement.getByText("A held price came back").waitFor();
  expect(ada.complaints).toEqual([]);
}, 60_000);

test("what was not sent is among the drafts and says why, and Sent holds what was", async () => {
  await using cy = await app.person("cy");
  const dee = await app.service.addAccount("dee");
  const agent = await app.call(cy.token, "/v1/credentials", {
    name: "Helper",
    scopes: ["conversations:read", "conversations:submit", "drafts:write"],
  });
  const asked = async (title: string) =>
    await app.call(agent.token, "/v1/conversations", {
      to: [dee.address],
      title,
      text: "Words",
      submit: true,
    });
  await asked("Still waits");
  const refused = await asked("Was refused");
  await app.call(
    cy.token,
    `/v1/conversations/${refused.conversationId}/decisions`,
    { decision: "decline" },
  );
  await app.call(cy.token, "/v1/conversations", {
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
  await page.getByRole("link", { name: /Still waits.*Needs you/ }).waitFor();
  await page
    .getByRole("link", { name: /Was refused.*Not sent: declined/ })
    .waitFor();
  expect(cy.complaints).toEqual([]);
}, 60_000);
