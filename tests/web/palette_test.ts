import { afterAll, beforeAll, expect, test } from "bun:test";
import { startPages } from "../auth/chromium.ts";
import type { TestService } from "../harness.ts";
import { json } from "../harness.ts";
import { plainPerson } from "./plain/plain_person.ts";

let service: TestService;

beforeAll(async () => {
  service = await startPages();
}, 30_000);

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
});

async function ask(to: string, from: string, title: string): Promise<string> {
  const sender = await service.addAccount(from);
  const sent = await service.fetch("/v1/conversations", {
    method: "POST",
    token: sender.token,
    json: { to: [to], title, text: "Well?", submit: true },
  });
  return (await json(sent)).conversationId;
}

test("one key finds views, labels, people, conversations and acts, by the keyboard alone", async () => {
  using kai = await plainPerson(service, "kai-palette");
  const { page, token, address } = kai;
  const id = await ask(address, "ruth-palette", "Café on the corner");
  const put = async (path: string, method: string, json: object) => {
    const answer = await service.fetch(path, { method, token, json });
    expect([answer.ok, path]).toEqual([true, path]);
  };
  await put(`/v1/conversations/${id}`, "PATCH", { addLabels: ["Zürich"] });
  for (const it of ["ruth-palette@inbox.localhost", "bo@mail.example"]) {
    await put(`/v1/contacts/${it}`, "PUT", { contactType: "clients" });
  }
  await page.goto("/inbox");
  await page.getByRole("link", { name: /Café on the corner/ }).waitFor();
  const field = page.getByRole("combobox", { name: "Search and commands" });
  const option = (name: string | RegExp) => page.getByRole("option", { name });
  const open = async () => {
    await page.keyboard.press("Control+k");
    await field.and(page.locator(":focus")).waitFor();
  };

  await open();
  await option(/^Needs you/).waitFor();
  await page.keyboard.type("archive");
  await option(/^Archive/).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/archive");
  await field.waitFor({ state: "detached" });

  // Without its accent, as one types it.
  await open();
  await page.keyboard.type("zuri");
  await option(/^Zürich/).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Zürich" }).waitFor();

  await open();
  await page.keyboard.type("corner");
  await option(/Café on the corner/).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: /^Café/ }).waitFor();

  await open();
  await page.keyboard.type("unread");
  await option(/^Mark as unread/).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/inbox");
  await page.getByRole("link", { name: /Unread:.*Café/ }).waitFor();

  await open();
  await page.keyboard.type("ruth");
  await option(/ruth-palette@inbox.localhost/).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/compose?to=ruth-palette*");

  // A name that begins so is before one that only holds it: the inbox does.
  await open();
  await page.keyboard.type("bo");
  await option(/^Inbox/).waitFor();
  await option(/^bo@mail/)
    .and(page.locator("[data-active-item]"))
    .waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/compose?to=bo*");

  // It opens while one types, and Escape gives the focus back.
  const title = page.getByLabel("Title");
  await title.focus();
  await open();
  await page.keyboard.press("Escape");
  await title.and(page.locator(":focus")).waitFor();
  expect(kai.complaints).toEqual([]);
}, 60_000);

test("two keys lead to each place, and one of them alone to none", async () => {
  using joy = await plainPerson(service, "joy-palette");
  const { page, address } = joy;
  await ask(address, "jumps-palette", "A matter");
  await page.goto("/inbox");
  const row = page.getByRole("link", { name: /A matter/ });
  await row.waitFor();
  await row.focus();
  for (const [keys, path] of [
    ["n", "/needs-you"],
    ["s", "/sent"],
    // Alone it archives.
    ["e", "/archive"],
    ["i", "/inbox"],
  ] as const) {
    await page.keyboard.press("g");
    await page.keyboard.press(keys);
    await page.waitForURL(`**${path}`);
  }
  await row.waitFor();
  await page.getByRole("button", { name: "Search or jump" }).click();
  await page.getByRole("dialog", { name: "Search and commands" }).waitFor();
  expect(joy.complaints).toEqual([]);
}, 60_000);

test("a letter that is typed before the palette is there does nothing on the page", async () => {
  using kim = await plainPerson(service, "kim-palette");
  const { page } = kim;
  await page.goto("/inbox");
  const row = page.getByRole("link", { name: /Welcome to/ });
  await row.focus();
  await page.evaluate(() => {
    const press = (init: KeyboardEventInit) =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent("keydown", { ...init, bubbles: true }),
      );
    press({ key: "k", ctrlKey: true });
    press({ key: "e" });
  });
  const find = page.getByRole("combobox", { name: "Search and commands" });
  await find.press("Escape");
  await find.waitFor({ state: "detached" });
  await row.waitFor();
  expect(kim.complaints).toEqual([]);
}, 60_000);
