import { afterAll, beforeAll, expect, test } from "bun:test";
import { startPages } from "../auth/chromium.ts";
import type { TestService } from "../harness.ts";
import { json } from "../harness.ts";
import type { Person } from "./person.ts";
import { plainPerson } from "./plain/plain_person.ts";
import { readOn } from "./read_on.ts";

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

async function read(token: string, id: string) {
  const path = `/v1/conversations/${id}`;
  return await json(await service.fetch(path, { token }));
}

test("what an agent may not do alone waits for its person, with every rule that asks", async () => {
  using ida = await plainPerson(service, "ida");
  const friend = await service.addAccount("jon");
  const agent = await call(ida.token, "/v1/credentials", {
    name: "Shopping helper",
    scopes: [
      "conversations:read",
      "conversations:submit",
      "drafts:write",
      "payments:hold",
    ],
    limits: { perPayment: "50.00" },
  });
  const asked = await call(agent.token, "/v1/conversations", {
    to: [friend.address, "shop@mail.example"],
    title: "Buy the chairs",
    text: "Four of them",
    price: "60.00",
    submit: true,
  });
  expect(asked.state).toBe("input-required");
  const { page } = ida;
  await page.goto("/needs-you");
  await page.getByRole("link", { name: /Buy the chairs/ }).click();
  const card = page.getByRole("region", { name: /^Send to/ });
  await card.getByRole("button", { name: "Details" }).click();
  for (const words of [
    "Shopping helper",
    "1,000.00 USDC (TEST) now, 940.00 USDC (TEST) after.",
  ]) {
    await page.getByText(words).first().waitFor();
  }
  for (const words of [
    "R-PAY-LIMIT",
    "The price is above the spending limit of this access",
    "R-OUTWARD",
    "R-FIRST-CONTACT",
  ]) {
    await card.getByText(words).first().waitFor();
  }
  const [checkpoint] = asked.conversation.checkpoints;
  await card.getByText("Technical details").first().click();
  await card.getByText(checkpoint.actionDigest).waitFor();
  await card.getByLabel("Comment (optional)").fill("Four is right");
  await readOn(page);
  await card.getByRole("button", { name: /^Send/ }).click();
  await page
    .getByRole("log", { name: "Notices" })
    .getByText("It was approved for sending exactly as shown.")
    .waitFor();
  await page.getByText("Held", { exact: true }).first().waitFor();
  expect(ida.complaints).toEqual([]);
}, 60_000);

test("two questions about one conversation are answered apart", async () => {
  using kim = await plainPerson(service, "kim");
  using lea = await plainPerson(service, "lea");
  const { conversationId } = await call(lea.token, "/v1/conversations", {
    to: [kim.address],
    title: "Tune the piano",
    text: "It is a grand",
    price: "20.00",
    submit: true,
  });
  const agent = await call(kim.token, "/v1/credentials", {
    name: "Tidy helper",
    scopes: ["conversations:read", "conversations:cancel"],
  });
  await call(agent.token, `/v1/conversations/${conversationId}/cancel`, {
    reason: "No time this week",
  });
  const { page } = kim;
  await page.goto(`/c/${conversationId}`);
  const accept = page.getByRole("region", { name: /^Accept the request/ });
  const cancel = page.getByRole("region", { name: /^Cancel/ });
  const details = page.getByRole("button", { name: "Details" });
  // One at a time, and the other is a press away.
  await cancel.getByRole("button", { name: "1 of 2, next" }).click();
  await accept.getByRole("button", { name: "2 of 2, next" }).waitFor();
  await details.click();
  await accept.getByText("R-PRICED").waitFor();
  await accept.getByRole("button", { name: "2 of 2, next" }).click();
  await details.click();
  await cancel.getByText("R-CANCEL-HELD").waitFor();
  await page.getByText("Tidy helper").first().waitFor();
  await cancel.getByRole("button", { name: "Keep it" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: "Keep it", exact: true })
    .click();
  await cancel.waitFor({ state: "detached" });
  await readOn(page);
  await accept.getByRole("button", { name: "Accept", exact: true }).click();
  await accept.waitFor({ state: "detached" });
  await page.getByText("Done: Accepted by the recipient").first().waitFor();
  await page.evaluate("document.activeElement.blur()");
  await page.keyboard.press("z");
  await page.getByText("That can't be undone.").waitFor();
  expect(kim.complaints).toEqual([]);
}, 60_000);

/** A priced request to the person, in front of them. */
async function offered(it: Pick<Person, "name" | "address">, title: string) {
  const sender = await service.addAccount(`asks-${it.name}`, {
    name: "Sid Sender",
    credit: "50.00",
  });
  // A message that a person sends is approved by being sent.
  const { token } = await service.addSession(sender);
  const { conversationId } = await call(token, "/v1/conversations", {
    to: [it.address],
    title,
    text: "A grand piano",
    price: "20.00",
    submit: true,
  });
  return { id: conversationId, sender };
}

test("a decline is confirmed, tells what ends for whom, and works by keyboard", async () => {
  using mia = await plainPerson(service, "mia");
  const { page } = mia;
  const { id, sender } = await offered(mia, "Tune the piano");
  await page.goto(`/c/${id}`);
  const card = page.getByRole("region", { name: /^Accept the request/ });
  // The sender's way to end it is no second way to refuse.
  for (const name of [
    "Cancel the request",
    "Decline the request",
    "Stop the work",
  ]) {
    expect(await page.getByRole("button", { name }).count()).toBe(0);
  }
  const decline = card.getByRole("button", { name: "Decline" });
  await decline.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Decline this?" });
  await dialog
    .getByText("The request is declined and ends for everyone.")
    .waitFor();
  await dialog
    .getByText(`held 20.00 USDC (TEST) goes back to ${sender.address}`)
    .waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await decline.and(page.locator(":focus")).waitFor();
  const { conversation } = await read(mia.token, id);
  expect(conversation.state).toBe("submitted");

  await page.keyboard.press("Enter");
  await dialog.getByText("The sender will read this.").waitFor();
  await dialog.getByLabel("Reason (optional)").fill("I only tune harps");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await dialog
    .getByRole("button", { name: "Decline", exact: true })
    .and(page.locator(":focus"))
    .waitFor();
  await page.keyboard.press("Enter");
  const line = page.getByRole("log", { name: "Messages" }).locator("summary");
  await line.and(page.locator(":focus")).waitFor();
  const seen = (await read(sender.token, id)).conversation;
  expect(seen).toMatchObject({
    state: "rejected",
    stateReason: "I only tune harps",
    stateCode: null,
    stateReasonBy: { label: "mia", address: mia.address },
  });
  await page.getByText("mia declined: I only tune harps").waitFor();
  expect(mia.complaints).toEqual([]);
}, 60_000);

test("what was decided stays in the thread as a line that opens: by whom, when and why", async () => {
  using noa = await plainPerson(service, "noa");
  const { page } = noa;
  const { id } = await offered(noa, "Tune the harp");
  await page.goto(`/c/${id}`);
  const card = page.getByRole("region", { name: /^Accept the request/ });
  await card.getByRole("button", { name: "Details" }).click();
  await card.getByLabel("Comment (optional)").fill("On Tuesday then");
  await readOn(page);
  await card.getByRole("button", { name: "Accept", exact: true }).click();
  await card.waitFor({ state: "detached" });
  const log = page.getByRole("log", { name: "Messages" });
  const line = log.locator("summary");
  for (const path of [undefined, `/c/${id}`]) {
    if (path) await page.goto(path);
    await line.getByText("Approved").waitFor();
    await line.getByText("Accept the request from Sid Sender").waitFor();
    await line.getByText("On Tuesday then").waitFor();
    await line.getByText("By noa, ").waitFor();
    expect(await line.locator("time").count()).toBe(1);
  }
  const effect = log.getByText("The request was accepted.");
  await effect.waitFor({ state: "hidden" });
  await line.focus();
  await page.keyboard.press("Enter");
  await effect.waitFor();
  await log.getByText("Amount: 20.00 USDC (TEST)").waitFor();
  // A link to the question leads to what became of it.
  const { conversation } = await read(noa.token, id);
  const [{ checkpointId }] = conversation.checkpoints;
  await page.goto("/inbox");
  await page.goto(`/c/${id}#${checkpointId}`);
  await line.and(page.locator(":focus")).waitFor();
  expect(noa.complaints).toEqual([]);
}, 60_000);

test("who may not decide sees no button for it, but who does and where", async () => {
  using ora = await plainPerson(service, "ora");
  const { page } = ora;
  const { id } = await offered(ora, "Tune the organ");
  const url = `${service.baseUrl}/c/${id}#chk`;
  // As the service answers somebody who may not: a page works nothing out itself.
  await page.route(`**/v1/conversations/${id}`, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const told = body.conversation.checkpoints.map((it: object) => ({
      ...it,
      mayDecide: false,
      mayDecline: false,
      because: { code: "needs_person", detail: "Its owner decides about it." },
      approvalUrl: url,
    }));
    const conversation = { ...body.conversation, checkpoints: told };
    await route.fulfill({ response, json: { ...body, conversation } });
  });
  await page.goto(`/c/${id}`);
  const card = page.getByRole("region", { name: /^Accept the request/ });
  await card.getByText("Its owner decides about it.").waitFor();
  await card.getByRole("link", { name: url }).waitFor();
  for (const name of ["Accept", "Decline"]) {
    expect(await card.getByRole("button", { name }).count()).toBe(0);
  }
  expect(ora.complaints).toEqual([]);
}, 60_000);

test("what an agent wrote and signed is shown as the agent's, to both sides", async () => {
  using pia = await plainPerson(service, "pia");
  using quin = await plainPerson(service, "quin");
  const { conversationId } = await call(quin.token, "/v1/conversations", {
    to: [pia.address],
    title: "Count the sheep",
    text: "All of them",
    price: "2.00",
    submit: true,
  });
  const at = `/v1/conversations/${conversationId}`;
  await call(pia.token, `${at}/decisions`, { decision: "approve" });
  const { token } = await call(pia.token, "/v1/credentials", {
    name: "Counting helper",
    preset: "full",
  });
  await call(token, `${at}/messages`, { text: "Forty-one" });
  await call(token, `${at}/receipt`, { confirm: true });
  for (const [viewer, who, name] of [
    // The agent's owner knows whose it is.
    [pia, "Counting helper, for pia", "Counting helper"],
    [quin, "pia's agent", "pia's agent"],
  ] as const) {
    const { page } = viewer;
    await page.goto(`/c/${conversationId}`);
    const message = page.getByRole("article", { name: `Message from ${who}` });
    await message.getByRole("heading", { name, exact: true }).waitFor();
    await message.getByText("Forty-one").waitFor();
    const receipt = page.getByRole("region", { name: "Receipt" });
    await receipt.getByText(`Signed by ${who}`).waitFor();
    await page.goto(`/c/${conversationId}/audit`);
    await page.getByText(`by ${who} via REST`).first().waitFor();
    expect(viewer.complaints).toEqual([]);
  }
}, 60_000);

test("trust is said from the reader's own contacts, a claim is called one, and the amount is named", async () => {
  using rae = await plainPerson(service, "rae");
  const sender = await service.addAccount("stan", {
    name: "Stan Stranger",
    credit: "50.00",
  });
  const { token } = await service.addSession(sender);
  const write = async (title: string) =>
    (
      await call(token, "/v1/conversations", {
        to: [rae.address],
        title,
        text: "Dear friend",
        price: "5.00",
        contactType: "friends_family",
        submit: true,
      })
    ).conversationId;
  const { page } = rae;
  const message = page.getByRole("article", { name: /^Message from Stan/ });
  await page.goto(`/c/${await write("Hello")}`);
  for (const it of [
    "Not in your contacts, first message",
    "Claims to be: friends and family",
    "5.00 USDC (TEST) held",
  ]) {
    await page.getByText(it).first().waitFor();
  }
  await message.getByText("Dear friend").waitFor();
  expect(
    await page.getByText("Friends and family", { exact: true }).count(),
  ).toBe(0);
  const kept = await service.fetch(`/v1/contacts/${sender.address}`, {
    method: "PUT",
    token: rae.token,
    json: { contactType: "clients" },
  });
  expect(kept.ok).toBe(true);
  await page.goto(`/c/${await write("Again")}`);
  await page.getByText("Clients", { exact: true }).waitFor();
  await page.getByText("Claims to be: friends and family").waitFor();
  expect(rae.complaints).toEqual([]);
}, 60_000);
