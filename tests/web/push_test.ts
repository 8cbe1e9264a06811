import { afterAll, beforeAll, expect } from "bun:test";
import { source as AXE } from "axe-core";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { Deliveries } from "../../src/core/loops/deliver.ts";
import { hasWindows, startChromium, startPages } from "../auth/chromium.ts";
import type { TestService } from "../harness.ts";
import { skippedWithout } from "../needing.ts";
import type { PushService } from "../push_service.ts";
import { startPushService } from "../push_service.ts";
import { check } from "./axe.ts";
import { person } from "./person.ts";

let service: TestService;
let browser: Browser;

beforeAll(async () => {
  [service, browser] = await Promise.all([
    startPages({ ALLOW_LOOPBACK_FETCH: "true" }),
    startChromium("whole"),
  ]);
}, 30_000);

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
});

const withWindows = skippedWithout(
  hasWindows ? [] : ["Chromium that shows notifications"],
);

/** This browser has no push service of its own: ours stands in its place. */
function standIn({ endpoint, p256dh, auth }: PushService["subscription"]) {
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
    origin: service.baseUrl,
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
    await using ann = await person(browser, service, "ann");
    using push = startPushService();
    const { page, context } = ann;
    await context.grantPermissions(["notifications"]);
    await page.addInitScript(standIn, push.subscription);
    const bob = await service.addAccount("bob");
    await page.goto("/settings/notifications");
    await page.getByRole("button", { name: "Add this device" }).click();
    const devices = page.getByRole("list", { name: "Devices that are told" });
    await devices.getByText("this one").waitFor();
    const sent = await service.fetch("/v1/conversations", {
      method: "POST",
      token: bob.token,
      json: { to: [ann.address], title: "Tea", text: "SECRET", submit: true },
    });
    const { conversationId } = await sent.json();
    const delivery = new Deliveries(service.services);
    await delivery.pass();
    await delivery.idle();
    const { text = "", key } = push.pushed[0] ?? {};
    expect(
      await page.evaluate(() => Reflect.get(globalThis, "subscribedWith")),
    ).toEqual({ userVisibleOnly: true, applicationServerKey: key });
    await page.reload();
    await handOver(page, text);
    const shown = await page.waitForFunction(async () => {
      const { ready } = navigator.serviceWorker;
      const [one] = await (await ready).getNotifications();
      return one && { title: one.title, body: one.body, data: one.data };
    });
    const told = await shown.jsonValue();
    const navigate = `${service.baseUrl}/c/${conversationId}`;
    expect(told).toEqual({
      ...{ title: JSON.parse(text).notification.title, data: navigate },
      body: `From: bob (${bob.address})\nAbout: Tea`,
    });
    await click(context, "https://elsewhere.example/");
    await click(context, navigate);
    await page.waitForURL(navigate);

    await page.goto("/settings/notifications");
    const money = devices.getByLabel("A price of mine moved, or ends soon");
    await money.click();
    await money.and(page.locator(":not(:checked)")).waitFor();
    await devices.getByRole("button", { name: /^Rename/ }).click();
    await devices.getByLabel("Name of the device").fill("My laptop");
    await devices.getByRole("button", { name: "Save name" }).click();
    await devices.getByText("My laptop").waitFor();
    await page.getByLabel("Tell my devices nothing at night").click();
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
