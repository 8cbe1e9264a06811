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

interface Sent {
  readonly to: string;
  readonly title: string;
  readonly price?: string;
}

async function send(token: string, { to, ...more }: Sent): Promise<string> {
  const sent = await service.fetch("/v1/conversations", {
    method: "POST",
    token,
    json: { to: [to], text: "Well?", submit: true, ...more },
  });
  return (await json(sent)).conversationId;
}

test("what needs the person is apart from strangers' requests and from what others owe", async () => {
  using ada = await plainPerson(service, "ada-needs");
  const { page, token, address } = ada;
  const payer = await service.addAccount("payer-needs", { credit: "20.00" });
  const session = await service.addSession(payer);
  const paid = { to: address, title: "A paid map", price: "5.00" };
  await send(session.token, paid);
  const stranger = await service.addAccount("stranger-needs");
  await send(stranger.token, { to: address, title: "Only hello" });
  await send(token, { to: payer.address, title: "My own question" });
  await page.goto("/needs-you");
  const rows = page.locator("[data-row]");
  const titled = (title: string) =>
    page.getByRole("link", { name: new RegExp(title) });
  await titled("A paid map").waitFor();
  expect(await rows.count()).toBe(1);

  const tabs = page.getByRole("navigation", { name: "Needs you" });
  await tabs.getByRole("link", { name: "Money 1", exact: true }).click();
  await titled("A paid map").waitFor();
  await page.waitForURL("**/needs-you?section=money");
  await titled("A paid map").click();
  await page.getByRole("heading", { level: 1, name: "A paid map" }).waitFor();
  // The part that one came from is beside it still.
  const here = tabs.getByRole("link", { name: /^Money/ });
  expect(await here.getAttribute("aria-current")).toBe("page");
  await tabs.getByRole("link", { name: "Replies", exact: true }).click();
  await page.getByText("Nothing needs your decision.").waitFor();

  const views = page.getByRole("navigation", { name: "Views" });
  await views.getByRole("link", { name: "Requests" }).click();
  await titled("Only hello").waitFor();
  expect(await rows.count()).toBe(1);
  await page.keyboard.press("g");
  await page.keyboard.press("w");
  await titled("My own question").waitFor();
  expect(await rows.count()).toBe(1);
  expect(ada.complaints).toEqual([]);
}, 60_000);

test("a request is accepted once, accepted for good or blocked in its row, each by one key", async () => {
  using eva = await plainPerson(service, "eva-requests");
  const { page, token, address } = eva;
  const strangers = [];
  for (const name of ["once", "trust", "block"]) {
    const it = await service.addAccount(`${name}-requests`);
    await send(it.token, { to: address, title: `To ${name}` });
    strangers.push(it.address);
  }
  await page.goto("/requests");
  const rows = page.locator("[data-row]");
  const row = (name: string) =>
    page.getByRole("link", { name: new RegExp(`To ${name}`) });
  await row("block").focus();
  await page.keyboard.press("b");
  await row("block").waitFor({ state: "detached" });
  // The next one has the focus, so that a key goes on from there.
  await row("trust").and(page.locator(":focus")).waitFor();
  await page.keyboard.press("t");
  await row("trust").waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^Accept ?: To once/ }).click();
  await row("once").waitFor({ state: "detached" });
  expect(await rows.count()).toBe(0);
  const contact = async (of: string | undefined) =>
    await json(await service.fetch(`/v1/contacts/${of}`, { token }));
  const [once, trust, block] = strangers;
  expect((await contact(block)).blocked).toBe(true);
  expect((await contact(trust)).address).toBe(trust);
  expect((await contact(once)).blocked).not.toBe(true);
  expect(eva.complaints).toEqual([]);
}, 60_000);

test("a stranger is trusted from the conversation, too, once it has been read", async () => {
  using ida = await plainPerson(service, "ida-requests");
  const { page, token, address } = ida;
  const stranger = await service.addAccount("stranger-of-ida");
  const id = await send(stranger.token, { to: address, title: "Only hello" });
  await page.goto(`/c/${id}?in=requests`);
  const bar = page.getByRole("region", { name: /^Accept the request/ });
  const trust = bar.getByRole("button", { name: /^Accept and trust/ });
  await trust.and(page.locator('[aria-disabled="false"]')).waitFor();
  // The key leads to the button, and does not press it.
  await page.keyboard.press("t");
  await trust.and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("Accepted.").first().waitFor();
  const contact = await service.fetch(`/v1/contacts/${stranger.address}`, {
    token,
  });
  expect((await json(contact)).address).toBe(stranger.address);
  expect(ida.complaints).toEqual([]);
}, 60_000);
