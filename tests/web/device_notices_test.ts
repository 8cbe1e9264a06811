import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { startChromium, startPages } from "../auth/chromium.ts";
import type { TestService } from "../harness.ts";
import { person } from "./person.ts";

let service: TestService;
let browser: Browser;

beforeAll(async () => {
  [service, browser] = await Promise.all([startPages(), startChromium()]);
}, 30_000);

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
});

interface Told {
  asked: number;
  isHidden: boolean;
  readonly notices: string[];
  readonly badges: number[];
  /** The page's work of each minute. */
  readonly minutely: (() => void)[];
}

declare global {
  // Of the page, where the stand-in puts it.
  var toldDevice: Told;
}

/** A screen that nobody sees, in the place of the system's. */
function standIn(): void {
  const told: Told = {
    asked: 0,
    isHidden: false,
    notices: [],
    badges: [],
    minutely: [],
  };
  let permission = "default";
  class Shown {
    onclick: unknown;
    constructor(title: string) {
      told.notices.push(title);
    }
    static get permission() {
      return permission;
    }
    static async requestPermission() {
      told.asked += 1;
      permission = "granted";
      return permission;
    }
    close() {}
  }
  Object.assign(globalThis, { toldDevice: told, Notification: Shown });
  Object.defineProperty(document, "hidden", { get: () => told.isHidden });
  Object.defineProperty(document, "visibilityState", {
    get: () => (told.isHidden ? "hidden" : "visible"),
  });
  const every = setInterval;
  const noted = (run: () => void, ms?: number) => {
    if (ms === 60_000) told.minutely.push(run);
    return every(run, ms);
  };
  Object.assign(globalThis, { setInterval: noted });
  Object.defineProperty(navigator, "setAppBadge", {
    value: async (count: number) => void told.badges.push(count),
  });
}

test("a device is asked after a click alone, told how much came while nobody looks, and the inbox can be installed", async () => {
  await using ann = await person(browser, service, "ann");
  const { page } = ann;
  const bob = await service.addAccount("bob");
  const send = () =>
    service.fetch("/v1/conversations", {
      method: "POST",
      token: bob.token,
      json: { to: [ann.address], title: "SECRET", text: "x", submit: true },
    });
  await page.addInitScript(standIn);
  const told = () => page.evaluate(() => globalThis.toldDevice);
  await page.goto("/settings/notifications");
  const on = page.getByRole("button", { name: "Notify me on this device" });
  await on.waitFor();
  expect((await told()).asked).toBe(0);
  await on.click();
  await page.getByRole("button", { name: "Turn off on this device" }).waitFor();
  const { badges } = await told();
  // In sight, the page itself shows what came.
  await send();
  await page.waitForFunction(
    (count) => globalThis.toldDevice.badges.length > count,
    badges.length,
  );
  expect(await told()).toMatchObject({ asked: 1, notices: [] });
  await page.evaluate(() => {
    globalThis.toldDevice.isHidden = true;
    // The stream ends by it, as behind other windows.
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await send();
  await page.evaluate(() => {
    for (const run of globalThis.toldDevice.minutely) run();
  });
  await page.waitForFunction(() => globalThis.toldDevice.notices.length > 0);
  const after = await told();
  expect(after.notices.join()).not.toContain("SECRET");
  expect(after.notices.at(-1)).toBe(
    `${after.badges.at(-1)} unread in your inbox`,
  );
  const cdp = await page.context().newCDPSession(page);
  const { errors, url, data = "" } = await cdp.send("Page.getAppManifest");
  for (const { src, type } of JSON.parse(data).icons) {
    const icon = await service.fetch(src);
    expect(icon.headers.get("content-type")).toStartWith(type);
    expect((await icon.bytes()).length).toBeLessThan(10_000);
  }
  expect([errors, new URL(url).pathname]).toEqual([
    [],
    "/manifest.webmanifest",
  ]);
  const found = await cdp.send("Page.getInstallabilityErrors");
  // A test's window keeps nothing, which is all that there is against it.
  expect(
    found.installabilityErrors
      .map(({ errorId }) => errorId)
      .filter((it) => it !== "in-incognito"),
  ).toEqual([]);
  expect(ann.complaints).toEqual([]);
}, 60_000);
