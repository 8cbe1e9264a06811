import { expect, test } from "bun:test";
import { source as AXE } from "axe-core";
import type { BrowserContext, Page } from "playwright-core";
import { Deliveries } from "../../../src/core/loops/deliver.ts";
import { hasWindows, startChromium } from "../../auth/chromium.ts";
import { skippedWithout } from "../../needing.ts";
import type { PushService } from "../../push_service.ts";
import { startPushService } from "../../push_service.ts";
import { check } from "../axe.ts";
import { person } from "../person.ts";
import { waitInPage } from "../wait_in_page.ts";
import { story } from "./story.ts";

const here = story({ ALLOW_LOOPBACK_FETCH: "true" });

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
function unseenScreen(): void {
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
  await using uma = await here.person("uma");
  const { page } = uma;
  const ulf = await here.service.addAccount("ulf");
  const send = () =>
    here.service.fetch("/v1/conversations", {
      method: "POST",
      token: ulf.token,
      json: { to: [uma.address], title: "SECRET", text: "x", submit: true },
    });
  await page.addInitScript(unseenScreen);
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
    const icon = await here.service.fetch(src);
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
  expect(uma.complaints).toEqual([]);
}, 60_000);

const withWindows = skippedWithout(
  hasWindows ? [] : ["Chromium that shows notifications"],
);

/** This browser has no push service of its own: ours stands in its place. */
function pushStandIn({ endpoint, p256dh, auth }: PushService["subscription"]) {
  const subscription = {
    toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
    unsubscribe: async () => true,
  };
  PushManager.prototype.subscribe = async (options) => {
    Object.assign(globalThis, { subscribedWith: options });
    return subscription as unknown as PushSubscription;
  };
  PushManager.prototype.getSubscription = async () =>
    subscription as unknown as PushSubscription;
}

/** Hands a text to the worker, as the browser does with what its push service brings. */
async function handOver(page: Page, data: string): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const { promise, resolve } = Promise.withResolvers<string>();
  cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    const [one] = registrations;
    if (one) resolve(one.registrationId);
  });
  await cdp.send("ServiceWorker.enable");
  await cdp.send("ServiceWorker.deliverPushMessage", {
    origin: here.service.baseUrl,
    registrationId: await promise,
    data,
  });
  await cdp.detach();
}

/** Does in the worker what a click on the notice does. */
async function click(context: BrowserContext, navigate: string): Promise<void> {
  const [worker] = context.serviceWorkers();
  await worker?.evaluate((data) => {
    const event = new Event("notificationclick");
    const notification = { close() {}, data };
    // A test's click gives no right to come to the front.
    const waitUntil = (work: Promise<unknown>) => void work.catch(() => {});
    dispatchEvent(Object.assign(event, { notification, waitUntil }));
  }, navigate);
}

withWindows(
  "a device is added by a click, told through its worker with the inbox elsewhere, named, quiet at night, and removed",
  async () => {
    const browser = await startChromium("whole");
    await using ann = await person(browser, here.service, "ann");
    using push = startPushService();
    const { page, context } = ann;
    await context.grantPermissions(["notifications"]);
    await page.addInitScript(pushStandIn, push.subscription);
    const bob = await here.service.addAccount("bob");
    await page.goto("/settings/notifications");
    await page.getByRole("button", { name: "Add this device" }).click();
    const devices = page.getByRole("list", {
      name: "Devices with notifications",
    });
    await devices.getByText("this one").waitFor();
    const sent = await here.service.fetch("/v1/conversations", {
      method: "POST",
      token: bob.token,
      json: { to: [ann.address], title: "Tea", text: "SECRET", submit: true },
    });
    const { conversationId } = await sent.json();
    const delivery = new Deliveries(here.service.services);
    await delivery.pass();
    await delivery.idle();
    const { text = "", key } = push.pushed[0] ?? {};
    expect(
      await page.evaluate(() => Reflect.get(globalThis, "subscribedWith")),
    ).toEqual({ userVisibleOnly: true, applicationServerKey: key });
    await page.reload();
    await handOver(page, text);
    const told = await waitInPage(page, async () => {
      const { ready } = navigator.serviceWorker;
      const [one] = await (await ready).getNotifications();
      return one && { title: one.title, body: one.body, data: one.data };
    });
    const navigate = `${here.service.baseUrl}/c/${conversationId}`;
    expect(told).toEqual({
      ...{ title: JSON.parse(text).notification.title, data: navigate },
      body: `From: bob (${bob.address})\nAbout: Tea`,
    });
    await click(context, "https://elsewhere.example/");
    await click(context, navigate);
    await page.waitForURL(navigate);

    await page.goto("/settings/notifications");
    const money = devices.getByLabel(
      "A payment of mine changes or expires soon",
    );
    await money.click();
    await money.and(page.locator(":not(:checked)")).waitFor();
    await devices.getByRole("button", { name: /^Rename/ }).click();
    await devices.getByLabel("Device name").fill("My laptop");
    await devices.getByRole("button", { name: "Save name" }).click();
    await devices.getByText("My laptop").waitFor();
    await page.getByLabel("Pause notifications at night").click();
    await page.getByLabel("From", { exact: true }).waitFor();
    await page.evaluate(AXE);
    await check(page, "notifications");
    await page.getByRole("button", { name: "Remove My laptop" }).click();
    await devices.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Add this device" }).waitFor();
    expect(ann.complaints).toEqual([]);
  },
  60_000,
);
