import { afterAll, beforeAll, expect, test } from "bun:test";
import { startPages } from "../auth/chromium.ts";
import type { TestService } from "../harness.ts";
import { json } from "../harness.ts";
import type { PlainPage } from "./plain/page.ts";
import { plainPerson } from "./plain/plain_person.ts";

let service: TestService;

beforeAll(async () => {
  service = await startPages();
}, 30_000);

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
});

const sheet = (page: PlainPage) => page.getByRole("dialog");
const titleOf = (page: PlainPage) => page.getByLabel("Title");
const focused = (page: PlainPage) => page.locator(":focus");

async function draftsOf(token: string) {
  const path = "/v1/conversations?view=drafts";
  return (await json(await service.fetch(path, { token }))).conversations;
}

test("a request is written over the inbox, which stays as it is; Escape leaves a bar with its title", async () => {
  using eve = await plainPerson(service, "eve");
  const { page } = eve;
  await page.goto("/sent");
  await page.getByText("You haven't sent anything yet.").waitFor();
  await page.keyboard.press("c");
  await page.getByRole("dialog", { name: "New request" }).waitFor();
  await page.locator("input:focus").waitFor();
  // The room behind is the one that it was opened from.
  await page.getByRole("heading", { name: "Sent", level: 1 }).waitFor();
  // A word that is ended is taken as it is, and is told to be no address.
  const to = page.getByRole("combobox", { name: "To" });
  await to.pressSequentially("nobody,");
  await page.getByText("This isn't a valid address.").waitFor();
  await page.getByRole("button", { name: "Remove nobody" }).click();
  await titleOf(page).fill("Half a thought");
  await page.getByLabel("Message").fill("And the other half");
  await page.keyboard.press("Escape");
  const bar = sheet(page).getByRole("button", { name: "Half a thought" });
  await bar.waitFor();
  await page.waitForURL("**/sent");
  expect(await page.getByLabel("Message").isVisible()).toBe(false);
  await page.locator("main:focus").waitFor();

  // The inbox is used meanwhile, and what is written is there again.
  await page.getByRole("link", { name: /^Inbox/ }).click();
  await page.getByRole("link", { name: /Welcome to/ }).click();
  await page.getByRole("heading", { name: /Welcome to/, level: 1 }).waitFor();
  await bar.click();
  await page.waitForURL("**/compose/cnv_*");
  await page.locator("textarea:focus").waitFor();
  expect(await page.getByLabel("Message", { exact: true }).inputValue()).toBe(
    "And the other half",
  );
  await page.getByRole("heading", { name: /Welcome to/, level: 1 }).waitFor();
  expect(eve.complaints).toEqual([]);
}, 60_000);

test("one request is written at a time: its key leads to it, another one puts it into the drafts", async () => {
  using fay = await plainPerson(service, "fay");
  const { page } = fay;
  await service.fetch("/v1/contacts/gus@mail.example", {
    method: "PUT",
    token: fay.token,
    json: { contactType: "clients" },
  });
  await page.goto("/inbox");
  await page.getByRole("link", { name: /Welcome to/ }).waitFor();
  await page.keyboard.press("c");
  await page.locator("input:focus").waitFor();
  await titleOf(page).fill("First");
  await page.getByText("Saved as a draft").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "First" }).waitFor();
  await page.keyboard.press("c");
  await titleOf(page).and(focused(page)).waitFor();
  expect(await titleOf(page).inputValue()).toBe("First");

  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("combobox", { name: "Search and commands" });
  await palette.and(focused(page)).waitFor();
  await page.keyboard.type("gus");
  await page.getByRole("option", { name: /^gus@mail/ }).waitFor();
  await page.keyboard.press("Enter");
  await page
    .getByRole("log", { name: "Notices" })
    .getByText("Saved in Drafts")
    .waitFor();
  await page.waitForURL("**/compose?to=gus*");
  expect(await titleOf(page).inputValue()).toBe("");
  expect(await sheet(page).count()).toBe(1);
  expect(fay.complaints).toEqual([]);
}, 60_000);

test("closing keeps the draft, says so and offers it again; nothing written is nothing said", async () => {
  using hal = await plainPerson(service, "hal");
  const { page } = hal;
  const notices = page.getByRole("log", { name: "Notices" });
  const close = page.getByRole("button", { name: "Save and close" });
  await page.goto("/inbox");
  const row = page.getByRole("link", { name: /Welcome to/ });
  await row.waitFor();
  await page.keyboard.press("j");
  await row.and(focused(page)).waitFor();
  await page.keyboard.press("c");
  await page.locator("input:focus").waitFor();
  await close.click();
  await sheet(page).waitFor({ state: "detached" });
  await row.and(focused(page)).waitFor();
  expect(await draftsOf(hal.token)).toEqual([]);
  expect(await notices.getByText("Saved in Drafts").count()).toBe(0);

  await page.keyboard.press("c");
  await page.locator("input:focus").waitFor();
  await titleOf(page).fill("Kept");
  await close.click();
  await notices.getByText("Saved in Drafts").waitFor();
  await page.waitForURL("**/inbox");
  expect(await draftsOf(hal.token)).toMatchObject([{ title: "Kept" }]);
  await notices.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("dialog", { name: "Draft" }).waitFor();
  expect(await titleOf(page).inputValue()).toBe("Kept");
  expect(hal.complaints).toEqual([]);
}, 60_000);

test("on a telephone the way back leaves the bar, and a draft that was sent is a conversation", async () => {
  using ivy = await plainPerson(service, "ivy", {
    viewport: { width: 390, height: 844 },
  });
  const { page } = ivy;
  await page.goto("/inbox");
  await page.getByRole("link", { name: /Welcome to/ }).waitFor();
  await page.getByRole("link", { name: "New request" }).click();
  await titleOf(page).fill("On the way");
  await page.waitForURL("**/compose/cnv_*");
  await page.goBack();
  await page.getByRole("button", { name: "On the way" }).waitFor();
  await page.waitForURL("**/inbox");

  const sent = await json(
    await service.fetch("/v1/conversations", {
      method: "POST",
      token: ivy.token,
      json: { to: "a@b.example", title: "Gone", text: "x", submit: true },
    }),
  );
  await page.goto(`/compose/${sent.conversationId}`);
  await page.waitForURL(`**/c/${sent.conversationId}`);
  await sheet(page).waitFor({ state: "detached" });
  expect(ivy.complaints).toEqual([]);
}, 60_000);
