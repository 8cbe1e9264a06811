import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { archiveKeys } from "../../src/core/audit/log/archive_part.ts";
import { LogWitnessing } from "../../src/core/loops/log_witnessing.ts";
import { signHeads } from "../../src/core/loops/sweeper.ts";
import { startChromium, startPages } from "../auth/chromium.ts";
import type { TestWitness } from "../core/audit/log/witness.ts";
import { startWitness } from "../core/audit/log/witness.ts";
import type { TestService } from "../harness.ts";
import { json } from "../harness.ts";
import { person } from "./person.ts";
import { plainPerson } from "./plain/plain_person.ts";

let service: TestService;
let browser: Browser;
let witness: TestWitness;

beforeAll(async () => {
  witness = startWitness();
  const env = {
    ALLOW_LOOPBACK_FETCH: "true",
    LOG_WITNESSES: witness.setting,
  };
  [service, browser] = await Promise.all([startPages(env), startChromium()]);
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
  const search = page.getByRole("combobox", { name: "Search in Inbox" });
  const welcome = page.getByRole("link", { name: /Welcome to/ });
  const row = page.getByRole("link", { name: /Paint the fence/ });
  await welcome.waitFor();
  await search.fill("fence");
  await welcome.waitFor({ state: "detached" });
  expect(await row.locator("mark").allTextContents()).toEqual(["FENCE"]);
  await row.click();
  const heading = page.getByRole("heading", { level: 1, name: /fence/ });
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

test("operators narrow a search within its view, and one press clears what finds nothing", async () => {
  using ola = await plainPerson(service, "ola");
  await ask(ola.address, "asks-ola");
  const { page } = ola;
  await page.goto("/inbox");
  const search = page.getByRole("combobox", { name: "Search in Inbox" });
  const welcome = page.getByRole("link", { name: /Welcome to/ });
  const row = page.getByRole("link", { name: /Paint the fence/ });
  await welcome.waitFor();
  await search.fill("from:asks-ola price:>4");
  await welcome.waitFor({ state: "detached" });
  await row.waitFor();
  await search.fill("from:asks-ola price:>5");
  await page.getByText("Nothing in Inbox holds").waitFor();
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

test("what was typed last is searched on the way back, however quickly a row was opened", async () => {
  const viewport = { width: 390, height: 800 };
  await using dinah = await person(browser, service, "dinah", { viewport });
  await ask(dinah.address, "asks-dinah");
  const { page } = dinah;
  await page.clock.install();
  await page.goto("/inbox");
  const row = page.getByRole("link", { name: /Paint the fence/ });
  await row.waitFor();
  // The row works before the typing ends, while the page's clock stands still.
  await page.clock.pauseAt(Date.now() + 60_000);
  const search = page.getByRole("combobox", { name: "Search in Inbox" });
  await search.fill("fence");
  await row.click();
  await page.waitForURL(/\/c\/[^?]+\?q=fence$/);
  await page.clock.resume();
  await focused(page, page.getByRole("heading", { level: 1, name: /fence/ }));
  await page.goBack();
  await focused(page, row);
  expect(await search.inputValue()).toBe("fence");
  expect(new URL(page.url()).search).toBe("?q=fence");
  const welcome = page.getByRole("link", { name: /Welcome to/ });
  await welcome.waitFor({ state: "detached" });
  expect(dinah.complaints).toEqual([]);
}, 60_000);

test("what goes wrong in a dialog is said in it, and other errors cover no button", async () => {
  const viewport = { width: 1440, height: 900 };
  await using bea = await person(browser, service, "bea", { viewport });
  const { page } = bea;
  const id = await ask(bea.address, "asks-bea");
  await page.goto(`/c/${id}`);
  await page.getByRole("button", { name: "Decline" }).click();
  const dialog = page.getByRole("dialog", { name: "Decline this?" });
  await page.route("**/decisions", (route) => route.abort());
  await dialog.getByRole("button", { name: "Decline", exact: true }).click();
  await dialog.getByRole("alert").getByText("cannot be reached").waitFor();
  const notices = page.getByRole("log", { name: "Notices" });
  expect(await notices.locator("p").count()).toBe(0);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });

  await page.route("**/messages", (route) => route.abort());
  await page.getByLabel("Your reply").fill("Gladly");
  const send = page.getByRole("button", { name: "Send reply" });
  await send.click();
  const said = notices.getByText("The service cannot be reached.");
  await said.waitFor();
  // Whatever can be pressed is what one presses there.
  const hidden = await page.evaluate<readonly string[]>(
    `[...document.querySelectorAll("button, a")].filter((it) => {
      const { x, y, width, height } = it.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      return width > 1 && top?.closest("[data-toasts]") && !it.closest("[data-toasts]");
    }).map((it) => it.textContent)`,
  );
  expect(hidden).toEqual([]);
  const area = await notices.boundingBox();
  const left = (await send.boundingBox())?.x ?? 0;
  expect((area?.x ?? left) + (area?.width ?? 0)).toBeLessThan(left);
}, 60_000);

test("at 400 per cent zoom the header scrolls away, and its buttons are in a menu", async () => {
  const viewport = { width: 320, height: 256 };
  await using cleo = await person(browser, service, "cleo", { viewport });
  const { page } = cleo;
  const title = "A very long title that goes on ".repeat(9).trim();
  const id = await ask(cleo.address, "asks-cleo", {
    title,
    text: "Long text. ".repeat(900),
  });
  await page.goto(`/c/${id}`);
  const heading = page.getByRole("heading", { level: 1 });
  await heading.waitFor();
  const { height = 999 } = (await heading.boundingBox()) ?? {};
  expect(height).toBeLessThan(90);
  expect(await heading.getAttribute("title")).toBe(title);

  // The question is below a long text: a button leads to it.
  const card = page.getByRole("region", { name: /^Accept/ });
  const lead = page.getByRole("button", { name: /^Needs you/ });
  await lead.click();
  await focused(page, card);
  await lead.waitFor({ state: "detached" });
  expect(((await card.boundingBox())?.y ?? 999) < 200).toBe(true);
  expect(((await heading.boundingBox())?.y ?? 0) < 0).toBe(true);

  await page.getByRole("button", { name: "Archive" }).click();
  await page.getByRole("heading", { level: 1, name: /Welcome to/ }).waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL("**/inbox");
  await page.getByRole("button", { name: /^Account: / }).click();
  await page.getByRole("menuitem", { name: "Archive" }).click();
  await page.getByRole("link", { name: /A very long title/ }).waitFor();
  expect(cleo.complaints).toEqual([]);
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
  await records.getByText("by an agent of asks-dora over").first().waitFor();
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
  await page.getByText("does not hold this chain yet").waitFor();
  await signHeads(service.services);
  await check.click();
  await page.getByText("The public log holds the chain up to").waitFor();
  await check.click();
  await page.getByText("the one that this browser saw first").waitFor();
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

test("what is not there, or cannot be read, says so and leads on", async () => {
  await using elsa = await person(browser, service, "elsa");
  const { page } = elsa;
  await page.goto("/imbox");
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  await page.getByRole("link", { name: "Go to your inbox" }).click();
  await page.getByRole("link", { name: /Welcome to/ }).waitFor();
  await page.goto("/c/cnv_nothing");
  await page.getByRole("heading", { name: "no such conversation" }).waitFor();
  await page.getByRole("link", { name: "Back to Inbox" }).click();
  await page.getByRole("link", { name: /Welcome to/ }).waitFor();

  await page.route("**/v1/balance", (route) => route.abort());
  await page.goto("/payments/balance");
  await page.getByText("Could not read this: the service cannot").waitFor();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("You can spend").waitFor();
}, 60_000);

test("prices that are none are refused at their fields, in words", async () => {
  using fay = await plainPerson(service, "fay");
  const { page } = fay;
  await page.goto("/settings/prices");
  const price = page.getByLabel("Price for Clients");
  await price.fill("abc");
  await page.getByRole("button", { name: "Save prices" }).click();
  await focused(page, price);
  await page.getByText("Write an amount, like 5 or 2.50").waitFor();
  await price.fill("2,50");
  await page.getByRole("button", { name: "Save prices" }).click();
  await page.getByText("Prices saved").waitFor();
  expect(fay.complaints).toEqual([]);
}, 60_000);
