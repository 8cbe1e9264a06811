import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import { Browser } from "../auth/browser.ts";
import type { TestAccount, TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";
import { act, openInvite, stopPathIn } from "./guest.ts";
import type { Relay } from "./relay.ts";
import { startRelay } from "./relay.ts";

let service: TestService;
let relay: Relay;
let alice: TestAccount;
let bob: TestAccount;
let count = 0;
let guest = "";

beforeAll(async () => {
  service = await startService();
  relay = await startRelay();
  alice = await service.addAccount("alice", { credit: "1000.00" });
  bob = await service.addAccount("bob");
});

beforeEach(() => {
  guest = `guest${++count}@example.org`;
  service.clock.advance(3_600_000);
});

afterAll(async () => {
  await relay[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

async function see(id: string, token = alice.token) {
  const response = await service.fetch(`/v1/conversations/${id}`, { token });
  return (await json(response)).conversation;
}

/** Writes to a guest, delivers, and opens the link in a browser of theirs. */
async function opened(more: object = {}) {
  return await openInvite(
    service,
    relay,
    alice,
    { to: [guest], ...more },
    guest,
  );
}

const stopPath = () => stopPathIn(relay);

test("opening the link moves the token into a cookie that no script, no other path and no referrer sees", async () => {
  const { landing, link } = await opened();
  expect(landing.status).toBe(303);
  expect(landing.headers.get("location")).toBe("/i");
  expect(landing.headers.get("referrer-policy")).toBe("no-referrer");
  expect(landing.headers.get("cache-control")).toBe("no-store");
  const cookie = landing.headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(
    /^svc\.invite=[\w-]{22}; Path=\/i; Max-Age=3600; HttpOnly; SameSite=Lax$/,
  );
  expect(cookie).toContain(link.split("/").at(-1) ?? "-");
});

test("reading changes nothing, however often and by whomever", async () => {
  const { id, link, browser } = await opened();
  const before = await see(id);
  for (const path of [link, "/i", "/i", stopPath()]) {
    expect((await browser.get(path)).status).toBeLessThan(400);
  }
  expect(await see(id)).toEqual(before);
});

test("a guest sees what their participant may see and nothing else", async () => {
  const { id, browser } = await opened({
    to: [bob.address],
    cc: [guest],
    bcc: ["hidden@example.org"],
    text: "For <all> of you",
  });
  await service.fetch(`/v1/conversations/${id}/messages`, {
    method: "POST",
    token: bob.token,
    json: { text: "Between us two", mode: "reply" },
  });
  const page = await (await browser.get("/i")).text();
  expect(page).toContain("For &lt;all&gt; of you");
  expect(page).not.toContain("Between us two");
  expect(page).not.toContain("hidden@");
});

test("without its link, with a wrong one, or one that ran out, nobody comes in", async () => {
  const { link, browser } = await opened();
  const stranger = new Browser(service);
  expect((await stranger.get("/i")).status).toBe(404);
  expect((await stranger.get(`/i/${"A".repeat(22)}`)).status).toBe(404);
  expect((await stranger.post("/i/reply", { text: "x" })).status).toBe(404);
  service.clock.advance(LIMITS.inviteLinkDays * 86_400_000);
  expect((await browser.get(link)).status).toBe(404);
  expect((await browser.get("/i")).status).toBe(404);
});

test("the link that stops the mail does not open the conversation", async () => {
  await opened();
  const token = stopPath().split("/").at(-1) ?? "";
  expect((await service.fetch(`/i/${token}`)).status).toBe(404);
});

test("a form that comes from elsewhere is refused", async () => {
  const { browser, id } = await opened();
  const response = await service.fetch("/i/decline", {
    method: "POST",
    headers: {
      cookie: browser.cookies,
      origin: "https://evil.example",
      "content-type": "application/x-www-form-urlencoded",
    },
    body: "",
  });
  expect(response.status).toBe(403);
  expect((await see(id)).state).toBe("submitted");
});

test("an empty answer is refused, a long one in any script is taken", async () => {
  const { id, browser } = await opened();
  for (const none of [" ", "a\0b"]) {
    expect((await act(browser, "/i/reply", { text: none })).status).toBe(400);
  }
  const text = "Ж".repeat(50_000);
  expect((await act(browser, "/i/reply", { text })).status).toBe(303);
  const { messages } = await see(id);
  expect(messages.at(-1).text).toBe(text);
});

test("a guest asks first, which accepts nothing, as long as there is something to accept", async () => {
  const { id, browser } = await opened({ price: "5" });
  const ask = (text: string) => act(browser, "/i/reply", { text, asks: "yes" });
  const page = async () => await (await browser.get("/i")).text();
  expect(await page()).toContain("Ask first");
  for (let count = 1; count <= LIMITS.questionsFirstMax; count++) {
    expect((await ask(`Which colour? ${count}`)).status).toBe(303);
  }
  const asked = await see(id);
  expect(asked).toMatchObject({
    state: "submitted",
    payment: { status: "held" },
  });
  expect(asked.messages.at(-1)).toMatchObject({ accept: false });
  expect(await page()).toContain("asked before accepting");
  const refused = await ask("And which size?");
  expect(refused.status).toBe(409);
  const why = await refused.text();
  expect(why).toContain("And which size?</textarea>");
  expect(why).toContain("you already asked");
  await act(browser, "/i/reply", { text: "Blue then" });
  expect((await see(id)).state).toBe("working");
  expect(await page()).not.toContain("Ask first");
  expect((await ask("Too late?")).status).toBe(409);
});

test("asking first is not offered to a guest with nothing to accept", async () => {
  const { browser } = await opened({ to: [bob.address], cc: [guest] });
  expect(await (await browser.get("/i")).text()).not.toContain("Ask first");
});

test("a guest's no ends a request that was theirs alone, and the price goes back", async () => {
  const { id, browser } = await opened({ price: "5" });
  expect((await see(id)).payment.status).toBe("held");
  expect((await act(browser, "/i/decline")).status).toBe(303);
  const after = await see(id);
  expect(after).toMatchObject({
    state: "rejected",
    stateReason: "declined",
    payment: { status: "voided" },
  });
  expect(after.participants[1].delivery.state).toBe("declined");
  expect(await (await browser.get("/i")).text()).not.toContain("/i/reply");
});

test("the sender reads a guest's reason for a no", async () => {
  const { id, browser } = await opened();
  await act(browser, "/i/decline", { reason: "Away until May" });
  expect(await see(id)).toMatchObject({
    state: "rejected",
    stateReason: "Away until May",
    stateReasonBy: { kind: "guest", address: guest },
  });
});

test("a guest's no leaves a request that is also somebody else's", async () => {
  const { id, browser } = await opened({
    to: [guest, bob.address],
    price: "5",
  });
  await act(browser, "/i/decline");
  expect(await see(id)).toMatchObject({
    state: "submitted",
    payment: { status: "held" },
  });
});

test("one click in a mail program stops all mail, without a cookie and from no page of ours", async () => {
  const { id } = await opened();
  const response = await service.fetch(stopPath(), {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });
  expect(response.status).toBe(200);
  expect((await see(id)).participants[1].delivery.state).toBe(
    "invite_suppressed",
  );
  const arrived = relay.mails.length;
  const again = await opened();
  expect((await see(again.id)).participants[1].delivery.state).toBe(
    "invite_suppressed",
  );
  expect((await see(again.id)).messages).toHaveLength(1);
  expect(relay.mails).toHaveLength(arrived);
});

test("a report stops the mail, and the sender does not learn of it", async () => {
  const { id, browser } = await opened();
  const done = await act(browser, "/i/stop", { reason: "reported" });
  expect(done.headers.get("location")).toBe("/i");
  const page = await browser.get("/i");
  expect(page.status).toBe(200);
  const text = await page.text();
  expect(text).toContain("Reported and unsubscribed");
  expect(text).not.toContain("Words");
  const audit = await service.fetch(`/v1/conversations/${id}/audit`, {
    token: alice.token,
  });
  expect(await audit.text()).not.toContain("reported");
});

test("a guest downloads the files of the conversation, as files", async () => {
  const { id, browser } = await opened({
    artifacts: [{ name: "a.html", mimeType: "text/html", bytes: "PGI+" }],
  });
  const [{ artifactId }] = (await see(id)).artifacts;
  const file = await browser.get(`/i/files/${artifactId}`);
  expect(await file.text()).toBe("<b>");
  expect(file.headers.get("content-type")).toBe("application/octet-stream");
  expect(file.headers.get("content-disposition")).toStartWith("attachment");
  expect((await browser.get("/i/files/art_0")).status).toBe(404);
});

test("a guest who answers is heard as the address that was written to, and can do nothing beside", async () => {
  const { id, browser, link } = await opened();
  await act(browser, "/i/reply", { text: "Here I am" });
  const { messages, participants } = await see(id);
  expect(messages.at(-1).author).toEqual({
    address: guest,
    displayName: guest,
    kind: "email",
  });
  expect(participants[1].delivery.state).toBe("opened");
  const token = link.split("/").at(-1) ?? "";
  const rest = await service.fetch(`/v1/conversations/${id}`, { token });
  expect(rest.status).toBe(401);
});

test("who is in the conversation already cannot take the guest's place too", async () => {
  const { id, browser } = await opened();
  const { claimInvite } = await import(
    "../../src/core/operations/claim_invite.ts"
  );
  const { callOperation } = await import("../../src/core/pipeline/call.ts");
  const token = browser.cookies.split("=")[1] ?? "";
  const principal = {
    kind: "person",
    accountId: alice.accountId,
    sessionId: "s",
    scopes: null,
  } as const;
  const caller = { principal, via: "web", requestId: "test" } as const;
  let code = "";
  try {
    await callOperation(service.services, claimInvite, caller, { token });
  } catch (error) {
    code = error instanceof Error && "code" in error ? String(error.code) : "";
  }
  expect(code).toBe("already_participant");
  expect((await see(id)).participants[1].accountId).toBeUndefined();
});
