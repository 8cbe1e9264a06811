import { expect, test } from "bun:test";
import { inProof, sample } from "../../proof.ts";
import { check } from "../axe.ts";
import { story } from "./story.ts";

const here = story();

const focused = <L>(
  page: { locator(css: string): L },
  it: { and(other: L): { waitFor(): Promise<void> } },
) => it.and(page.locator(":focus")).waitFor();

test("on a telephone the decision is above the bottom bar, and all that is pressed is large enough", async () => {
  const viewport = { width: 390, height: 844 };
  await using cy = await here.person("cy", { viewport });
  const { page } = cy;
  const { id } = await here.asks("asks-cy", cy.address, { price: "5.00" });
  await page.goto(`/c/${id}`);
  const bar = page.getByRole("region", { name: /^Accept the request/ });
  const views = page.getByRole("navigation", { name: "Views" });
  const box = await bar.boundingBox();
  const below = (await views.boundingBox())?.y ?? 0;
  expect((box?.y ?? 844) + (box?.height ?? 844)).toBeLessThanOrEqual(below);
  for (const button of await bar.getByRole("button").all()) {
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  expect(cy.complaints).toEqual([]);
}, 60_000);

test("on a telephone the button that completes has its words in one line, in either language", async () => {
  // Each day the longer one.
  const german = ["de-DE", "Als abgeschlossen markieren"] as const;
  const english = ["en-GB", "Mark as completed"] as const;
  for (const [locale, title] of sample([german], [german, english])) {
    const name = `dee-${locale.slice(0, 2)}`;
    const viewport = { width: 390, height: 844 };
    await using dee = await here.person(name, { viewport, locale });
    const { id } = await here.asks(`asks-${name}`, dee.address);
    const path = `/v1/conversations/${id}/decisions`;
    await here.call(dee.token, path, { decision: "approve" });
    await dee.page.goto(`/c/${id}`);
    const button = dee.page.getByRole("button", { name: title });
    const box = await button.boundingBox();
    expect(box?.height).toBeLessThanOrEqual(48);
    expect((box?.x ?? 390) + (box?.width ?? 390)).toBeLessThanOrEqual(390);
    expect(dee.complaints).toEqual([]);
  }
}, 60_000);

inProof(
  "on a telephone labels are in the menus, and every window of them is accessible",
  async () => {
    const viewport = { width: 390, height: 800 };
    await using mia = await here.person("mia", { viewport });
    const { id } = await here.asks("milo", mia.address);
    const { page } = mia;
    await page.goto(`/c/${id}`);
    const menu = page.getByRole("button", { name: "More actions" });
    const dialogs = [
      ["Labels", "Labels"],
      ["Block sender", "Block the sender?"],
      ["Report abuse", "Report abuse"],
    ] as const;
    for (const [choice, name] of dialogs) {
      await menu.click();
      await page.getByRole("menuitem", { name: choice }).click();
      const dialog = page.getByRole("dialog", { name });
      await dialog.waitFor();
      await check(page, name);
      if (choice === "Labels") {
        await dialog.getByLabel("New label").fill("Home");
        await dialog.getByRole("button", { name: "Add" }).click();
        await dialog.getByRole("checkbox", { name: "Home" }).waitFor();
      }
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    }
    await page.getByRole("link", { name: "Back to Inbox" }).click();
    await page.getByRole("button", { name: /^Account: mia/ }).click();
    await page.getByRole("menuitem", { name: "Home" }).click();
    await page.getByRole("link", { name: /Paint the fence/ }).waitFor();
    await check(page, "a label's list");
    expect(mia.complaints).toEqual([]);
  },
  60_000,
);

test("on a telephone Send stays in sight above a long text", async () => {
  await using tom = await here.person("tom", {
    viewport: { width: 390, height: 844 },
  });
  const { page } = tom;
  await page.addInitScript("localStorage.removeItem('undo-send')");
  await page.goto("/compose");
  await page.getByLabel("To", { exact: true }).fill("ben@mail.example,");
  await page.getByLabel("Title").fill("Long");
  await page.getByLabel("Message").fill("Line\n".repeat(200));
  const box = await page
    .getByRole("button", { name: "Send", exact: true })
    .boundingBox();
  expect(box && box.y + box.height).toBeLessThan(844);
  expect(box?.height).toBeGreaterThanOrEqual(44);
  await check(page, "compose on a telephone");
}, 60_000);

inProof(
  "on a phone the templates open above what the form says of itself",
  async () => {
    await using tim = await here.person("tim", {
      reducedMotion: "reduce",
      viewport: { width: 390, height: 844 },
    });
    const { page } = tim;
    await page.goto("/compose");
    const hint = page.getByText("Add a recipient.");
    await page.getByRole("button", { name: "Templates" }).click();
    const menu = page.getByRole("menu");
    await menu.waitFor();
    const [over, below] = [await menu.boundingBox(), await hint.boundingBox()];
    expect(below?.height).toBeGreaterThan(0);
    expect((over?.y ?? 0) + (over?.height ?? 0)).toBeLessThan(below?.y ?? 0);
    expect(tim.complaints).toEqual([]);
  },
  60_000,
);

test("at 400 per cent zoom the header scrolls away, and its buttons are in a menu", async () => {
  const viewport = { width: 320, height: 256 };
  await using cleo = await here.person("cleo", { viewport });
  const { page } = cleo;
  const title = "A very long title that goes on ".repeat(9).trim();
  const { id } = await here.asks("asks-cleo", cleo.address, {
    ...{ title, price: "5.00" },
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

test("on a telephone a request fills the screen, and its bar covers nothing", async () => {
  await using ula = await here.person("ula", {
    viewport: { width: 390, height: 844 },
  });
  const { page } = ula;
  await page.goto("/inbox");
  await page.getByRole("link", { name: "New request" }).click();
  const sheet = page.getByRole("dialog");
  await page.locator("input:focus").waitFor();
  expect(await sheet.boundingBox()).toEqual({
    ...{ x: 0, y: 0 },
    ...{ width: 390, height: 844 },
  });
  await page.getByLabel("Title").fill("On the way");
  await page.getByRole("button", { name: "Minimize" }).click();
  const bar = page.getByRole("button", { name: "On the way" });
  const views = page.getByRole("navigation", { name: "Views" });
  await views.waitFor();
  await bar.waitFor();
  const { y = 0, height = 844 } = (await bar.boundingBox()) ?? {};
  expect(height).toBeGreaterThanOrEqual(44);
  expect(y + height).toBeLessThanOrEqual((await views.boundingBox())?.y ?? 0);
  await check(page, "the bar of a request");
  expect(ula.complaints).toEqual([]);
}, 60_000);
