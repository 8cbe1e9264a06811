import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { startChromium, startPages } from "../auth/chromium.ts";
import type { TestService } from "../harness.ts";
import { person } from "./person.ts";
import { plainPerson } from "./plain/plain_person.ts";

let service: TestService;
let browser: Browser;

beforeAll(async () => {
  [service, browser] = await Promise.all([startPages(), startChromium()]);
}, 30_000);

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
});

test("a template is saved from what is written, begins a request from the palette, and a search leads by keys", async () => {
  using tina = await plainPerson(service, "tina");
  const { page } = tina;
  await page.goto("/compose");
  await page.getByLabel("Title", { exact: true }).fill("A logo");
  await page.getByLabel("Message", { exact: true }).fill("Please draw it.");
  await page.getByLabel("Price", { exact: true }).fill("25");
  await page.getByRole("button", { name: "Templates" }).click();
  await page
    .getByRole("menuitem", { name: "Save this as a template…" })
    .click();
  const dialog = page.getByRole("dialog", { name: "Save as a template" });
  await dialog.getByLabel("Name").fill("Logo");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });

  await page.goto("/inbox");
  await page.getByRole("link", { name: /Welcome to/ }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Find or do" }).fill("logo");
  await page.getByRole("option", { name: /Logo Template/ }).click();
  const title = page.getByLabel("Title", { exact: true });
  await page.waitForFunction(() =>
    [...document.querySelectorAll("input")].some((it) => it.value === "A logo"),
  );
  expect(await title.inputValue()).toBe("A logo");
  expect(await page.getByLabel("Price", { exact: true }).inputValue()).toBe(
    "25.00",
  );

  await page.goto("/inbox");
  const search = page.getByRole("combobox", { name: "Search in Inbox" });
  await search.pressSequentially("i");
  const list = page.getByRole("listbox", { name: /Suggestions/ });
  await list.getByRole("option", { name: /^in:/ }).waitFor();
  await search.press("ArrowDown");
  await search.press("Enter");
  await search.pressSequentially("sen");
  await list.getByRole("option", { name: /^in:sent/ }).waitFor();
  await search.press("ArrowDown");
  await search.press("Enter");
  await page.waitForURL((url) => url.pathname === "/sent");
  await page.getByText("You have not sent anything yet.").waitFor();
  await page.waitForFunction(() => document.activeElement?.id === "search");
  expect(tina.complaints).toEqual([]);
}, 60_000);

test("on a phone the templates open above what the form says of itself", async () => {
  await using tom = await person(browser, service, "tom", {
    reducedMotion: "reduce",
    viewport: { width: 390, height: 844 },
  });
  const { page } = tom;
  await page.goto("/compose");
  const hint = page.getByText("Add somebody to send it to.");
  await page.getByRole("button", { name: "Templates" }).click();
  const menu = page.getByRole("menu");
  await menu.waitFor();
  const [over, below] = [await menu.boundingBox(), await hint.boundingBox()];
  expect(below?.height).toBeGreaterThan(0);
  expect((over?.y ?? 0) + (over?.height ?? 0)).toBeLessThan(below?.y ?? 0);
  expect(tom.complaints).toEqual([]);
}, 60_000);
