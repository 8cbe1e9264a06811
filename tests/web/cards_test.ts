import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdir } from "node:fs/promises";
import { source as AXE } from "axe-core";
import type { Browser, Locator } from "playwright-core";
import { startChromium, startPages } from "../auth/chromium.ts";
import type { TestService } from "../harness.ts";
import { check, SCHEMES } from "./axe.ts";
import type { Asked } from "./cards.ts";
import { KINDS, setFor } from "./cards.ts";
import { person } from "./person.ts";

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

function answersOf({ answers = ["Approve", "Decline"] }: Asked) {
  return answers;
}

/** What has to be seen, from the top, before the button that approves it. */
function shownOf(card: Locator, asked: Asked): readonly Locator[] {
  const { text, file, recipients, amount, more = [] } = asked;
  const answers = answersOf(asked);
  const part = (name: RegExp) =>
    card
      .locator("section")
      .filter({ has: card.page().getByRole("heading", { name, level: 3 }) });
  const who = part(/^(Goes to|Who hears of it)$/);
  const money = part(/^Money$/);
  const words = part(/^(What it says|The (question|statement|reason))/);
  return [
    ...(text === undefined ? [] : [words.getByText(text)]),
    ...(file === undefined
      ? []
      : [card.getByRole("button", { name: `Show ${file}` })]),
    ...recipients.map((it) => who.getByText(it)),
    ...(amount === undefined ? [] : [money.getByText(amount)]),
    ...more.map((it) => card.getByText(it).first()),
    ...answers.map((it) => card.getByText(`If you ${it.toLowerCase()}:`)),
  ];
}

/** Nothing of it is cut off, within a box that scrolls, or after the button. */
async function isWhole(it: Locator, approve: Locator): Promise<boolean> {
  const [box, button] = [await it.boundingBox(), await approve.boundingBox()];
  if (!box || !button) return false;
  const isShown = box.height > 0 && box.width > 0;
  const isBefore = box.y + box.height <= button.y;
  const isUncut = await it.evaluate((element) => {
    const card = element.closest("section.card");
    let at: Element | null = element;
    while (at && at !== card) {
      if (at.scrollHeight > at.clientHeight + 1 && at.clientHeight > 0) {
        if (getComputedStyle(at).overflowY !== "visible") return false;
      }
      at = at.parentElement;
    }
    return true;
  });
  return isShown && isBefore && isUncut;
}

for (const [kind, prepare] of Object.entries(KINDS)) {
  test(`a card to decide about (${kind}) shows all of it before the buttons, wide and narrow, light and dark`, async () => {
    await using mira = await person(browser, service, kind, {
      reducedMotion: "reduce",
    });
    const { page } = mira;
    const asked = await prepare(await setFor(service, mira));
    await page.addInitScript(AXE);
    for (const width of [1440, 390]) {
      const viewport = { width, height: width === 390 ? 844 : 900 };
      await page.setViewportSize(viewport);
      await page.goto(`/c/${asked.conversationId}`);
      // Beside what an agent asks, the request itself may wait: the last one is meant.
      const [name] = answersOf(asked);
      const button = page.getByRole("button", { name, exact: true });
      const approve = button.last();
      const card = page.getByRole("region").filter({ has: button }).last();
      await approve.waitFor();
      for (const it of shownOf(card, asked)) {
        await it.waitFor();
        const seen = { it: String(it), isWhole: await isWhole(it, approve) };
        expect(seen).toEqual({ it: String(it), isWhole: true });
      }
      for (const colorScheme of SCHEMES) {
        await check(page, `${kind} ${width}`, [colorScheme]);
        await keep(card, `${kind}-${width}-${colorScheme}`);
        await page.setViewportSize(viewport);
      }
    }
    expect(mira.complaints).toEqual([]);
  }, 120_000);
}
