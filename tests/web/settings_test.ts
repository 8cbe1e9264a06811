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

async function call(token: string, path: string, body: object) {
  const response = await service.fetch(path, {
    method: "POST",
    token,
    json: body,
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return await json(response);
}

test("what is heard by mail is chosen, and stays chosen", async () => {
  using ann = await plainPerson(service, "ann");
  const { page, token } = ann;
  await page.goto("/settings/notifications");
  const box = page.getByLabel(/^A held price is about to expire/);
  const before = await box.isChecked();
  await box.click();
  await page.getByText("Saved").first().waitFor();
  const kept = await service.fetch("/v1/notifications", { token });
  expect((await json(kept)).holdEnding).toBe(!before);
  await page.reload();
  await box.waitFor();
  expect(await box.isChecked()).toBe(!before);
  expect(ann.complaints).toEqual([]);
}, 60_000);

test("the times in mails are in the zone that one chooses, wherever the browser is", async () => {
  using zoe = await plainPerson(service, "zoe");
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const { page, token } = zoe;
  const kept = async () =>
    (await json(await service.fetch("/v1/notifications", { token }))).timeZone;
  await page.goto("/settings/notifications");
  const zone = page.getByLabel("Time zone for emails");
  await zone.selectOption("Asia/Tokyo");
  await page.getByText("Saved").first().waitFor();
  expect(await kept()).toBe("Asia/Tokyo");
  const here = page.getByRole("button", { name: `Use ${timeZone}` });
  await here.click();
  await here.waitFor({ state: "detached" });
  expect(await kept()).toBe(timeZone);
  expect(zoe.complaints).toEqual([]);
}, 60_000);

test("the limits of a program are changed, and hold from its next payment on", async () => {
  using ben = await plainPerson(service, "ben");
  const friend = await service.addAccount("bens-friend");
  const { page, token } = ben;
  const { token: agent } = await call(token, "/v1/credentials", {
    name: "Buyer",
    limits: { perPayment: "2.00" },
  });
  const pays = async (price: string) =>
    (
      await call(agent, "/v1/conversations", {
        to: [friend.address],
        text: "x",
        price,
        submit: true,
      })
    ).state;
  expect(await pays("5.00")).toBe("input-required");
  await page.goto("/settings/access");
  await page.getByRole("button", { name: "Limits for Buyer" }).click();
  const dialog = page.getByRole("dialog", { name: "Limits for Buyer" });
  const most = dialog.getByLabel("Max per payment");
  expect(await most.inputValue()).toBe("2.00");
  await most.fill("a lot");
  await dialog.getByRole("button", { name: "Save limits" }).click();
  await page.getByRole("alert").first().waitFor();
  await most.fill("6");
  await dialog.getByLabel("Max per day").fill("7,50");
  const paysNew = "It can pay new people without asking you";
  await dialog.getByLabel(paysNew).check();
  await dialog.getByRole("button", { name: "Save limits" }).click();
  await page
    .getByText(
      "at most 6.00 USDC (TEST) per payment, 7.50 USDC (TEST) per day.",
    )
    .waitFor();
  expect(await pays("5.00")).toBe("submitted");
  expect(await pays("5.00")).toBe("input-required");
}, 60_000);

test("a program's payees, their contact types and its accepted senders are shown and changed", async () => {
  using lea = await plainPerson(service, "lea");
  const shop = await service.addAccount("leas-shop");
  const other = await service.addAccount("leas-other");
  const { page, token } = lea;
  const { token: agent, credential } = await call(token, "/v1/credentials", {
    name: "Buyer",
    limits: {
      payees: [shop.address],
      contactTypes: ["clients"],
      accept: { senders: [shop.address], contactTypes: ["coworkers"] },
    },
  });
  const pays = async (to: string, contactType: string) => {
    const body = { to: [to], text: "x", price: "1", contactType, submit: true };
    return (await call(agent, "/v1/conversations", body)).state;
  };
  expect(await pays(shop.address, "clients")).toBe("submitted");
  expect(await pays(other.address, "clients")).toBe("input-required");
  expect(await pays(shop.address, "coworkers")).toBe("input-required");
  await page.goto("/settings/access");
  const item = page.getByRole("region", { name: "Buyer", exact: true });
  await item.getByText(`only to ${shop.address}; only as clients`).waitFor();
  await page.getByRole("button", { name: "Limits for Buyer" }).click();
  const dialog = page.getByRole("dialog", { name: "Limits for Buyer" });
  const group = (name: RegExp) => dialog.getByRole("group", { name });
  const paid = group(/^Payments without/);
  const to = paid.getByLabel("Only to these addresses");
  const clients = paid.getByLabel("Clients");
  expect(await to.inputValue()).toBe(shop.address);
  expect(await clients.isChecked()).toBe(true);
  const accepted = group(/^Requests it can/);
  const from = accepted.getByLabel("Only from these addresses");
  expect(await from.inputValue()).toBe(shop.address);
  expect(await accepted.getByLabel("Coworkers").isChecked()).toBe(true);
  await to.fill(`${shop.address}, nobody`);
  const save = dialog.getByRole("button", { name: "Save limits" });
  await save.click();
  await dialog.getByRole("alert").waitFor();
  await to.fill(`${shop.address}, ${other.address}`);
  await clients.uncheck();
  await from.fill("");
  await accepted.getByLabel("Coworkers").uncheck();
  await accepted.getByLabel("Everyone else").check();
  await save.click();
  await dialog.waitFor({ state: "detached" });
  const both = `only to ${shop.address}, ${other.address}.`;
  await item.getByText(both).waitFor();
  await item.getByText("from everyone else.").waitFor();
  const { credentials } = await json(
    await service.fetch("/v1/credentials", { token }),
  );
  expect(credentials).toContainEqual(
    expect.objectContaining({
      id: credential.id,
      limits: expect.objectContaining({
        payees: [shop.address, other.address],
        contactTypes: null,
        accept: { maxPrice: null, senders: null, contactTypes: ["everyone"] },
      }),
    }),
  );
  expect(await pays(other.address, "clients")).toBe("submitted");
}, 60_000);

test("a hostile name of a program is text, and pressing again makes no second one", async () => {
  using hal = await plainPerson(service, "hal");
  const { page, token } = hal;
  const hostile = `<img src=x onerror=alert(1)>"'&`;
  const answer = Promise.withResolvers<void>();
  let posts = 0;
  await page.route("**/v1/credentials", async (route) => {
    if (route.request().method() === "POST") {
      posts++;
      await answer.promise;
    }
    await route.continue();
  });
  await page.goto("/settings/access");
  const name = page.getByLabel("Name");
  await name.fill(hostile);
  await name.press("Enter");
  await page.locator('button[aria-disabled="true"]').waitFor();
  await name.press("Enter");
  answer.resolve();
  const item = page.getByRole("region", { name: hostile, exact: true });
  await item.getByRole("heading", { name: hostile }).waitFor();
  const { credentials } = await json(
    await service.fetch("/v1/credentials", { token }),
  );
  expect([posts, credentials.length]).toEqual([1, 1]);
  await page.getByRole("button", { name: `Revoke ${hostile}` }).click();
  const dialog = page.getByRole("dialog", { name: hostile });
  await dialog.getByRole("button", { name: "Revoke", exact: true }).click();
  await page.getByText("Ended (1)").click();
  await page.getByText(`${hostile}: revoked`).waitFor();
  expect(await page.locator("img[src=x]").count()).toBe(0);
  expect(hal.complaints).toEqual([]);
}, 60_000);

test("what only the signer can know is stated before the receipt is signed", async () => {
  using dan = await plainPerson(service, "dan");
  using eva = await plainPerson(service, "eva");
  const { conversationId } = await call(eva.token, "/v1/conversations", {
    to: [dan.address],
    title: "Book the hall",
    text: "For June",
    price: "9.00",
    release: "converted",
    releaseAction: "the hall is booked",
    submit: true,
  });
  const { page } = dan;
  await page.goto(`/c/${conversationId}`);
  // Signing accepts, too: it stands behind the question whether to.
  await page.getByRole("button", { name: "1 of 2, next" }).click();
  const receipt = page.getByRole("region", { name: "Receipt" });
  await receipt.getByText("the hall is booked").waitFor();
  const sign = receipt.getByRole("button", { name: /^Sign and receive/ });
  expect(await sign.getAttribute("aria-disabled")).toBe("true");
  await receipt.getByLabel("Describe what you did").fill("Booked for 12 June");
  await sign.click();
  await page.getByText("9.00 is yours", { exact: true }).waitFor();
  await receipt.getByText("Booked for 12 June").first().waitFor();
  expect(dan.complaints).toEqual([]);
}, 60_000);

test("a contact's new setting is shown while it is saved, and the contact is removed once", async () => {
  using joy = await plainPerson(service, "joy");
  const { page } = joy;
  const address = "loud@mail.example";
  await page.goto("/settings/contacts");
  await page.getByLabel("Address", { exact: true }).fill(address);
  await page.getByRole("button", { name: "Add contact" }).click();
  const notices = page.getByRole("log", { name: "Notices" });
  await notices.getByText("Contact added").waitFor();
  let held = Promise.withResolvers<void>();
  const sent: string[] = [];
  await page.route("**/v1/contacts/*", async (route) => {
    sent.push(route.request().method());
    await held.promise;
    await route.continue();
  });
  const item = page.getByRole("region", { name: address });
  const type = item.getByLabel("Group");
  const standing = item.getByLabel("When they write");
  const answered = (what: string) =>
    page.waitForResponse((it) => !!it.request().postData()?.includes(what));
  const saved = Promise.all([answered("contactType"), answered("blocked")]);
  await type.selectOption("clients");
  await standing.selectOption("blocked");
  const shown = async () => [
    await type.inputValue(),
    await standing.inputValue(),
  ];
  // The page draws each choice in a frame of its own.
  for (let frame = 0; frame < 60; frame++) {
    if ((await shown()).join() === "clients,blocked") break;
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  expect(await shown()).toEqual(["clients", "blocked"]);
  held.resolve();
  await saved;
  await page.reload();
  await type.waitFor();
  expect(await shown()).toEqual(["clients", "blocked"]);
  held = Promise.withResolvers<void>();
  const remove = item.getByRole("button", { name: `Remove ${address}` });
  await remove.click();
  await item.locator('button[aria-disabled="true"]').waitFor();
  await remove.click({ force: true });
  held.resolve();
  await item.waitFor({ state: "detached" });
  await notices.getByText("Contact removed").waitFor();
  expect(sent).toEqual(["PUT", "PUT", "DELETE"]);
  expect(joy.complaints).toEqual([]);
}, 60_000);

test("a calendar subscribes to an address that is shown once, replaced and turned off", async () => {
  using lea = await plainPerson(service, "lea");
  const { page } = lea;
  await page.goto("/settings/notifications");
  const calendar = page.getByRole("region", { name: "Calendar" });
  const statusAt = async () => {
    const link = calendar.getByRole("link", { name: "Add to calendar" });
    const href = (await link.getAttribute("href")) ?? "";
    expect(href).toStartWith("webcal:");
    const path = href.replace(/^webcal:\/\/[^/]+/, "");
    return async () => (await service.fetch(path)).status;
  };
  await calendar
    .getByRole("button", { name: "Create a calendar address" })
    .click();
  const first = await statusAt();
  expect(await first()).toBe(200);
  await page.goto("/settings/profile");
  await page.goto("/settings/notifications");
  await calendar.getByText("It was shown only then.").waitFor();
  await calendar.getByRole("button", { name: "Create a new address" }).click();
  const second = await statusAt();
  expect([await first(), await second()]).toEqual([404, 200]);
  await calendar.getByRole("button", { name: "Turn it off" }).click();
  await calendar
    .getByRole("button", { name: "Create a calendar address" })
    .waitFor();
  expect(await second()).toBe(404);
  expect(lea.complaints).toEqual([]);
}, 60_000);
