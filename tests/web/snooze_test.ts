import { afterAll, beforeAll, test } from "bun:test";
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

async function asked(to: string, names: readonly string[]) {
  const sender = await service.addAccount(`to-${to.split("@")[0]}`);
  const ids: string[] = [];
  for (const title of names) {
    const answer = await service.fetch("/v1/conversations", {
      method: "POST",
      token: sender.token,
      json: { to: [to], title, text: "Well?", submit: true },
    });
    ids.unshift((await json(answer)).conversationId);
  }
  return ids;
}

/** The row that has the focus, by its id. */
const focused = (page: PlainPage, id: string) =>
  page.waitForFunction(
    (wanted) => document.activeElement?.getAttribute("data-row") === wanted,
    id,
  );

const choose = (page: PlainPage, name: string | RegExp) =>
  page
    .getByRole("dialog", { name: "Snooze" })
    .getByRole("button", { name })
    .click();

test("a row is snoozed by a key, says until when, and is taken back; the focus goes to the next", async () => {
  using sam = await plainPerson(service, "sam");
  const [third = "", second = ""] = await asked(sam.address, [
    "First",
    "Second",
    "Third",
  ]);
  const { page } = sam;
  await page.goto("/inbox");
  await page.locator(`[data-row="${third}"]`).focus();
  await page.keyboard.press("h");
  const dialog = page.getByRole("dialog", { name: "Snooze" });
  // Enter takes the first time that is offered (in the evening tomorrow), not the way out.
  await dialog
    .getByRole("button", { name: /^(?:Later today|Tomorrow)/ })
    .and(page.locator(":focus"))
    .waitFor();
  await choose(page, /Tomorrow/);
  await focused(page, second);
  await page.locator(`[data-row="${third}"]`).waitFor({ state: "detached" });
  await page.goto("/snoozed");
  await page.getByRole("link", { name: /Third.*Until/ }).waitFor();
  await page.locator(`[data-row="${third}"]`).focus();
  await page.keyboard.press("h");
  await choose(page, "Unsnooze");
  await page.getByText("Nothing snoozed.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("link", { name: /Third.*Until/ }).waitFor();
});

test("a thread that is snoozed or archived gives way to the next one, and Escape leads to its row", async () => {
  using sue = await plainPerson(service, "sue");
  const [third = "", second = "", first = ""] = await asked(sue.address, [
    "First",
    "Second",
    "Third",
  ]);
  const { page } = sue;
  await page.goto("/inbox");
  await page.getByRole("link", { name: /Third/ }).click();
  await page.getByRole("heading", { level: 1, name: "Third" }).waitFor();
  await page.keyboard.press("h");
  await choose(page, "Until something changes");
  await page.getByRole("heading", { level: 1, name: "Second" }).waitFor();
  await page.locator(`[data-row="${third}"]`).waitFor({ state: "detached" });
  await page.keyboard.press("j");
  await page.getByRole("heading", { level: 1, name: "First" }).waitFor();
  await page.keyboard.press("Escape");
  await focused(page, first);
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Second" }).waitFor();
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "First" }).waitFor();
  await page.locator(`[data-row="${second}"]`).waitFor({ state: "detached" });
  // The welcome is below it.
  await page.keyboard.press("e");
  await page.locator(`[data-row="${first}"]`).waitFor({ state: "detached" });
  await page.waitForFunction(() => document.activeElement?.tagName === "H1");
});

test("several are snoozed together to a time of one's own, from the palette one", async () => {
  using sol = await plainPerson(service, "sol");
  const [third = "", second = "", first = ""] = await asked(sol.address, [
    "First",
    "Second",
    "Third",
  ]);
  const { page } = sol;
  await page.goto("/inbox");
  for (const id of [first, second]) {
    await page.locator(`[data-row="${id}"]`).focus();
    await page.keyboard.press("x");
  }
  await page.getByRole("button", { name: "Snooze", exact: true }).click();
  await choose(page, "Another time…");
  const dialog = page.getByRole("dialog", { name: "Snooze" });
  await dialog.getByLabel("When").fill("2020-01-01T08:00");
  await dialog.getByText("Choose a time in the future.").waitFor();
  const soon = new Date(Date.now() + 30 * 86_400_000).toISOString();
  await dialog.getByLabel("When").fill(soon.slice(0, 16));
  await dialog.getByRole("button", { name: "Snooze", exact: true }).click();
  await page.getByText(/Snoozed until .*: 2 conversations/).waitFor();
  await page.goto(`/c/${third}`);
  await page.getByRole("heading", { level: 1, name: "Third" }).waitFor();
  await page.keyboard.press("Control+k");
  await page
    .getByRole("combobox", { name: "Search and commands" })
    .fill("snooze unt");
  await page
    .getByRole("option", { name: /^Snooze/ })
    .first()
    .waitFor();
  await page.keyboard.press("Enter");
  await choose(page, /Next week/);
  await page.locator(`[data-row="${third}"]`).waitFor({ state: "detached" });
});
