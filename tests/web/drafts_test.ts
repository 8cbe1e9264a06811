import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { startPages } from "../auth/chromium.ts";
import type { TestService } from "../harness.ts";
import { json } from "../harness.ts";
import type { Person } from "./person.ts";
import type { PlainPage } from "./plain/page.ts";
import { plainPerson } from "./plain/plain_person.ts";

let service: TestService;

beforeAll(async () => {
  service = await startPages();
}, 30_000);

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
});

const titleOf = (page: Page | PlainPage) =>
  page.getByLabel("Title").inputValue();

const textOf = (page: Page | PlainPage) =>
  page.getByLabel("Message").inputValue();

async function draftsOf({ token }: Pick<Person, "token">) {
  const path = "/v1/conversations?view=drafts";
  return (await json(await service.fetch(path, { token }))).conversations;
}

test("a first save whose answer is lost makes one draft, which goes on and is sent", async () => {
  using amy = await plainPerson(service, "amy");
  const { page } = amy;
  let isLost = false;
  await page.route("**/v1/conversations", async (route) => {
    if (isLost || route.request().method() !== "POST") {
      return await route.continue();
    }
    // The service does it; its answer does not arrive.
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  await page.goto("/compose");
  await page.getByLabel("To", { exact: true }).fill("ben@mail.example,");
  await page.getByLabel("Title").fill("Lost and found");
  await page.getByText("Saved on this device only.").waitFor();
  await page.getByLabel("Message").fill("Changed since");
  await page.reload();
  expect(await textOf(page)).toBe("Changed since");
  await page.getByText("Saved as a draft").waitFor();
  const drafts = await draftsOf(amy);
  expect(drafts).toHaveLength(1);
  expect(drafts[0].messages[0].text).toBe("Changed since");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("heading", { name: "Lost and found" }).waitFor();
  expect(await draftsOf(amy)).toEqual([]);
}, 60_000);

test("after its first save a draft has an address of its own, and nobody notices", async () => {
  using bo = await plainPerson(service, "bo");
  const { page } = bo;
  await page.goto("/compose");
  await page.getByLabel("Title").pressSequentially("Half ");
  await page.waitForURL("**/compose/cnv_*");
  await page.keyboard.type("a thought");
  await page.getByText("Saved as a draft").waitFor();
  await page.reload();
  await page.getByRole("dialog", { name: "Draft" }).waitFor();
  expect(await titleOf(page)).toBe("Half a thought");
  // The next one starts empty.
  await page.getByRole("button", { name: "Save and close" }).click();
  await page.getByRole("link", { name: "New request" }).click();
  await page.getByRole("heading", { name: "New request" }).waitFor();
  expect(await titleOf(page)).toBe("");
  await page.getByLabel("Files", { exact: true }).setInputFiles({
    name: "plan.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("x"),
  });
  await page.getByText("plan.txt").waitFor();

  await page.getByRole("button", { name: "Discard" }).click();
  const dialog = page.getByRole("dialog", { name: "Discard this draft?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await draftsOf(bo)).toHaveLength(2);
  await page.getByRole("button", { name: "Discard" }).click();
  await dialog.getByRole("button", { name: "Discard draft" }).click();
  await page
    .getByRole("dialog", { name: "New request" })
    .waitFor({ state: "detached" });
  await page.getByRole("link", { name: /^Drafts/ }).click();
  await page.getByRole("link", { name: /Half a thought/ }).waitFor();
  expect(await draftsOf(bo)).toHaveLength(1);
  expect(bo.complaints).toEqual([]);
}, 60_000);

test("what goes to an address here that nobody has is sent only after the person confirmed it", async () => {
  using vic = await plainPerson(service, "vic");
  const { page } = vic;
  await page.goto("/compose");
  await page.getByLabel("To", { exact: true }).fill("vicc@inbox.localhost,");
  await page.getByLabel("Title").fill("Hello");
  await page.getByLabel("Message").fill("Are you there?");
  await page.getByText("Saved as a draft").waitFor();
  const submits: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/submit")) submits.push(request.url());
  });
  const send = page.getByRole("button", { name: "Send", exact: true });
  await send.click();
  const dialog = page.getByRole("dialog", { name: "Address not found" });
  await dialog.getByText("vicc@inbox.localhost").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await send.click();
  await dialog.getByRole("button", { name: "Fix it" }).click();
  await dialog.waitFor({ state: "hidden" });
  expect(submits).toEqual([]);
  await send.click();
  await dialog.getByRole("button", { name: "Send anyway" }).click();
  await page.getByRole("heading", { name: "Hello", level: 1 }).waitFor();
  expect(submits).toHaveLength(1);
  expect(vic.complaints).toEqual([]);
}, 60_000);

test("a price for an address here that nobody has is refused with the one that was meant", async () => {
  using gil = await plainPerson(service, "gillian");
  const { page } = gil;
  await page.goto("/compose");
  await page.getByLabel("To", { exact: true }).fill("gilian@inbox.localhost,");
  await page.getByLabel("Title").fill("Paid");
  await page.getByLabel("Message").fill("Are you there?");
  await page.getByLabel("Price").fill("5.00");
  await page
    .getByText("Cannot offer a price: no one has the address")
    .waitFor();
  await page.getByText("Saved as a draft").waitFor();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page
    .getByRole("log", { name: "Notices" })
    .getByText("did you mean gillian@inbox.localhost?")
    .waitFor();
  expect(
    await page.getByRole("dialog", { name: "Address not found" }).count(),
  ).toBe(0);
  expect(await titleOf(page)).toBe("Paid");
  expect(await draftsOf(gil)).toMatchObject([{ payment: { status: "none" } }]);
}, 60_000);
