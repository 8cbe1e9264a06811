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

test("a template is saved from what is written, begins a request from the palette, and a search leads by keys", async () => {
  using tina = await plainPerson(service, "tina");
  const { page } = tina;
  await page.goto("/compose");
  await page.getByLabel("Title", { exact: true }).fill("A logo");
  await page.getByLabel("Message", { exact: true }).fill("Please draw it.");
  await page.getByLabel("Price", { exact: true }).fill("25");
  await page.getByRole("button", { name: "Add a deadline" }).click();
  await page.getByLabel("done within", { exact: true }).fill("3");
  await page.getByLabel("Unit: done within").selectOption("D");
  await page.getByLabel("or by").fill("2020-01-01T10:00");
  await page.getByText("Choose a time in the future.").waitFor();
  await page.getByLabel("or by").fill("");
  await page.getByRole("button", { name: "Templates" }).click();
  await page.getByRole("menuitem", { name: "Save as template…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save as template" });
  await dialog.getByLabel("Name").fill("Logo");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });

  await page.goto("/inbox");
  await page.getByRole("link", { name: /Welcome to/ }).waitFor();
  await page.keyboard.press("Control+k");
  await page
    .getByRole("combobox", { name: "Search and commands" })
    .fill("logo");
  await page.getByRole("option", { name: /Logo Template/ }).click();
  const title = page.getByLabel("Title", { exact: true });
  await page.waitForFunction(() =>
    [...document.querySelectorAll("input")].some((it) => it.value === "A logo"),
  );
  expect(await title.inputValue()).toBe("A logo");
  expect(await page.getByLabel("Price", { exact: true }).inputValue()).toBe(
    "25.00",
  );
  const within = page.getByLabel("done within", { exact: true });
  expect(await within.inputValue()).toBe("3");
  await within.fill("4");
  await page.getByLabel("accept within", { exact: true }).fill("5");
  await page.getByText("Saved as a draft").waitFor();
  const path = "/v1/conversations?view=drafts";
  const drafts = await service.fetch(path, { token: tina.token });
  const kept = (await json(drafts)).conversations[0].terms;
  expect(kept).toEqual({ acceptWithin: "PT5H", deliverWithin: "P4D" });
  await page.getByRole("button", { name: "Remove the deadlines" }).click();
  await page.getByRole("button", { name: "Add a deadline" }).waitFor();

  await page.goto("/inbox");
  const search = page.getByRole("combobox", {
    name: "Search all conversations",
  });
  await search.pressSequentially("i");
  const list = page.getByRole("listbox", { name: /suggestions/ });
  await list.getByRole("option", { name: /^in:/ }).waitFor();
  await search.press("ArrowDown");
  await search.press("Enter");
  await search.pressSequentially("sen");
  await list.getByRole("option", { name: /^in:sent/ }).waitFor();
  await search.press("ArrowDown");
  await search.press("Enter");
  await page.waitForURL((url) => url.pathname === "/sent");
  await page.getByText("You haven't sent anything yet.").waitFor();
  await page.waitForFunction(() => document.activeElement?.id === "search");
  expect(tina.complaints).toEqual([]);
}, 60_000);
