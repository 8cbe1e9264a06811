import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { signIn } from "../auth/browser.ts";
import type { Device } from "../auth/chromium.ts";
import { newDevice, startChromium, startPages } from "../auth/chromium.ts";
import { authorizeUrl, newClient } from "../auth/oauth_tools.ts";
import type { TestService } from "../harness.ts";
import { deliverDue } from "../mail/deliver_due.ts";
import { linkIn, startRelay } from "../mail/relay.ts";
import { check, schemesOf } from "./axe.ts";
import { person } from "./person.ts";

let service: TestService;
let browser: Browser;

beforeAll(async () => {
  [service, browser] = await Promise.all([startPages(), startChromium()]);
}, 30_000);

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
});

/** The styles on which the app, the forms and the guest's page must agree. */
const LOOK = `(() => {
  const of = (it, name) => getComputedStyle(it)[name];
  const main = document.querySelector(".btn-main, main button:not(.plain)");
  return [of(document.body, "backgroundColor"), of(document.body, "color"), main && of(main, "backgroundColor"), main && of(main, "color")];
})()`;

/** The link of an invite, as it came by mail. */
async function guestLink(token: string, to: string): Promise<string> {
  await using relay = await startRelay();
  const sent = await service.fetch("/v1/conversations", {
    method: "POST",
    token,
    json: { to: [to], title: "A plan", text: "Come by", submit: true },
  });
  expect(sent.status).toBe(201);
  await deliverDue(service.services, relay.mailer);
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
  await using alice = await person(browser, service, name);
  await using guest = await newDevice(browser, service);
  await using newcomer = await newDevice(browser, service);
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
  const clientId = await newClient(service);
  await visit(alice, authorizeUrl(service, clientId).href);
  await visit(guest, "/sign-in");
  await visit(guest, await guestLink(alice.token, `${name}@mail.example`));
  await visit(guest, "/i/not-a-link");
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
  const session = await signIn(service, `${name}@mail.example`, "", from);
  await context.addCookies(
    session.cookies.split("; ").map((pair) => ({
      name: pair.slice(0, pair.indexOf("=")),
      value: pair.slice(pair.indexOf("=") + 1),
      url: service.baseUrl,
    })),
  );
}
