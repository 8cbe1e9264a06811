import { expect, test } from "bun:test";
import { source as AXE } from "axe-core";
import { startApp } from "./app.ts";
import { check } from "./axe.ts";
import type { Person } from "./person.ts";

const app = startApp();

/** A request that is in work with whom it went to. */
async function inWork(from: Person, to: Person, price: string) {
  const { conversationId } = await app.call(from.token, "/v1/conversations", {
    to: [to.address],
    title: "Translate it",
    text: "All of it",
    price,
    submit: true,
  });
  const at = `/v1/conversations/${conversationId}`;
  await app.call(to.token, `${at}/decisions`, { decision: "approve" });
  return { id: conversationId, at };
}

test("what an agent asks its person is answered in words, which it reads", async () => {
  await using sol = await app.person("sol");
  await using tia = await app.person("tia");
  const { id, at } = await inWork(tia, sol, "2.00");
  const agent = await app.call(sol.token, "/v1/credentials", {
    name: "Translator",
    preset: "assistant",
  });
  const needsInput = true;
  await app.call(agent.token, `${at}/messages`, {
    text: "Formal?",
    needsInput,
  });
  const { page } = sol;
  await page.addInitScript(AXE);
  await page.goto(`/c/${id}`);
  const card = page.getByRole("region", { name: /^Translator/ });
  await card.getByText("Formal?").waitFor();
  const answer = card.getByRole("button", { name: "Answer", exact: true });
  // There is nothing to say yes to: an answer has words.
  expect(await answer.getAttribute("aria-disabled")).toBe("true");
  expect(await card.getByRole("button", { name: "Approve" }).count()).toBe(0);
  await card.getByRole("button", { name: "Do not answer" }).click();
  const dialog = page.getByRole("dialog", { name: "Do not answer this?" });
  await dialog.getByText("The question stays without an answer.").waitFor();
  await check(page, "question");
  await dialog.getByRole("button", { name: "Go back" }).click();
  await card.getByLabel("Your answer").fill("Formal, please");
  await answer.click();
  await card.waitFor({ state: "detached" });
  const { checkpoints } = await app.read(agent.token, id);
  expect(checkpoints.at(-1)).toMatchObject({
    status: "approved",
    comment: "Formal, please",
  });
  expect(sol.complaints).toEqual([]);
}, 60_000);

test("a higher price than one has cannot be approved, and the card says what is missing", async () => {
  await using uma = await app.person("uma");
  await using vic = await app.person("vic");
  const { id, at } = await inWork(uma, vic, "10.00");
  await app.call(vic.token, `${at}/price`, { price: "1200.00" });
  const { page } = uma;
  await page.goto(`/c/${id}`);
  const card = page.getByRole("region", { name: /^Raise the price/ });
  await card
    .getByText("Your balance is 990.00 USDC, which is 200.00 USDC too little.")
    .waitFor();
  const approve = card.getByRole("button", { name: "Approve" });
  expect(await approve.getAttribute("aria-disabled")).toBe("true");
  await approve.click({ force: true });
  expect(await page.getByRole("button", { name: /^Pay/ }).count()).toBe(0);
  const { payment } = await app.read(uma.token, id);
  expect(payment.price.amount).toBe("10.00");
  expect(uma.complaints).toEqual([]);
}, 60_000);
