import { afterAll, beforeAll, expect, test } from "bun:test";
import { signUp, tokenOf } from "../auth/browser.ts";
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

async function call(token: string, path: string, body: object) {
  const response = await service.fetch(path, {
    method: "POST",
    token,
    json: body,
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return await json(response);
}

test("the balance and its movements follow each act while one looks at them", async () => {
  using ada = await plainPerson(service, "ada");
  const bo = await service.addAccount("bo");
  const { page } = ada;
  await page.goto("/settings/balance");
  const figure = (amount: string) =>
    page.getByRole("definition").getByText(amount, { exact: true });
  await figure("1,000.00").waitFor();
  const moved = page.getByRole("list", { name: "Transactions" });
  const { conversationId } = await call(ada.token, "/v1/conversations", {
    to: [bo.address],
    title: "Sweep the yard",
    text: "Leaves",
    price: "30.00",
    release: "accepted",
    submit: true,
  });
  await figure("970.00").waitFor();
  await moved.getByText("Held for a price").waitFor();
  await call(bo.token, `/v1/conversations/${conversationId}/receipt`, {
    confirm: true,
  });
  await moved.getByText("Released from hold: 30.00").waitFor();
  await moved.getByText("+1,000.00", { exact: true }).waitFor();
  await moved.getByText("\u221230.00", { exact: true }).waitFor();
  expect(ada.complaints).toEqual([]);
}, 60_000);

test("a price is split into steps before it is sent; its payee signs them one by one, and sees which were paid", async () => {
  using eli = await plainPerson(service, "eli");
  using fay = await plainPerson(service, "fay");
  const { page } = fay;
  await page.goto(`/compose?to=${eli.address}&title=A logo`);
  await page.getByLabel("Message").fill("In two steps");
  await page.getByLabel("Price").fill("3.50");
  await page.getByRole("button", { name: "Pay in steps" }).click();
  await page.getByLabel("Step 1", { exact: true }).fill("Start of the work");
  await page.getByLabel("Amount of step 1").fill("1");
  await page.getByLabel("Step 1 paid when").selectOption("accepted");
  await page.getByText("2.50 of the price has no step yet.").waitFor();
  await page.getByRole("button", { name: "Add a step" }).click();
  await page.getByText("Give each step a title and an amount.").waitFor();
  await page.getByLabel("Step 2", { exact: true }).fill("Final files");
  const amount = page.getByLabel("Amount of step 2");
  expect(await amount.inputValue()).toBe("2.50");
  const due = new Date(Date.now() + 3 * 86_400_000).toISOString();
  await page.getByLabel("Step 2 due by").fill(due.slice(0, 16));
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("heading", { name: "A logo", level: 1 }).waitFor();
  const got = await service.fetch("/v1/conversations", { token: eli.token });
  const [{ id: conversationId }] = (await json(got)).conversations;
  await eli.page.goto(`/c/${conversationId}`);
  const steps = eli.page.getByRole("list", { name: "Steps" });
  await steps.getByText(/^Final filesby /).waitFor();
  await call(eli.token, `/v1/conversations/${conversationId}/receipt`, {
    ...{ confirm: true, milestoneId: "m1" },
  });
  await steps.getByText("paid", { exact: true }).waitFor();
  await call(eli.token, `/v1/conversations/${conversationId}/messages`, {
    text: "Here they are",
  });
  const receipt = eli.page.getByRole("region", { name: "Receipt" });
  await receipt.getByText("This step: Final files.").waitFor();
  await receipt.getByRole("button", { name: "Sign and receive 2.50" }).click();
  await eli.page.getByText("Done: Released to the recipient").first().waitFor();
  expect(eli.complaints).toEqual([]);
}, 60_000);

test("a fee is shown to the payee who bears it, of a price that did not go back", async () => {
  await using service = await startPages({ FEE_BPS: "100" });
  using una = await plainPerson(service, "una");
  const vic = await service.addAccount("vic", { name: "Vic", credit: "90" });
  const offer = async (token: string, to: string, price: string) => {
    const body = { to: [to], title: `For ${price}`, text: "Words", price };
    const json = { ...body, submit: true };
    const path = "/v1/conversations";
    await service.fetch(path, { method: "POST", token, json });
  };
  await offer(una.token, vic.address, "7.00");
  await offer(vic.token, una.address, "9.00");
  const { page } = una;
  await page.goto("/payments");
  const row = (title: string) =>
    page.getByRole("table").getByRole("row").filter({ hasText: title });
  await row("For 9.00").getByText("Fee 0.09").waitFor();
  expect(await row("For 7.00").getByText("Fee").count()).toBe(0);
  await row("For 9.00").getByText("You reply.").waitFor();
  await row("For 7.00").getByText(`${vic.address} replies.`).waitFor();
}, 60_000);

test("a receipt is there for who may read its conversation, once it is signed", async () => {
  const payer = await signUp(service, "jo", "192.0.2.201");
  const stranger = await signUp(service, "kim", "192.0.2.202");
  const payee = await service.addAccount("lou");
  const { conversationId } = await call(
    await tokenOf(payer),
    "/v1/conversations",
    {
      ...{ to: [payee.address], title: "Secret plan", text: "Words" },
      ...{ price: "2.00", release: "accepted", submit: true },
    },
  );
  const path = `/receipts/${conversationId}`;
  const unsigned = await payer.get(path);
  expect(unsigned.status).toBe(404);
  expect(await unsigned.text()).toContain("no signed receipt yet");
  await call(payee.token, `/v1/conversations/${conversationId}/receipt`, {
    confirm: true,
  });
  const shown = await payer.get(path);
  expect(shown.status).toBe(200);
  expect(shown.headers.get("cache-control")).toBe("no-store");
  expect(shown.headers.get("content-security-policy")).toContain(
    "default-src 'none'",
  );
  const refused = await stranger.get(path);
  expect(refused.status).toBe(404);
  expect(await refused.text()).not.toContain("Secret plan");
  const signedOut = await service.fetch(path);
  const signIn = `/sign-in?receipt=${conversationId}`;
  expect(signedOut.headers.get("location")).toBe(signIn);
  // A token of a program opens the API and no page.
  const byToken = await service.fetch(path, { token: payee.token });
  expect(byToken.headers.get("location")).toBe(signIn);
}, 60_000);

test("a waiting or refused request is in Drafts and in Sent, and says why", async () => {
  using cy = await plainPerson(service, "cy");
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
  expect(await list.getByRole("listitem").count()).toBe(3);
  await page.goto("/drafts");
  await page.getByRole("link", { name: /Still waits.*Approve/ }).waitFor();
  await page
    .getByRole("link", { name: /Was refused.*Not sent: declined/ })
    .waitFor();
  expect(cy.complaints).toEqual([]);
}, 60_000);
