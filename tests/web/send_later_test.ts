import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { sweepDue } from "../../src/core/loops/sweeper.ts";
import { startPages } from "../auth/chromium.ts";
import type { TestService } from "../harness.ts";
import { json } from "../harness.ts";
import type { PlainPage } from "./plain/page.ts";
import type { PlainPerson } from "./plain/plain_person.ts";
import { plainPerson } from "./plain/plain_person.ts";

let service: TestService;

beforeAll(async () => {
  service = await startPages();
}, 30_000);

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
});

const toOf = (page: PlainPage) => page.getByRole("combobox", { name: "To" });

/** Begins where the focus is. */
async function write(
  page: Page | PlainPage,
  to: string,
  title: string,
): Promise<void> {
  await page.goto("/compose");
  await page.locator("input:focus").waitFor();
  await page.keyboard.type(`${to},`);
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Message").fill("Words");
  await page.getByText("Saved as a draft").waitFor();
}

const notices = (page: PlainPage) => page.getByRole("log", { name: "Notices" });

async function onlyDraft({ token }: PlainPerson) {
  const path = "/v1/conversations?view=drafts";
  const { conversations } = await json(await service.fetch(path, { token }));
  expect(conversations).toHaveLength(1);
  return conversations[0];
}

test("what is sent is taken back within seconds, goes on as a draft, and is sent by the keyboard", async () => {
  using una = await plainPerson(service, "una", {
    canTakeBack: true,
  });
  using ole = await plainPerson(service, "ole");
  const { page } = una;
  await write(page, ole.address, "Too soon");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await notices(page).getByText("Sending in 10 s").waitFor();
  expect((await onlyDraft(una)).sendAt).toBeString();
  await notices(page).getByRole("button", { name: "Undo" }).click();
  await page.getByRole("dialog", { name: "Draft" }).waitFor();
  expect(await page.getByLabel("Title").inputValue()).toBe("Too soon");
  expect((await onlyDraft(una)).sendAt).toBeUndefined();
  expect(await sweepDue(service.services)).toBe(0);

  await page.getByLabel("Message").fill("Better words");
  await page.keyboard.press("Control+Enter");
  await notices(page).getByText("Sending in 10 s").waitFor();
  service.clock.advance(10_000);
  expect(await sweepDue(service.services)).toBe(1);
  const path = "/v1/conversations?view=inbox";
  const inbox = await json(await service.fetch(path, { token: ole.token }));
  expect(
    inbox.conversations.map(({ title }: { title: string }) => title),
  ).toContain("Too soon");
  expect(una.complaints).toEqual([]);
}, 60_000);

test("a draft is scheduled, says so, and can be unscheduled", async () => {
  using ida = await plainPerson(service, "ida", {
    canTakeBack: true,
  });
  const { page } = ida;
  await write(page, "ben@mail.example", "Tomorrow");
  await page.getByRole("button", { name: "Later" }).click();
  await page.getByRole("menuitem", { name: "Another time" }).click();
  const dialog = page.getByRole("dialog", { name: "Send later" });
  await dialog.getByLabel("When").fill("2020-01-01T08:00");
  await dialog.getByText("Choose a time in the future.").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Later" }).click();
  await page.getByRole("menuitem").first().click();
  await page.waitForURL("**/inbox");
  const { id, sendAt } = await onlyDraft(ida);
  expect(new Date(sendAt).getTime()).toBeGreaterThan(service.clock());
  await page.goto("/drafts");
  await page.getByRole("link", { name: /Tomorrow.*Sends / }).click();
  await page.waitForURL(`**/compose/${id}`);
  await page.getByRole("status", { name: "Scheduled" }).waitFor();
  await page.getByRole("button", { name: "Don't send" }).click();
  await page
    .getByRole("status", { name: "Scheduled" })
    .waitFor({ state: "detached" });
  expect((await onlyDraft(ida)).sendAt).toBeUndefined();
  expect(ida.complaints).toEqual([]);
}, 60_000);

test("whom one has written to is offered by the first letters, by the keyboard alone; files are pasted and dropped", async () => {
  using pia = await plainPerson(service, "pia");
  using quentin = await plainPerson(service, "quentin");
  const { page } = pia;
  await service.fetch("/v1/conversations", {
    method: "POST",
    token: pia.token,
    json: { to: quentin.address, title: "Hello", text: "Hi", submit: true },
  });
  await page.goto("/compose");
  await page.locator("input:focus").and(toOf(page)).waitFor();
  await page.keyboard.type("quen");
  const offered = page.getByRole("option", { name: quentin.address });
  // It is what Enter takes once it is marked.
  await offered.and(page.locator("[data-active-item]")).waitFor();
  await page.keyboard.press("Enter");
  await page
    .getByRole("button", { name: `Remove ${quentin.address}` })
    .waitFor();
  expect(await toOf(page).inputValue()).toBe("");
  for (const kind of ["paste", "drop"] as const) {
    const file = { name: `${kind}.txt`, mimeType: "text/plain" };
    const sent = { ...file, buffer: Buffer.from("x") };
    await page.getByLabel("Message").bring(kind, sent);
    await page.getByRole("button", { name: `Remove ${kind}.txt` }).waitFor();
  }
  expect(pia.complaints).toEqual([]);
}, 60_000);
