import { afterAll, beforeAll, expect, test } from "bun:test";
import { archiveKeys } from "../../src/core/audit/log/archive_part.ts";
import { LogWitnessing } from "../../src/core/loops/log_witnessing.ts";
import { signHeads } from "../../src/core/loops/sweeper.ts";
import { startPages } from "../auth/chromium.ts";
import type { TestWitness } from "../core/audit/log/witness.ts";
import { startWitness } from "../core/audit/log/witness.ts";
import type { TestService } from "../harness.ts";
import { json } from "../harness.ts";
import { plainPerson } from "./plain/plain_person.ts";

let service: TestService;

let witness: TestWitness;

beforeAll(async () => {
  witness = startWitness();
  const env = {
    ALLOW_LOOPBACK_FETCH: "true",
    LOG_WITNESSES: witness.setting,
  };
  service = await startPages(env);
  witness.log = (await archiveKeys(service.services)).log;
}, 30_000);

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  witness?.[Symbol.dispose]();
});

/** A request with a price to somebody, from an account of its own; gives its id. */
async function ask(to: string, from: string, more: object = {}) {
  const sender = await service.addAccount(from, { credit: "50.00" });
  const response = await service.fetch("/v1/conversations", {
    method: "POST",
    token: sender.token,
    json: {
      to: [to],
      title: "Paint the fence",
      text: "x",
      price: "5.00",
      submit: true,
      ...more,
    },
  });
  expect(response.status).toBe(201);
  return String((await json(response)).conversationId);
}

const focused = <L>(
  page: { locator(css: string): L },
  it: { and(other: L): { waitFor(): Promise<void> } },
) => it.and(page.locator(":focus")).waitFor();

test("a list keeps its search and its focus while a conversation is open on a telephone", async () => {
  const viewport = { width: 390, height: 800 };
  using ada = await plainPerson(service, "ada", { viewport });
  await ask(ada.address, "asks-ada", { text: "Our old FENCE, please" });
  const { page } = ada;
  await page.goto("/inbox");
  const search = page.getByRole("combobox", {
    name: "Search all conversations",
  });
  const welcome = page.getByRole("link", { name: /Welcome to/ });
  const row = page.getByRole("link", { name: /Paint the fence/ });
  await welcome.waitFor();
  await search.fill("fence");
  await welcome.waitFor({ state: "detached" });
  expect(await row.locator("mark").allTextContents()).toEqual([
    "fence",
    "FENCE",
  ]);
  await row.click();
  const heading = page.getByRole("region", { name: /^Accept the request/ });
  await focused(page, heading);
  await page.goBack();
  await focused(page, row);
  expect(await search.inputValue()).toBe("fence");
  // The address alone finds it again.
  await row.click();
  await focused(page, heading);
  await page.reload();
  await page.getByLabel("Back to Inbox").click();
  await row.waitFor();
  expect(await search.inputValue()).toBe("fence");
  expect(await welcome.count()).toBe(0);
  expect(ada.complaints).toEqual([]);
}, 60_000);

test("a search looks everywhere, and a press keeps it within the view", async () => {
  using una = await plainPerson(service, "una");
  await ask(una.address, "asks-una");
  const { page } = una;
  await page.goto("/inbox");
  const row = page.getByRole("link", { name: /Paint the fence/ });
  await row.waitFor();
  await row.focus();
  await page.keyboard.press("e");
  await row.waitFor({ state: "detached" });
  const search = page.getByRole("combobox", { name: "Search all" });
  await search.fill("fence");
  await row.waitFor();
  await page.getByRole("button", { name: "In Inbox" }).click();
  await page.getByText(/^No results for .* in Inbox/).waitFor();
  expect(new URL(page.url()).search).toBe("?q=fence&only=1");
  await page.getByRole("button", { name: "In Inbox" }).click();
  await row.waitFor();
  await page.getByRole("button", { name: "In Inbox" }).click();
  await page.getByRole("button", { name: "Clear the search" }).click();
  expect(new URL(page.url()).search).toBe("");
  expect(una.complaints).toEqual([]);
}, 60_000);

test("operators narrow a search within its view, and one press clears what finds nothing", async () => {
  using ola = await plainPerson(service, "ola");
  await ask(ola.address, "asks-ola");
  const { page } = ola;
  await page.goto("/inbox");
  const search = page.getByRole("combobox", {
    name: "Search all conversations",
  });
  const welcome = page.getByRole("link", { name: /Welcome to/ });
  const row = page.getByRole("link", { name: /Paint the fence/ });
  await welcome.waitFor();
  await search.fill("from:asks-ola price:>4");
  await welcome.waitFor({ state: "detached" });
  await row.waitFor();
  await search.fill("from:asks-ola price:>5");
  await page.getByText(/^No results for /).waitFor();
  await page.getByRole("button", { name: "Clear the search" }).click();
  await welcome.waitFor();
  await focused(page, search);
  expect(new URL(page.url()).search).toBe("");
  expect(ola.complaints).toEqual([]);
  // A half-typed search does not run yet; a word without a meaning is reported.
  await search.fill("in:nowhere ");
  await page
    .getByRole("alert")
    .getByText(/in:|view/)
    .waitFor();
  await search.fill("in:sent");
  await page.waitForURL((url) => url.pathname === "/sent");
  await page.goto("/drafts");
  await page.getByText("No drafts.").waitFor();
  const write = page.getByRole("main").getByRole("link", {
    name: "New request",
  });
  await write.click();
  await page.waitForURL(/\/compose/);
}, 60_000);

test("a forged audit record breaks neither the page nor the check", async () => {
  using dora = await plainPerson(service, "dora");
  const { page } = dora;
  const id = await ask(dora.address, "asks-dora");
  await page.route("**/audit?*", async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const [first, ...rest] = body.records;
    const forged = { ...first, at: "not-a-date", via: { a: 1 }, actor: "x" };
    await route.fulfill({ json: { ...body, records: [forged, ...rest] } });
  });
  await page.goto(`/c/${id}/audit`);
  const records = page.getByRole("list", { name: "Records" });
  await records.getByText("by asks-dora's agent via").first().waitFor();
  await records.getByText("not-a-date").waitFor();
  await page.getByRole("button", { name: "Verify in this browser" }).click();
  await page.getByText("The chain is broken at record 1").waitFor();
  expect(dora.complaints).toEqual([]);
}, 60_000);

test("the page holds a chain against the public log, and says what does not fit", async () => {
  using dana = await plainPerson(service, "dana");
  const { page } = dana;
  const id = await ask(dana.address, "asks-dana");
  const check = page.getByRole("button", { name: "Verify in this browser" });
  await page.goto(`/c/${id}/audit`);
  await check.click();
  await page.getByText("include this chain yet").waitFor();
  await signHeads(service.services);
  await check.click();
  await page.getByText("The public log includes the chain up to").waitFor();
  await check.click();
  await page.getByText("continues the log this browser saw first").waitFor();
  const witnesses = page.getByRole("list", { name: "Witnesses" });
  await witnesses.getByText("has not signed the public log yet").waitFor();
  await new LogWitnessing(service.services).pass();
  const { size } = witness.head;
  await signHeads(service.services);
  await check.click();
  await witnesses
    .getByText(`witness.example signed the public log up to entry ${size},`)
    .waitFor();
  await page.route("**/v1/audit/log", async (route) => {
    const log = await (await route.fetch()).json();
    const [one] = log.witnesses;
    const forged = { ...one, note: one.note.slice(0, -6).concat("AAAA=\n") };
    await route.fulfill({ json: { ...log, witnesses: [forged] } });
  });
  await check.click();
  await page.getByText("what witness.example is said to have").waitFor();
  await page.route("**/audit/proof", async (route) => {
    const { proven } = await (await route.fetch()).json();
    const forged = { ...proven, seq: proven.seq + 1 };
    await route.fulfill({ json: { conversationId: id, proven: forged } });
  });
  await check.click();
  await page.getByText("the log does not hold the end of this chain").waitFor();
}, 60_000);

test("prices that are none are refused at their fields, in words", async () => {
  using fay = await plainPerson(service, "fay");
  const { page } = fay;
  await page.goto("/settings/prices");
  const price = page.getByLabel("Price for Clients");
  await price.fill("abc");
  await page.getByRole("button", { name: "Save prices" }).click();
  await focused(page, price);
  await page.getByText("Enter an amount like 2.50 or 1,000.00").waitFor();
  await price.fill("2,50");
  await page.getByRole("button", { name: "Save prices" }).click();
  await page.getByText("Prices saved").waitFor();
  expect(fay.complaints).toEqual([]);
}, 60_000);
