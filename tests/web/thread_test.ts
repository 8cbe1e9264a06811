import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import {
  firstUnseen,
  isWholeSeen,
  withStretch,
} from "../../packages/web/src/checkpoint/seen.ts";
import { startChromium, startPages } from "../auth/chromium.ts";
import type { TestService } from "../harness.ts";
import { json } from "../harness.ts";
import { check } from "./axe.ts";
import { KINDS, setFor } from "./cards.ts";
import type { Person } from "./person.ts";
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

async function call(token: string, path: string, body?: object) {
  const response = await service.fetch(path, {
    token,
    ...(body && { method: "POST", json: body }),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return await json(response);
}

/** A priced request to the person; gives its id. */
async function offered(to: Person, more: object = {}): Promise<string> {
  const sender = await service.addAccount(`sender-to-${to.name}`, {
    name: "Basil the baker",
    credit: "50.00",
  });
  const { token } = await service.addSession(sender);
  const { conversationId } = await call(token, "/v1/conversations", {
    to: [to.address],
    title: "A slogan for the bakery",
    text: "One line is **enough**.",
    price: "5.00",
    submit: true,
    ...more,
  });
  return conversationId;
}

/** The focused element, as its reader would name it. */
const focused = (page: Page) =>
  page.evaluate<string>(
    `(() => {
      const it = document.activeElement;
      return it === document.body ? "nothing" : it.ariaLabel ?? it.labels?.[0]?.textContent ?? it.textContent;
    })()`,
  );

test("what has been in sight is whole only where no line is missing", () => {
  const all = (...stretches: readonly (readonly [number, number])[]) =>
    isWholeSeen(
      stretches.reduce(withStretch, [] as ReturnType<typeof withStretch>),
      900,
    );
  expect(all([0, 900])).toBe(true);
  expect(all([0, 400], [400, 900])).toBe(true);
  expect(all([500, 900], [0, 300], [250, 500])).toBe(true);
  // A reader who jumps to the end has not seen the middle.
  expect(all([0, 400], [600, 900])).toBe(false);
  expect(all([0, 899])).toBe(true);
  expect(all([20, 900])).toBe(false);
  expect(all([0, 0], [40, 20])).toBe(false);
  expect(
    firstUnseen(
      [
        [600, 900],
        [0, 400],
      ],
      900,
    ),
  ).toBe(400);
  expect(firstUnseen([[600, 900]], 900)).toBe(0);
  expect(firstUnseen([[0, 900]], 900)).toBeUndefined();
});

test("nobody approves what was not in sight, by no button and no key", async () => {
  await using ada = await person(browser, service, "ada");
  const { page } = ada;
  const set = await setFor(service, ada);
  const conversationId = (await KINDS.outward?.(set))?.conversationId;
  let decisions = 0;
  await page.route("**/decisions", async (route) => {
    decisions++;
    await route.continue();
  });
  await page.goto(`/c/${conversationId}`);
  const approve = page.getByRole("button", { name: "Send", exact: true });
  const on = page.getByRole("button", { name: "Read on first" });
  await on.waitFor();
  expect(await approve.getAttribute("aria-disabled")).toBe("true");
  await page.keyboard.press("a");
  await approve.and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Enter");
  await approve.dispatchEvent("click");
  // The end alone is not all of it.
  const last = page.getByText("This is line 80 of 80.");
  await page.evaluate(
    "document.querySelector('[data-scroller]').scrollTop = 1e6",
  );
  await last.waitFor();
  await on.waitFor();
  expect(await approve.getAttribute("aria-disabled")).toBe("true");
  expect(decisions).toBe(0);

  await readOn(page);
  await approve.and(page.locator('[aria-disabled="false"]')).waitFor();
  await approve.focus();
  await page.keyboard.press("Enter");
  await page.getByText("Your decision is recorded").waitFor();
  expect(decisions).toBe(1);
  expect(ada.complaints).toEqual([]);
}, 60_000);

test("one reads, asks, accepts, answers, signs and archives, and the focus is never lost", async () => {
  const viewport = { width: 1440, height: 900 };
  await using bea = await person(browser, service, "bea", { viewport });
  const { page } = bea;
  const asked: string[] = [];
  page.on("request", (it) => asked.push(new URL(it.url()).host));
  const id = await offered(bea, {
    text: "One line is **enough**. ![A loaf](https://pics.example/loaf.png)\n\nYou wrote:\n> Hello?",
  });
  await page.goto(`/c/${id}`);
  const request = page.getByRole("article", { name: "Message from Basil" });
  await request.locator("strong", { hasText: "enough" }).waitFor();
  // All of what is decided about is open; what is quoted in it, too.
  await request.getByText("Hello?").waitFor();
  await request.getByRole("link", { name: "Image: A loaf" }).waitFor();
  expect(await focused(page)).toBe("A slogan for the bakery");

  await page.keyboard.press("q");
  expect(await focused(page)).toBe("Your question");
  await page.keyboard.type("For the window?");
  await page.keyboard.press("Control+Enter");
  const log = page.getByRole("log", { name: "Messages" });
  await log.getByText("Asked before accepting").waitFor();
  expect(await focused(page)).not.toBe("nothing");
  await readOn(page);
  const accept = page.getByRole("button", { name: "Accept", exact: true });
  await accept.focus();
  await page.keyboard.press("Enter");
  const line = log.locator("summary", { hasText: "Approved" });
  await line.and(page.locator(":focus")).waitFor();
  await check(page, "decided");
  // Once nobody decides about it, what is quoted is folded.
  await request.getByText("Quoted text").waitFor();
  await request.getByText("Hello?").waitFor({ state: "hidden" });

  await page.keyboard.press("r");
  await page.keyboard.type("Warm bread, early.");
  await page.keyboard.press("Control+Enter");
  const receipt = page.getByRole("region", { name: "Receipt" });
  await receipt.getByText("Sign the receipt?").waitFor();
  await check(page, "to sign");
  await receipt.getByLabel("I confirm that the condition is met.").check();
  await receipt.getByRole("button", { name: "Sign the receipt" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Signed by bea").waitFor();
  await page
    .getByRole("heading", { level: 1 })
    .and(page.locator(":focus"))
    .waitFor();
  const money = page.getByRole("region", { name: "Money" });
  await money.locator("summary").press("Enter");
  await money
    .getByText("The service keeps")
    .or(money.getByRole("list"))
    .first()
    .waitFor();
  await page.getByText(/^You to|Basil the baker to you/).click();
  await page
    .getByRole("list", { name: "People" })
    .getByText(/^Sender/)
    .waitFor();
  await check(page, "signed, all open");

  await page.getByRole("button", { name: "Archive" }).focus();
  await page.keyboard.press("Enter");
  const next = page.getByRole("heading", { level: 1, name: /Welcome to/ });
  await next.and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL("**/inbox");
  await page
    .getByRole("link", { name: /Welcome to/ })
    .and(page.locator(":focus"))
    .waitFor();
  expect(new Set(asked)).toEqual(new Set([new URL(service.baseUrl).host]));
  expect(bea.complaints).toEqual([]);
}, 60_000);

test("on a telephone the decision is above the bottom bar, and all that is pressed is large enough", async () => {
  const viewport = { width: 390, height: 844 };
  await using cy = await person(browser, service, "cy", { viewport });
  const { page } = cy;
  await page.goto(`/c/${await offered(cy)}`);
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

test("a text and a sound are shown in the page, and nothing of them runs", async () => {
  await using dan = await person(browser, service, "dan");
  const { page } = dan;
  const bytes = (text: string) => Buffer.from(text).toString("base64");
  const id = await offered(dan, {
    artifacts: [
      {
        name: "notes.txt",
        mimeType: "text/plain",
        bytes: bytes("<script>document.title = 'owned'</script> für Änne"),
      },
      { name: "hello.wav", mimeType: "audio/wav", bytes: bytes("RIFF....") },
    ],
  });
  await page.goto(`/c/${id}`);
  await page.getByRole("button", { name: "Show notes.txt" }).click();
  const dialog = page.getByRole("dialog", { name: "notes.txt" });
  await dialog
    .getByText("<script>document.title = 'owned'</script> für")
    .waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await focused(page)).toBe("Show notes.txt");
  await page.getByRole("button", { name: "Show hello.wav" }).click();
  const sound = page.locator("audio[aria-label='hello.wav']");
  await sound.waitFor();
  expect(await sound.getAttribute("src")).toStartWith("blob:");
  expect(await sound.getAttribute("autoplay")).toBeNull();
  expect(dan.complaints).toEqual([]);
}, 60_000);
