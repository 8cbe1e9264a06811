import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Conversation } from "../../packages/web/src/api/types.ts";
import { linesOf } from "../../packages/web/src/inbox/groups.ts";
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

test("a list is grouped by the viewer's own days, weeks and months", () => {
  // A Wednesday, in whatever zone this runs.
  const now = new Date(2026, 6, 15, 0, 30);
  const at = [
    new Date(2026, 6, 15, 0, 1),
    new Date(2026, 6, 14, 23, 59),
    new Date(2026, 6, 14, 0, 0),
    new Date(2026, 6, 13, 0, 0),
    new Date(2026, 6, 12, 23, 59),
    new Date(2026, 5, 30, 12, 0),
    new Date(2025, 5, 30, 12, 0),
  ];
  const items = at.map(
    (it, index) =>
      ({ id: `${index}`, updatedAt: it.toISOString() }) as Conversation,
  );
  const said = linesOf(items, now).map((it) =>
    "group" in it ? it.group : it.item.id,
  );
  expect(said).toEqual(
    "Today 0 Yesterday 1 2 This_week 3 July 4 June 5 June_2025 6"
      .split(" ")
      .map((it) => it.replace("_", " ")),
  );
});

async function ask(to: string, from: string, title: string) {
  const sender = await service.addAccount(from);
  const sent = await service.fetch("/v1/conversations", {
    method: "POST",
    token: sender.token,
    json: { to: [to], title, text: "Well?", submit: true },
  });
  return { id: (await json(sent)).conversationId, address: sender.address };
}

async function read(token: string, path: string) {
  return await json(await service.fetch(path, { token }));
}

const rowOf = (page: PlainPage, title: string) =>
  page.getByRole("link", { name: new RegExp(title) });

/** Until the tab is called so. */
const titled = (page: PlainPage, start: string) =>
  page.waitForFunction((it) => document.title.startsWith(it), start);

test("several are picked by keys and pointer, acted on together, and each act is taken back", async () => {
  using una = await plainPerson(service, "una-list");
  const { page, token, address } = una;
  const asked = [];
  for (const it of ["one", "two", "three", "four"]) {
    asked.push(await ask(address, `asks-${it}`, `Matter ${it}`));
  }
  await page.goto("/inbox");
  await rowOf(page, "Matter four").waitFor();
  await titled(page, "(5) Inbox");
  expect(await page.locator("link[rel=icon]").getAttribute("href")).toBe(
    "/icon_unread.svg",
  );

  // By keys: two of them, archived and put back.
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  const bar = page.getByRole("toolbar", { name: "Selected conversations" });
  await bar.getByText("2 selected").waitFor();
  await page.keyboard.press("e");
  await rowOf(page, "Matter four").waitFor({ state: "detached" });
  await rowOf(page, "Matter three").waitFor({ state: "detached" });
  await bar.waitFor({ state: "detached" });
  await page.getByText("Archived 2 conversations").waitFor();
  expect(
    (await read(token, "/v1/conversations?view=archive")).conversations.length,
  ).toBe(2);
  await page.keyboard.press("z");
  await rowOf(page, "Matter four").waitFor();
  await rowOf(page, "Matter three").waitFor();
  expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(0);

  // The newest first, then the one before it, and nothing more.
  await rowOf(page, "Matter four").focus();
  await page.keyboard.press("u");
  await page.getByText("Marked as read").waitFor();
  await titled(page, "(4) Inbox");
  await page.keyboard.press("e");
  await rowOf(page, "Matter four").waitFor({ state: "detached" });
  await page.keyboard.press("z");
  await rowOf(page, "Matter four").waitFor();
  await titled(page, "(4) Inbox");
  await page.keyboard.press("z");
  await titled(page, "(5) Inbox");
  await page.keyboard.press("z");

  // By pointer: from one to another with Shift, then all.
  await rowOf(page, "Matter one").click({ modifiers: ["Shift"] });
  await rowOf(page, "Matter three").click({ modifiers: ["Shift"] });
  await bar.getByText("3 selected").waitFor();
  await bar.getByRole("button", { name: "Mark as read" }).click();
  await titled(page, "(2) Inbox");
  await page.getByRole("button", { name: "Undo" }).last().click();
  await titled(page, "(5) Inbox");

  await rowOf(page, "Matter two").hover();
  await page.getByRole("checkbox", { name: "Select: Matter two" }).check();
  await bar.getByRole("checkbox", { name: "Select all" }).check();
  await bar.getByText("5 selected").waitFor();
  await page.keyboard.press("Escape");
  await bar.waitFor({ state: "detached" });
  await page.locator("[data-row]:focus").waitFor();

  // A label for two, and off again.
  await rowOf(page, "Matter one").click({ modifiers: ["Shift"] });
  await rowOf(page, "Matter two").click({ modifiers: ["Shift"] });
  await bar.getByRole("button", { name: "Label", exact: true }).click();
  await page.getByRole("menuitem", { name: "New label" }).click();
  const naming = page.getByRole("dialog", { name: "New label" });
  await naming.getByLabel("Name").fill("Home");
  await page.keyboard.press("Enter");
  await rowOf(page, "Matter one.*Home").waitFor();
  await rowOf(page, "Matter two.*Home").waitFor();
  await page.getByText("Labelled 2 conversations").waitFor();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await rowOf(page, "Matter one.*Home").waitFor({ state: "detached" });

  // Its sender is blocked, and no more.
  await rowOf(page, "Matter one").click({ modifiers: ["Shift"] });
  await bar.getByRole("button", { name: "Block senders" }).click();
  const [first] = asked;
  const contact = `/v1/contacts/${first?.address}`;
  await page.getByText(`Blocked ${first?.address}`).waitFor();
  expect((await read(token, contact)).blocked).toBe(true);
  await page.getByRole("button", { name: "Undo" }).last().click();
  for (;;) if (!(await read(token, contact)).blocked) break;
  expect(una.complaints).toEqual([]);
}, 60_000);

test("a search that cannot be read is explained in words of the search, without a way to fail again", async () => {
  using sue = await plainPerson(service, "sue");
  const { page } = sue;
  await page.goto("/inbox");
  await page
    .getByRole("combobox", { name: "Search all conversations" })
    .fill("price:x ");
  const why = page.getByRole("alert");
  await why.getByText(/^Can't run this search: price:x/).waitFor();
  expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
}, 60_000);
