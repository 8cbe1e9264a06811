import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { inProof } from "../../proof.ts";
import { readOn } from "../read_on.ts";
import { stage } from "../stage.ts";
import { pressTwo, story } from "./story.ts";

const here = story();

/** Tabs on until something of this role and name has the focus. */
async function tabTo(
  page: Page,
  role: "button" | "textbox" | "checkbox" | "link",
  name: string,
) {
  const wanted = page.getByRole(role, { name, exact: true });
  await wanted.waitFor();
  for (let stop = 0; stop < 60; stop++) {
    await page.keyboard.press("Tab");
    if ((await wanted.and(page.locator(":focus")).count()) > 0) return;
  }
  throw new Error(`The tab key never reaches ${role} ${name}`);
}

const SLOW_FRAMES = `{
  const draw = requestAnimationFrame;
  const after = (frames, then) =>
    draw(frames === 0 ? then : () => after(frames - 1, then));
  window.requestAnimationFrame = (then) => after(12, then);
}`;

const THREE_FRAMES = `new Promise((resolve) => {
  const next = (left) => left === 0 ? resolve() : requestAnimationFrame(() => next(left - 1));
  next(3);
})`;

test("the main story needs no mouse: decide, reply, sign, archive", async () => {
  await using alice = await here.person("alice");
  const { page, token, address } = alice;
  await stage(here.service, token, address);
  await page.goto("/inbox");
  const first = page
    .getByRole("link", { name: /Translate our brochure/ })
    .first();
  await first.waitFor();
  await page.keyboard.press("j");
  await first.and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: /^Accept the request/ }).waitFor();

  await tabTo(page, "button", "Details");
  await page.keyboard.press("Enter");
  await tabTo(page, "textbox", "Comment (optional)");
  await page.keyboard.type("Gladly");
  await readOn(page);
  await page.getByRole("button", { name: "Details" }).focus();
  // The key leads to the button, and does not press it.
  await page.keyboard.press("a");
  await page
    .getByRole("button", { name: "Accept", exact: true })
    .and(page.locator(":focus"))
    .waitFor();
  // A machine that draws slowly: the next key comes before the page has moved the focus.
  await page.evaluate(SLOW_FRAMES);
  await page.keyboard.press("Enter");
  await page.getByText("Accepted. Reply, then sign").waitFor();

  await page.keyboard.press("r");
  const reply = page
    .getByRole("textbox", { name: "Your reply" })
    .and(page.locator(":focus"));
  await reply.waitFor();
  await page.evaluate(THREE_FRAMES);
  expect(await reply.count()).toBe(1);
  await page.keyboard.type("Here is the translation.");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Here is the translation.").first().waitFor();
  // The decision that comes next has the focus, and its key.
  await page
    .getByRole("region", { name: "Receipt" })
    .and(page.locator(":focus"))
    .waitFor();
  await page.keyboard.press("a");
  await page.keyboard.press("Enter");
  await page.getByText("Done: Released to the recipient").first().waitFor();

  // The next one of the list takes its place, and Escape leads back.
  const was = page.url();
  const kept = page.waitForResponse(
    (response) => response.request().method() === "PATCH",
  );
  await page.keyboard.press("e");
  await page.waitForURL(({ href }) => href !== was);
  await page.keyboard.press("Escape");
  await page.waitForURL("**/inbox");
  await kept;
  const paid = page.getByRole("link", { name: /25.00 USDC released/ });
  await paid.nth(1).waitFor({ state: "detached" });
  expect(await paid.count()).toBe(1);
  await page.goto("/archive");
  await page.getByRole("link", { name: /Translate our brochure/ }).waitFor();
  expect(alice.complaints).toEqual([]);
}, 60_000);

test("the focus follows the person to another page, by keys or by sending", async () => {
  await using dan = await here.person("dan");
  const { page } = dan;
  const { address } = await here.service.addAccount("to-dan");
  await page.goto("/inbox");
  const row = page.getByRole("link", { name: /Welcome to/ });
  await row.focus();
  await pressTwo(page, ["g", "s"]);
  await page.getByText("You haven't sent anything yet.").waitFor();
  await page.locator("main:focus").waitFor();
  await pressTwo(page, ["g", ","]);
  await page.getByRole("heading", { name: "Profile" }).waitFor();
  await page.locator("main:focus").waitFor();
  await page.keyboard.press("c");
  await page.locator("input:focus").waitFor();
  await page.keyboard.type(`${address},`);
  await page.getByLabel("Title").fill("By keys alone");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Well?");
  await page.keyboard.press("Control+Enter");
  await page
    .getByRole("heading", { name: "Sent" })
    .or(page.getByText("Sending in"))
    .first()
    .waitFor();
  await page.locator(":is(main, h1, [data-row]):focus").waitFor();
  expect(dan.complaints).toEqual([]);
}, 60_000);

inProof(
  "the keys have a help that gives the focus back, and can be turned off",
  async () => {
    await using bob = await here.person("bob");
    const { page } = bob;
    await page.goto("/inbox");
    const row = page.getByRole("link", { name: /Welcome to/ });
    await row.waitFor();
    await row.focus();
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await help.getByText("or reply to all").waitFor();
    await page.keyboard.press("e");
    await page.keyboard.press("Escape");
    await help.waitFor({ state: "detached" });
    await row.and(page.locator(":focus")).waitFor();
    await page.keyboard.press("/");
    const search = page.getByRole("combobox", {
      name: "Search all conversations",
    });
    await search.and(page.locator(":focus")).waitFor();
    await page.keyboard.type("no such thing?");
    await page.getByText(/^No results for /).waitFor();
    await search.fill("welcome");
    await row.locator("mark").first().waitFor();
    // The keys lead on to what was found, and out of the empty field.
    await page.keyboard.press("Enter");
    await row.and(page.locator(":focus")).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.press("Escape");
    await search.and(page.locator(":focus")).waitFor();
    expect(await search.inputValue()).toBe("");
    await page.keyboard.press("Escape");
    await row.and(page.locator(":focus")).waitFor();

    await page.goto("/settings/appearance");
    await page.getByLabel(/^Single-key shortcuts/).uncheck();
    await page.goto("/inbox");
    await row.focus();
    await page.keyboard.press("c");
    await page.keyboard.press("?");
    expect(await help.count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe("/inbox");
  },
  60_000,
);
