import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { startChromium, startPages } from "../auth/chromium.ts";
import type { TestService } from "../harness.ts";
import { person } from "./person.ts";

/** How long the page waits for the writer to go on. */
const PAUSE_MS = 400;
const PREVIEW = "/v1/conversations/preview";

let service: TestService;
let browser: Browser;

beforeAll(async () => {
  [service, browser] = await Promise.all([startPages(), startChromium()]);
}, 30_000);

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
});

test("what will happen is asked once the writer pauses, without the words", async () => {
  await using zoe = await person(browser, service, "zoe");
  await using yan = await person(browser, service, "yan");
  const { page } = zoe;
  const asked: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(PREVIEW)) asked.push(request.postDataJSON());
  });
  await page.clock.install();
  await page.goto("/compose");
  const said = page.getByRole("region", { name: "What will happen" });
  const ofDraft = page.waitForResponse(
    (it) =>
      it.url().endsWith(PREVIEW) &&
      it.request().postDataJSON().conversationId !== undefined,
  );
  await page.getByLabel("To", { exact: true }).fill(`${yan.address},`);
  await said
    .getByText(`${yan.address} gets the message and its files at once.`)
    .waitFor();
  await said.getByText("the message is empty").waitFor();
  // The first save gives the draft an id, with which it is asked about once more.
  await ofDraft;

  await stopClock(page);
  const before = asked.length;
  await page.getByLabel("Message").pressSequentially("Paint the fence");
  await page.getByLabel("Price").pressSequentially("2.50");
  await page.clock.runFor(PAUSE_MS - 1);
  expect(asked).toHaveLength(before);
  const answer = page.waitForResponse(`**${PREVIEW}`);
  await page.clock.runFor(1);
  await answer;
  await page.clock.resume();
  await said
    .getByText("2.50 USDC leaves your balance of 1000.00 USDC and is held.")
    .waitFor();
  expect(await said.getByText("the message is empty").count()).toBe(0);
  expect(asked.slice(before)).toMatchObject([{ price: "2.50", text: "…" }]);

  // Another word changes nothing that would happen.
  await stopClock(page);
  await page.getByLabel("Message").pressSequentially(", please");
  await page.clock.runFor(2 * PAUSE_MS);
  expect(asked).toHaveLength(before + 1);
  expect(zoe.complaints).toEqual([]);
}, 60_000);

/** From now on time passes only as the test says. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
}
