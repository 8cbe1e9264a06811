import { afterAll, beforeAll, expect, test } from "bun:test";
import { startPages } from "../auth/chromium.ts";
import type { TestService } from "../harness.ts";
import { json } from "../harness.ts";
import type { PlainPage } from "./plain/page.ts";
import { plainPerson } from "./plain/plain_person.ts";
import { readOn } from "./read_on.ts";

let service: TestService;

beforeAll(async () => {
  service = await startPages();
}, 30_000);

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
});

async function call(token: string, path: string, body: object) {
  const response = await service.fetch(`/v1/conversations${path}`, {
    method: "POST",
    token,
    json: body,
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return await json(response);
}

async function request(
  token: string,
  to: string,
  more: object,
): Promise<string> {
  const body = { to: [to], title: "A map", text: "Of the bay", submit: true };
  return (await call(token, "", { ...body, ...more })).conversationId;
}

/** Opens what is behind the line about the money. */
const openMoney = (page: PlainPage) =>
  page.getByRole("region", { name: "Money" }).locator("summary").click();

const button = (page: PlainPage, name: string | RegExp) =>
  page.getByRole("button", { name });

test("what cannot be done yet says why, with what is missing and no form for it", async () => {
  using una = await plainPerson(service, "una");
  using vic = await plainPerson(service, "vic");
  const id = await request(una.token, vic.address, { price: "8.00" });
  await vic.page.goto(`/c/${id}`);
  const receipt = vic.page.getByRole("region", { name: "Receipt" });
  const turn = vic.page.getByRole("region", { name: "Money" });
  await openMoney(vic.page);
  await turn.getByText("a reply from the recipient").waitFor();
  expect(await button(vic.page, /^Sign and receive/).count()).toBe(0);

  await una.page.goto(`/c/${id}`);
  await una.page.getByText(`Waiting for ${vic.address} to answer`).waitFor();
  await call(vic.token, `/${id}/messages`, { text: "Here it is" });
  const answer = una.page
    .getByRole("article")
    .filter({ hasText: "Here it is" });
  await answer.first().waitFor();
  await button(una.page, "More actions").click();
  await una.page.getByRole("menuitem", { name: "Cancel the request" }).click();
  const dialog = una.page.getByRole("dialog", { name: "Cancel the request?" });
  await dialog.getByText(/condition/).waitFor();
  expect(await dialog.getByLabel("Reason").count()).toBe(0);
  await dialog.getByRole("button", { name: "Go back" }).click();

  await receipt.getByText("Sign the receipt?").waitFor();
  expect(una.complaints).toEqual([]);
  expect(vic.complaints).toEqual([]);
}, 60_000);

test("a request for a higher price is withdrawn by its author", async () => {
  using wim = await plainPerson(service, "wim");
  const sender = await service.addAccount("xia", { credit: "50.00" });
  const { token } = await service.addSession(sender);
  const id = await request(token, wim.address, { price: "8.00" });
  await call(wim.token, `/${id}/messages`, { text: "I begin" });
  await call(wim.token, `/${id}/price`, { price: "9.00" });
  const { page } = wim;
  await page.goto(`/c/${id}`);
  await openMoney(page);
  const back = button(page, "Withdraw the higher price");
  await back.click();
  await page.getByText("Price unchanged").waitFor();
  await back.waitFor({ state: "detached" });
  await button(page, "Ask for a higher price").waitFor();
  expect(wim.complaints).toEqual([]);
}, 60_000);

test("work without a price is marked as completed, and asks for no receipt", async () => {
  using yui = await plainPerson(service, "yui");
  const sender = await service.addAccount("zoe");
  const { token } = await service.addSession(sender);
  const id = await request(token, yui.address, {});
  await call(yui.token, `/${id}/messages`, { text: "I begin" });
  const { page } = yui;
  await page.goto(`/c/${id}`);
  const complete = button(page, "Mark as completed");
  await complete.waitFor();
  expect(await page.getByRole("region", { name: "Receipt" }).count()).toBe(0);
  await complete.click();
  await page.getByRole("link", { name: "Write a follow-up" }).waitFor();
  expect(yui.complaints).toEqual([]);
}, 60_000);

test("a page offers what the service lists, and nothing beside it", async () => {
  using abe = await plainPerson(service, "abe");
  const sender = await service.addAccount("bea", { credit: "50.00" });
  const { token } = await service.addSession(sender);
  const id = await request(token, abe.address, { price: "8.00" });
  await call(abe.token, `/${id}/messages`, { text: "Here it is" });
  const { page } = abe;
  const acts =
    /^(Send reply|Write a reply|Sign and receive|Ask for|Mark as completed)/;
  await page.goto(`/c/${id}`);
  await openMoney(page);
  await button(page, /^Sign and receive/).waitFor();
  expect(await button(page, acts).count()).toBe(3);
  const ending = page.getByRole("menuitem", { name: "Stop the work" });
  await button(page, "More actions").click();
  await ending.waitFor();
  await page.route(`**/v1/conversations/${id}`, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const conversation = { ...body.conversation, actions: [] };
    await route.fulfill({ response, json: { ...body, conversation } });
  });
  await page.reload();
  await page.getByText("Here it is").first().waitFor();
  await openMoney(page);
  await button(page, "More actions").click();
  await page.getByRole("menuitem", { name: "Labels" }).waitFor();
  expect(await ending.count()).toBe(0);
  expect(await button(page, acts).count()).toBe(0);
  expect(abe.complaints).toEqual([]);
}, 60_000);

test("who paid asks for money back in the page, and reads what the payee answers", async () => {
  using cleo = await plainPerson(service, "cleo");
  using dov = await plainPerson(service, "dov");
  const id = await request(cleo.token, dov.address, { price: "8.00" });
  await call(dov.token, `/${id}/messages`, { text: "Here it is" });
  const ask = "Ask for a refund";
  await cleo.page.goto(`/c/${id}`);
  await cleo.page.getByText("Here it is").first().waitFor();
  expect(await button(cleo.page, ask).count()).toBe(0);
  await call(dov.token, `/${id}/receipt`, { confirm: true });
  await openMoney(cleo.page);
  await button(cleo.page, ask).click();
  const dialog = cleo.page.getByRole("dialog", { name: ask });
  await dialog.getByText("No money moves until they agree.").waitFor();
  await dialog.getByLabel("Amount").fill("9");
  await dialog.getByRole("button", { name: ask }).click();
  await dialog.getByRole("alert").waitFor();
  await dialog.getByLabel("Amount").fill("2,50");
  await dialog.getByLabel("Reason").fill("The bay is too small");
  await dialog.getByRole("button", { name: ask }).click();
  await dialog.waitFor({ state: "detached" });
  const money = cleo.page.getByRole("region", { name: "Money" });
  await money
    .getByText(
      "Refund requested: 2.50 USDC (TEST), The bay is too small. Not answered yet",
    )
    .waitFor();
  await cleo.page.getByText("Waiting for the payee to decide").waitFor();
  expect(await button(cleo.page, ask).count()).toBe(0);

  await dov.page.goto("/needs-you");
  await dov.page.getByRole("link", { name: /A map/ }).click();
  const card = dov.page.getByRole("region", { name: /^Refund 2.50 USDC/ });
  await dov.page.getByText("The bay is too small").first().waitFor();
  await card.getByRole("button", { name: "Details" }).click();
  await card.getByLabel("Comment").fill("It was agreed so");
  await card.getByRole("button", { name: "Decline" }).click();
  const sure = dov.page.getByRole("dialog", { name: "Decline this?" });
  await sure.getByRole("button", { name: "Decline" }).click();
  await card.waitFor({ state: "detached" });
  for (const { page } of [cleo, dov]) {
    await page
      .getByRole("region", { name: "Money" })
      .getByText("Declined: It was agreed so.")
      .waitFor();
  }
  // One that was declined may be asked for once more, all of it.
  await button(cleo.page, ask).click();
  await dialog.getByRole("button", { name: ask }).click();
  await money.getByText("Refund requested: 8.00 USDC").waitFor();
  await dov.page.getByRole("button", { name: "Refund it" }).waitFor();
  await readOn(dov.page);
  await dov.page.getByRole("button", { name: "Refund it" }).click();
  await cleo.page.getByText("Refunded: 8.00 USDC (TEST).").waitFor();
  expect(await button(cleo.page, ask).count()).toBe(0);
  expect(cleo.complaints).toEqual([]);
  expect(dov.complaints).toEqual([]);
}, 60_000);
