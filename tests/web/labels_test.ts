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

async function call(token: string, path: string, body?: object) {
  const response = await service.fetch(path, {
    token,
    ...(body && { method: "POST", json: body }),
  });
  expect(response.ok).toBe(true);
  return await json(response);
}

/** A request from an account of its own; gives its id and its sender's address. */
async function asked(to: string, from: string) {
  const sender = await service.addAccount(from);
  const { conversationId: id } = await call(sender.token, "/v1/conversations", {
    to: [to],
    title: `Hello from ${from}`,
    text: "Well?",
    submit: true,
  });
  return { id, address: sender.address };
}

test("labels are made and put on in a thread, shown in its row, listed beside the views, and taken off", async () => {
  using lea = await plainPerson(service, "lea");
  const { id } = await asked(lea.address, "lars");
  await asked(lea.address, "lotte");
  const { page } = lea;
  await page.goto(`/c/${id}`);
  const openLabels = async () => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Labels" }).click();
  };
  await openLabels();
  const dialog = page.getByRole("dialog", { name: "Labels" });
  await dialog.getByLabel("New label").fill("To do & 100%");
  await page.keyboard.press("Enter");
  const box = dialog.getByRole("checkbox", { name: "To do & 100%" });
  await box.waitFor();
  expect(await box.isChecked()).toBe(true);
  await dialog.getByRole("button", { name: "Done" }).click();

  const views = page.getByRole("navigation", { name: "Labels" });
  await views.getByRole("link", { name: "To do & 100%" }).click();
  await page.getByRole("heading", { level: 1, name: "To do & 100%" }).waitFor();
  const row = page.getByRole("link", { name: /Hello from lars.*To do/ });
  await row.waitFor();
  expect(await page.getByRole("link", { name: /from lotte/ }).count()).toBe(0);
  await page.reload();
  await row.click();
  await page
    .getByRole("heading", { level: 1, name: "Hello from lars" })
    .waitFor();
  // The list that one came from is beside it still.
  await row.waitFor();
  await openLabels();
  await box.click();
  await row.waitFor({ state: "detached" });
  const off = { name: "To do & 100%", checked: false };
  await dialog.getByRole("checkbox", off).waitFor();
  const { labels } = (await call(lea.token, `/v1/conversations/${id}`))
    .conversation;
  expect(labels).toEqual([]);
  expect(lea.complaints).toEqual([]);
}, 60_000);

test("a label is renamed and deleted where it is listed", async () => {
  using pia = await plainPerson(service, "pia");
  const { id } = await asked(pia.address, "pelle");
  const path = `/v1/conversations/${id}`;
  await service.fetch(path, {
    method: "PATCH",
    token: pia.token,
    json: { addLabels: ["Wrk"] },
  });
  const { page } = pia;
  await page.goto("/labels?label=Wrk");
  const row = page.getByRole("link", { name: /from pelle/ });
  await row.waitFor();
  const choose = async (choice: string) => {
    await page.getByRole("button", { name: "Label options" }).click();
    await page.getByRole("menuitem", { name: choice }).click();
  };
  await choose("Rename");
  const rename = page.getByRole("dialog", { name: "Rename label" });
  await rename.getByLabel("Name").fill("Work");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Work" }).waitFor();
  await page.getByRole("link", { name: /from pelle.*Work/ }).waitFor();
  await choose("Delete");
  const dialog = page.getByRole("dialog", { name: "Delete the label?" });
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
  await row.waitFor();
  const views = page.getByRole("navigation", { name: "Labels" });
  await views
    .getByRole("link", { name: "Work" })
    .waitFor({ state: "detached" });
  expect((await call(pia.token, "/v1/labels")).labels).toEqual([]);
  expect(pia.complaints).toEqual([]);
}, 60_000);

test("a sender is blocked, or reported with a reason, from the thread's menu", async () => {
  using nia = await plainPerson(service, "nia");
  const blocked = await asked(nia.address, "nils");
  const reported = await asked(nia.address, "nora");
  const { page } = nia;
  const choose = async (id: string, choice: string) => {
    await page.goto(`/c/${id}`);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: choice }).click();
  };
  await choose(blocked.id, "Block sender");
  const asks = page.getByRole("dialog", { name: "Block the sender?" });
  await asks.getByText(blocked.address).waitFor();
  await asks.getByRole("button", { name: "Block", exact: true }).click();
  await asks.waitFor({ state: "detached" });
  const contact = (address: string) =>
    call(nia.token, `/v1/contacts/${address}`);
  expect((await contact(blocked.address)).blocked).toBe(true);

  await choose(reported.id, "Report abuse");
  const form = page.getByRole("dialog", { name: "Report abuse" });
  await form.getByLabel("Reason").selectOption({ label: "A scam" });
  await form.getByLabel("Details").fill("Asks for my password");
  await form.getByRole("button", { name: "Report" }).click();
  await form.waitFor({ state: "detached" });
  const [report] = await service.services.db.orm.values(
    "select address, reason, note, conversation_id from reports",
  );
  expect(report).toEqual([
    reported.address,
    "scam",
    "Asks for my password",
    reported.id,
  ]);
  expect((await contact(reported.address)).blocked).toBe(true);
  expect(nia.complaints).toEqual([]);
}, 60_000);

test("the service's own agents are neither blocked nor reported", async () => {
  using oda = await plainPerson(service, "oda");
  const { page } = oda;
  await page.goto("/inbox");
  await page.getByRole("link", { name: /Welcome to/ }).click();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Labels" }).waitFor();
  for (const name of ["Block sender", "Report abuse"]) {
    expect(await page.getByRole("menuitem", { name }).count()).toBe(0);
  }
}, 60_000);
