import { expect, test } from "bun:test";
import { check } from "../axe.ts";
import { KINDS, setFor } from "../cards.ts";
import type { Person } from "../person.ts";
import { readOn } from "../read_on.ts";
import { focusOn, story } from "./story.ts";

const here = story();

/** A priced request to the person; gives its id. */
async function offered(to: Person, more: object = {}): Promise<string> {
  const sender = await here.service.addAccount(`sender-to-${to.name}`, {
    name: "Basil the baker",
    credit: "50.00",
  });
  const { token } = await here.service.addSession(sender);
  const { conversationId } = await here.call(token, "/v1/conversations", {
    to: [to.address],
    title: "A slogan for the bakery",
    text: "One line is **enough**.",
    price: "5.00",
    submit: true,
    ...more,
  });
  return conversationId;
}

test("nobody approves what was not in sight, by no button and no key", async () => {
  await using ada = await here.person("ada");
  const { page } = ada;
  const set = await setFor(here.service, ada);
  const conversationId = (await KINDS.outward?.(set))?.conversationId;
  let decisions = 0;
  await page.route("**/decisions", async (route) => {
    decisions++;
    await route.continue();
  });
  await page.goto(`/c/${conversationId}`);
  const approve = page.getByRole("button", { name: "Send", exact: true });
  const on = page.getByRole("button", { name: "Keep reading" });
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
  await page
    .getByRole("log", { name: "Notices" })
    .getByText("The message was sent.")
    .waitFor();
  expect(decisions).toBe(1);
  expect(ada.complaints).toEqual([]);
}, 60_000);

test("one reads, asks, accepts, answers, signs and archives, and the focus is never lost", async () => {
  const viewport = { width: 1440, height: 900 };
  await using bea = await here.person("bea", { viewport });
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
  await focusOn(page, "Accept the request from Basil the baker");

  await page.keyboard.press("q");
  await focusOn(page, "Your question");
  await page.keyboard.type("For the window?");
  await page.keyboard.press("Control+Enter");
  const log = page.getByRole("log", { name: "Messages" });
  await log.getByText("Asked before accepting").waitFor();
  await page.locator("body :focus").first().waitFor();
  await readOn(page);
  const accept = page.getByRole("button", { name: "Accept", exact: true });
  await accept.focus();
  await page.keyboard.press("Enter");
  await log.locator("summary", { hasText: "Approved" }).waitFor();
  await focusOn(page, "Your reply");
  await check(page, "decided");
  // Once nobody decides about it, what is quoted is folded.
  await request.getByText("Quoted text").waitFor();
  await request.getByText("Hello?").waitFor({ state: "hidden" });

  await page.keyboard.type("Warm bread, early.");
  await page.keyboard.press("Control+Enter");
  const receipt = page.getByRole("region", { name: "Receipt" });
  await receipt.getByText("Sign the receipt?").waitFor();
  await check(page, "to sign");
  await receipt.getByRole("button", { name: /^Sign and receive/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Signed by bea").waitFor();
  await page
    .getByRole("heading", { level: 1 })
    .and(page.locator(":focus"))
    .waitFor();
  const money = page.getByRole("region", { name: "Money" });
  await money.locator("summary").press("Enter");
  await money
    .getByText("Service fee:")
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
  expect(new Set(asked)).toEqual(new Set([new URL(here.service.baseUrl).host]));
  expect(bea.complaints).toEqual([]);
}, 60_000);
