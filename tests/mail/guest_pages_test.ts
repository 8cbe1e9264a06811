import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { newDevice, startChromium, startPages } from "../auth/chromium.ts";
import { ownTime } from "../auth/clock.ts";
import type { TestAccount, TestService } from "../harness.ts";
import { sample } from "../proof.ts";
import { openInvite, stopPathIn } from "./guest.ts";
import type { Relay } from "./relay.ts";
import { startRelay } from "./relay.ts";

let service: TestService;
let chromium: Browser;
let relay: Relay;
let alice: TestAccount;

beforeAll(async () => {
  service = await startPages();
  chromium = await startChromium();
  relay = await startRelay();
  alice = await service.addAccount("alice", { credit: "100.00" });
}, 30_000);

afterAll(async () => {
  ownTime();
  await relay[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

/** Each day as on a telephone. */
const WIDTHS = sample([390], [390, 1440]);

for (const width of WIDTHS) {
  test(`${width} px, without JavaScript: a guest reads, answers and declines, and the token is nowhere to be seen`, async () => {
    const { link } = await openInvite(service, relay, alice, {
      to: [`eve${width}@example.org`],
      title: "A plan for a very long summer ".repeat(4),
      text: "Line one\n\nLine two ".padEnd(900, "and more "),
      price: "5",
    });
    await using device = await newDevice(chromium, service, {
      viewport: { width, height: 900 },
      javaScriptEnabled: false,
    });
    const { page, complaints } = device;
    const requested: string[] = [];
    page.on("request", async (request) => {
      requested.push(`${request.url()} ${JSON.stringify(request.headers())}`);
    });
    await page.goto(link);
    expect(new URL(page.url()).pathname).toBe("/i");
    await page.getByText("Line two").waitFor();
    await page.getByText("5.00 USDC (test money) is waiting for you").waitFor();
    const price = page.getByText("Create an account to collect it.");
    // The purpose comes before the terms of the price.
    const [above, below] = await Promise.all([
      page.getByText("Line two").boundingBox(),
      price.boundingBox(),
    ]);
    expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0));
    await page.getByLabel("Your answer").fill("Until when?");
    await page.getByRole("button", { name: "Ask first" }).click();
    const question = page.locator("article", { hasText: "Until when?" });
    await question.getByText("asked before accepting").waitFor();
    await page.getByLabel("Your answer").fill("Gladly.\nEve");
    await page.getByRole("button", { name: "Send reply" }).click();
    await page.locator("article", { hasText: "Gladly." }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/i");
    // Asked once more: what it ends, it ends for the sender, too.
    const decline = page.getByRole("button", { name: "Decline the request" });
    expect(await decline.isVisible()).toBe(false);
    await page.getByText("Decline", { exact: true }).click();
    await page.getByText("any held price goes back").waitFor();
    await decline.click();
    await page.getByText("This conversation is closed").waitFor();
    const token = link.split("/").at(-1) ?? "-";
    // Asked for once, as the link says, and told to nobody after that.
    expect(requested.filter((it) => it.includes(token))).toHaveLength(1);
    expect(complaints).toEqual([]);
  }, 30_000);

  test(`${width} px: every page of a guest fits, and every field and button has a name and room for a finger`, async () => {
    const { link } = await openInvite(service, relay, alice, {
      to: [`fay${width}@example.org`],
      title: "x".repeat(200),
      text: "https://example.org/".padEnd(400, "path"),
    });
    const stop = stopPathIn(relay);
    await using device = await newDevice(chromium, service, {
      viewport: { width, height: 900 },
    });
    const { page } = device;
    for (const path of [link, stop, "/i/wrong"]) {
      await page.goto(path);
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - innerWidth,
      );
      expect([path, wide]).toEqual([path, 0]);
      for (const it of await page.locator("summary").all()) {
        expect((await it.boundingBox())?.height).toBeGreaterThanOrEqual(44);
        await it.click();
      }
      for (const it of await page.locator("button, input, textarea").all()) {
        if ((await it.getAttribute("type")) === "hidden") continue;
        const box = await it.boundingBox();
        expect(box?.height).toBeGreaterThanOrEqual(44);
        const name = await it.evaluate(
          (element) =>
            element.textContent?.trim() ||
            (element instanceof HTMLInputElement ? element.labels?.[0] : null)
              ?.textContent ||
            document.querySelector(`label[for="${element.id}"]`)?.textContent,
        );
        expect(name).toBeTruthy();
      }
    }
  }, 30_000);
}

test("the button of the page that a mail's unsubscribe link opens stops the mail", async () => {
  await openInvite(service, relay, alice, { to: ["gus@example.org"] });
  await using device = await newDevice(chromium, service, {
    javaScriptEnabled: false,
  });
  const { page, complaints } = device;
  await page.goto(stopPathIn(relay));
  await page.getByRole("button", { name: "Unsubscribe", exact: true }).click();
  await page.getByRole("heading", { name: "You're unsubscribed" }).waitFor();
  expect(complaints).toEqual([]);
}, 30_000);

test("a guest is told moments in the zone and the language of their browser, and in UTC without scripts", async () => {
  const { link } = await openInvite(service, relay, alice, {
    to: ["zoe@example.org"],
    text: "When is it?",
  });
  const timeOn = async (javaScriptEnabled: boolean) => {
    await using device = await newDevice(chromium, service, {
      javaScriptEnabled,
      timezoneId: "Asia/Kolkata",
      locale: "de-DE",
    });
    await device.page.goto(link);
    const time = device.page.locator("time").first();
    return {
      at: (await time.getAttribute("datetime")) ?? "",
      words: await time.textContent(),
      complaints: device.complaints,
    };
  };
  const plain = await timeOn(false);
  expect(plain.words).toEndWith("UTC");
  const { at, words, complaints } = await timeOn(true);
  const local = new Intl.DateTimeFormat("de", {
    ...{ dateStyle: "long", timeStyle: "short", timeZone: "Asia/Kolkata" },
  });
  expect(words).toBe(`${local.format(new Date(at))} (Asia/Calcutta)`);
  expect(complaints).toEqual([]);
});
