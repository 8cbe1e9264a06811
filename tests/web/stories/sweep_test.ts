import { expect, test } from "bun:test";
import { mkdir } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { signIn } from "../../auth/browser.ts";
import type { Device } from "../../auth/chromium.ts";
import { newDevice } from "../../auth/chromium.ts";
import { authorizeUrl, newClient } from "../../auth/oauth_tools.ts";
import { deliverDue } from "../../mail/deliver_due.ts";
import { linkIn, startRelay } from "../../mail/relay.ts";
import { inProof, sample } from "../../proof.ts";
import { check, schemesOf } from "../axe.ts";
import type { Asked } from "../cards.ts";
import { KINDS, setFor } from "../cards.ts";
import { inEnglish } from "../pictures/spoken.ts";
import { readOn } from "../read_on.ts";
import { pagesOf, stage } from "../stage.ts";
import { claimed, STATES } from "../states.ts";
import { go, settled, story } from "./story.ts";

const here = story();

test("every page is accessible in both colour schemes and fits, on a telephone and a wide screen", async () => {
  await using alice = await here.person("alice", {
    reducedMotion: "reduce",
  });
  const { page, token, address } = alice;
  const set = await stage(here.service, token, address);
  await page.goto("/inbox");
  for (const [index, path] of pagesOf(set).entries()) {
    // Each day half of the pages are opened narrow and the others wide; in the proof both.
    const widths = index % 2 === 0 ? [390, 1440] : [1440, 390];
    for (const [nth, width] of sample(widths.slice(0, 1), widths).entries()) {
      await page.setViewportSize({ width, height: 900 });
      if (nth === 0) await go(page, path);
      await settled(page);
      // The heading of the page before is there until the draft has come.
      if (path.startsWith("/compose")) await page.getByRole("dialog").waitFor();
      const at = nth === 0 ? "first" : "second";
      const schemes = schemesOf(index, at);
      // Each day every page has to fit, and axe looks at every other one.
      const looked = sample(index % 2 === 0 ? schemes : [], schemes);
      await check(page, `${path} ${width}`, looked);
    }
  }
  expect(alice.complaints).toEqual([]);
}, 240_000);

test("every state that a story leads to is accessible and fits", async () => {
  await using amy = await here.person("amy", {
    reducedMotion: "reduce",
  });
  const { page, token, address } = amy;
  const set = {
    page,
    stage: await stage(here.service, token, address),
    says: inEnglish,
  };
  await page.goto("/needs-you");
  await page.getByRole("region", { name: "First steps" }).waitFor();
  await check(page, "the first steps");
  await page.setViewportSize({ width: 390, height: 844 });
  await check(page, "the first steps on a telephone");
  await page.setViewportSize({ width: 1280, height: 720 });
  const strange = await claimed(here.service, amy);
  // Each day every fourth state is looked at.
  const part = STATES.filter((_, nth) => nth % 4 === 0);
  for (const { name, path, open } of sample(part, STATES)) {
    await page.goto(path(set.stage));
    await settled(page);
    await open(set);
    await check(page, name);
  }
  await page.goto(strange);
  await page.getByText("Claims to be: friends and family").waitFor();
  await check(page, "trust");
  expect(amy.complaints).toEqual([]);
}, 240_000);

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
  // Each day every other kind is shown.
  const shown = index % 2 === 0 ? test : inProof;
  shown(
    `what is decided about (${kind}) is whole in the thread, and its bar in sight, wide and narrow, light and dark`,
    async () => {
      await using mira = await here.person(`${kind}-asked`, {
        reducedMotion: "reduce",
      });
      const { page } = mira;
      const asked = await prepare(await setFor(here.service, mira));
      // Each day a kind is shown in one of the four ways, and axe looks at one kind in each of them.
      const isWideFirst = Math.floor(index / 4) % 2 === 0;
      const widths = isWideFirst ? [1440, 390] : [390, 1440];
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
        await check(page, `${kind} ${width}`, []);
        const schemes = schemesOf(index);
        for (const colorScheme of sample(index % 4 === 0, true)
          ? schemes
          : []) {
          await check(page, `${kind} ${width}`, [colorScheme]);
          await keep(card, `${kind}-${width}-${colorScheme}`);
          await page.setViewportSize(viewport);
        }
      }
      expect(mira.complaints).toEqual([]);
    },
    120_000,
  );
}

/** The styles on which the app, the forms and the guest's page must agree. */
const LOOK = `(() => {
  const of = (it, name) => getComputedStyle(it)[name];
  const main = document.querySelector(".btn-main, main button:not(.plain)");
  return [of(document.body, "backgroundColor"), of(document.body, "color"), main && of(main, "backgroundColor"), main && of(main, "color")];
})()`;

/** The link of an invite, as it came by mail. */
async function guestLink(token: string, to: string): Promise<string> {
  await using relay = await startRelay();
  const sent = await here.service.fetch("/v1/conversations", {
    method: "POST",
    token,
    json: { to: [to], title: "A plan", text: "Come by", submit: true },
  });
  expect(sent.status).toBe(201);
  await deliverDue(here.service.services, relay.mailer);
  return linkIn(relay, to);
}

/** Looks at the nth page in one scheme at one width, and whether it fits at both. */
async function checkNth(page: Page, path: string, nth: number): Promise<void> {
  const widths = nth % 2 === 0 ? [390, 1440] : [1440, 390];
  for (const [at, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 900 });
    const name = `${path} ${width}`;
    await check(page, name, schemesOf(nth, at === 0 ? "first" : "second"));
  }
}

test("sign-in, consent and a guest's page are accessible in both colour schemes, fit and look like the inbox, on a telephone and a wide screen", async () => {
  const name = "visitor";
  await using alice = await here.person(name);
  await using guest = await newDevice(here.browser, here.service);
  await using newcomer = await newDevice(here.browser, here.service);
  const looks: unknown[] = [];
  let visits = 0;
  const visit = async ({ page }: Pick<Device, "page">, path: string) => {
    await page.goto(path);
    await page.locator("h1").first().waitFor();
    await checkNth(page, path, visits++);
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    if (await page.locator(".btn-main, main button:not(.plain)").count()) {
      looks.push(await page.evaluate(LOOK));
    }
  };
  await visit(alice, "/compose");
  await visit(alice, "/account");
  const clientId = await newClient(here.service);
  await visit(alice, authorizeUrl(here.service, clientId).href);
  await visit(guest, "/sign-in");
  await visit(guest, await guestLink(alice.token, `${name}@mail.example`));
  await visit(guest, "/i/not-a-link");
  await stage(here.service, alice.token, alice.address);
  await visit(guest, `/@${alice.address.split("@")[0]}`);
  await signInHalf(newcomer, `new-${name}`);
  await visit(newcomer, "/sign-up");
  await newcomer.page.getByLabel("Your address").fill("hello");
  await newcomer.page.getByText("This address is reserved.").waitFor();
  await check(newcomer.page, "/sign-up with an answer");
  // Page, text and main button are of the same colours everywhere.
  expect(looks.length).toBeGreaterThan(4);
  expect(looks).toEqual(looks.map(() => looks[0]));
  expect(alice.complaints).toEqual([]);
  expect(newcomer.complaints).toEqual([]);
}, 60_000);

/** Proves a mailbox and stops before the account is made. */
async function signInHalf({ context }: Device, name: string): Promise<void> {
  const from = `198.51.100.${name.length}`;
  const session = await signIn(here.service, `${name}@mail.example`, "", from);
  await context.addCookies(
    session.cookies.split("; ").map((pair) => ({
      name: pair.slice(0, pair.indexOf("=")),
      value: pair.slice(pair.indexOf("=") + 1),
      url: here.service.baseUrl,
    })),
  );
}
