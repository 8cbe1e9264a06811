import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdir } from "node:fs/promises";
import type { Browser, Locator, Page } from "playwright-core";
import { startChromium, startPages } from "../auth/chromium.ts";
import type { TestService } from "../harness.ts";
import { sample } from "../proof.ts";
import { check, schemesOf } from "./axe.ts";
import type { Asked } from "./cards.ts";
import { KINDS, setFor } from "./cards.ts";
import { person } from "./person.ts";
import { readOn } from "./read_on.ts";

let service: TestService;
let browser: Browser;

beforeAll(async () => {
  [service, browser] = await Promise.all([startPages(), startChromium()]);
}, 30_000);

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
});

/** Where each card is kept as a picture, for whoever wants to look at them. */
const { WEB_SHOTS } = Bun.env;

async function keep(it: Locator, name: string): Promise<void> {
  if (WEB_SHOTS === undefined) return;
  const height = Math.ceil((await it.boundingBox())?.height ?? 0);
  const width = it.page().viewportSize()?.width ?? 0;
  // Taller than the card: what scrolls is in the picture, too.
  await it.page().setViewportSize({ width, height: height + 500 });
  await mkdir(WEB_SHOTS, { recursive: true });
  await it.screenshot({ path: `${WEB_SHOTS}/${name}.png` });
}

/** The part of the thread that has to be seen before the button that approves it works. */
function shownOf(
  page: Page,
  { text, file, recipients, amount, more = [] }: Asked,
) {
  const main = page.locator("article article, article > section");
  return [
    ...(text === undefined ? [] : [main.getByText(text)]),
    ...(file === undefined
      ? []
      : [main.getByRole("button", { name: `Show ${file}` })]),
    ...[...recipients, ...more].map((it) => main.getByText(it)),
    ...(amount === undefined ? [] : [main.getByText(amount)]),
  ].map((it) => it.filter({ visible: true }).first());
}

/** Nothing of it is cut off, or within a box that scrolls, but for the thread itself. */
async function isWhole(it: Locator): Promise<boolean> {
  const box = await it.boundingBox();
  if (!box || box.height === 0 || box.width === 0) return false;
  return await it.evaluate((element) => {
    for (
      let at: Element | null = element;
      at && !at.matches("[data-scroller], article > section");
      at = at.parentElement
    ) {
      if (at.scrollHeight <= at.clientHeight + 1 || at.clientHeight === 0) {
        continue;
      }
      if (getComputedStyle(at).overflowY !== "visible") return false;
    }
    return true;
  });
}

const FRAMES_MAX = 120;

/** The same, once the page has drawn what it was about to. */
async function isWholeSoon(it: Locator): Promise<boolean> {
  for (let frame = 0; frame < FRAMES_MAX; frame++) {
    if (await isWhole(it)) return true;
    await it.page().evaluate("new Promise(requestAnimationFrame)");
  }
  return false;
}

/** Brings the question of this kind into the bar, where another waits, too. */
async function turnTo(page: Page, name: string): Promise<Locator> {
  const approve = page.getByRole("button", { name, exact: true });
  const next = page.getByRole("button", { name: /of 2, next$/ });
  await approve.or(next).first().waitFor();
  if ((await approve.count()) === 0) await next.click();
  await approve.waitFor();
  return approve;
}

for (const [index, [kind, prepare]] of Object.entries(KINDS).entries()) {
  test(`what is decided about (${kind}) is whole in the thread, and its bar in sight, wide and narrow, light and dark`, async () => {
    await using mira = await person(browser, service, `${kind}-asked`, {
      reducedMotion: "reduce",
    });
    const { page } = mira;
    const asked = await prepare(await setFor(service, mira));
    // Each day a kind is looked at in one of the four ways.
    const widths = index % 2 === 0 ? [1440, 390] : [390, 1440];
    for (const width of sample(widths.slice(0, 1), widths)) {
      const viewport = { width, height: width === 390 ? 844 : 900 };
      await page.setViewportSize(viewport);
      await page.goto(`/c/${asked.conversationId}`);
      const [name, decline] = asked.answers;
      const approve = await turnTo(page, name);
      const bar = page.getByRole("region").filter({ has: approve });
      await readOn(page);
      const answer = bar.getByLabel("Your answer");
      if ((await answer.count()) > 0) await answer.fill("Formal");
      await approve.and(page.locator('[aria-disabled="false"]')).waitFor();
      // It stays where it is, however far one has read.
      const { y = 0, height: tall = 0 } = (await approve.boundingBox()) ?? {};
      expect(y + tall).toBeLessThan(viewport.height);
      await page.getByRole("button", { name: "Details" }).click();
      for (const it of shownOf(page, asked)) {
        await it.waitFor();
        const seen = { it: String(it), isWhole: await isWholeSoon(it) };
        expect(seen).toEqual({ it: String(it), isWhole: true });
      }
      for (const it of [name, decline]) {
        await bar.getByText(`If you ${it.toLowerCase()}:`).waitFor();
      }
      const card = page.getByRole("article").first();
      for (const colorScheme of schemesOf(index)) {
        await check(page, `${kind} ${width}`, [colorScheme]);
        await keep(card, `${kind}-${width}-${colorScheme}`);
        await page.setViewportSize(viewport);
      }
    }
    expect(mira.complaints).toEqual([]);
  }, 120_000);
}
