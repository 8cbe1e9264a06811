import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { timeInWords } from "../../src/core/base/time.ts";
import type { Browser } from "../auth/browser.ts";
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

async function see(id: string) {
  const path = `/v1/conversations/${id}`;
  const response = await service.fetch(path, { token: alice.token });
  return (await json(response)).conversation;
}

const opened = (more: object = {}) =>
  openInvite(service, relay, alice, { to: [guest], ...more }, guest);

async function read(browser: Browser, path = "/i"): Promise<string> {
  return await (await browser.get(path)).text();
}

test("a held price is promised to a guest in `to` alone, who is the one to get it", async () => {
  const promise = "then earn the held price";
  expect(await read((await opened({ price: "5" })).browser)).toContain(promise);
  for (const role of ["cc", "bcc"]) {
    guest = `${role}${guest}`;
    const to = [`to${guest}`];
    const { browser } = await opened({ to, [role]: [guest], price: "5" });
    const page = await read(browser);
    expect(page).toContain("Keep it in your own inbox");
    expect(page).not.toContain(promise);
  }
});

test("the page says what earns a held price, in words, and until when it is held", async () => {
  const conditions = [
    [{ release: "accepted" }, "The recipient accepts the request."],
    [{ release: "replied" }, "The recipient replies."],
    [
      { releaseAction: { type: "artifact", mimeType: "application/pdf" } },
      "The recipient adds a file of type application/pdf.",
    ],
    [
      { releaseAction: { type: "url_visit", url: "https://evil.example/" } },
      `confirms visiting the sender's page.</bdi> <q dir="auto">https://evil.example/</q>`,
    ],
    [
      { releaseAction: '<a href="https://evil.example/">\u202eClick</a>' },
      `The recipient confirms doing what the sender asks.</bdi> <q dir="auto">&lt;a href=&quot;https://evil.example/&quot;&gt; Click&lt;/a&gt;</q>`,
    ],
  ] as const;
  for (const [more, words] of conditions) {
    const release = "releaseAction" in more ? { release: "converted" } : {};
    guest = `n${guest}`;
    const { id, browser } = await opened({ price: "5", ...release, ...more });
    const page = await read(browser);
    expect(page).toContain(words);
    expect(page).not.toContain(`href="https://evil`);
    const { captureBefore } = (await see(id)).payment;
    const end = timeInWords(Date.parse(captureBefore), null, "en");
    expect(page).toContain(
      `<dt>Held until</dt><dd><time datetime="${captureBefore}">${end}</time>`,
    );
  }
});

test("a guest reads the message before its terms, and not what the sender's side is deciding", async () => {
  const { id, browser } = await opened({ price: "5", text: "Paint my door" });
  const cancel = await service.fetch(`/v1/conversations/${id}/cancel`, {
    method: "POST",
    token: alice.token,
    json: { reason: "Perhaps not" },
  });
  expect(cancel.status).toBeLessThan(300);
  expect((await see(id)).state).toBe("input-required");
  const page = await read(browser);
  expect(page).toContain("<dt>State</dt><dd>Open</dd>");
  expect(page).not.toMatch(/decision|Perhaps not|input-required/i);
  const at = (words: string) => page.indexOf(words);
  expect(at("Paint my door")).toBeGreaterThan(0);
  expect(at("<dt>Price</dt>")).toBeGreaterThan(at("Paint my door"));
  expect(at("<dt>Condition</dt>")).toBeGreaterThan(at("Paint my door"));
});

test("an answer reaches the readers that its page named, regardless of later messages", async () => {
  const { id, browser } = await opened({ to: [guest, bob.address] });
  const page = await read(browser);
  expect(page).toContain("Only <bdi>alice</bdi> sees this.");
  const inReplyTo = /name="inReplyTo" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const written = await service.fetch(`/v1/conversations/${id}/messages`, {
    method: "POST",
    token: bob.token,
    json: { text: "I am at it", mode: "reply-all" },
  });
  expect(written.status).toBe(201);
  expect(await read(browser)).toContain("Only <bdi>bob</bdi> sees this");
  await act(browser, "/i/reply", { text: "For alice", inReplyTo });
  const texts = async ({ token }: TestAccount) => {
    const path = `/v1/conversations/${id}`;
    const { conversation } = await json(await service.fetch(path, { token }));
    return conversation.messages.map(({ text }: { text: string }) => text);
  };
  expect(await texts(alice)).toContain("For alice");
  expect(await texts(bob)).not.toContain("For alice");
});

test("a page without a price speaks of no condition and no end", async () => {
  const { browser } = await opened();
  expect(await read(browser)).not.toMatch(/<dt>Condition|Held until/);
});

test("a price that went back to its sender is not promised any more", async () => {
  const { id, browser } = await opened({ price: "5" });
  const page = await read(browser);
  const waits = "5.00 USDC (test money) is waiting for you";
  expect(page).toContain(waits);
  expect(page.indexOf(waits)).toBeLessThan(page.indexOf("<dt>From</dt>"));
  expect(page).toContain("<h2>Payment</h2>");
  await act(browser, "/i/decline");
  expect((await see(id)).payment.status).toBe("voided");
  expect(await read(browser)).not.toMatch(/<h2>Payment<|is waiting for you/);
});

test("no page shows a moment as programs write it", async () => {
  const { browser } = await opened({ price: "5" });
  const page = await read(browser);
  const shown = page.replaceAll(/<[^>]*>/g, "");
  expect(shown).toMatch(/\d{4} at \d{1,2}:\d\d [AP]M UTC/);
  expect(shown).not.toMatch(/\d{4}-\d\d-\d\d/);
});

test("who has declined reads so and is not asked again, whether the conversation ended with it or goes on", async () => {
  for (const to of [[guest], [`other${guest}`, bob.address]]) {
    const mine = to[0] ?? "";
    const { id, browser } = await openInvite(
      service,
      relay,
      alice,
      { to },
      mine,
    );
    expect(await read(browser)).toContain(`action="/i/decline"`);
    await act(browser, "/i/decline");
    const page = await read(browser);
    expect(page).toContain("You declined.");
    expect(page).not.toContain(`action="/i/decline"`);
    const isOpen = (await see(id)).state === "submitted";
    expect(isOpen).toBe(to.length > 1);
    expect(page.includes("Reply to rejoin it")).toBe(isOpen);
  }
});

test("who answers after a no is in it again, as the page says", async () => {
  const { id, browser } = await opened({ to: [guest, bob.address] });
  await act(browser, "/i/decline");
  const answered = await act(browser, "/i/reply", { text: "After all" });
  expect(answered.status).toBe(303);
  expect((await see(id)).participants[1].delivery.state).toBe("opened");
  expect(await read(browser)).not.toContain("You declined.");
});

for (const [reason, words] of [
  ["unsubscribed", "You're unsubscribed"],
  ["reported", "Reported and unsubscribed"],
] as const) {
  test(`${reason}: coming back says what was done, and the link shows it, too`, async () => {
    const { browser, link } = await opened();
    const done = await act(browser, "/i/stop", { reason });
    expect(done.headers.get("location")).toBe("/i");
    expect(browser.cookies).toBe(`svc.invite-done=${reason}`);
    for (let time = 0; time < 2; time++) {
      const page = await browser.get("/i");
      expect(page.status).toBe(200);
      expect(await page.text()).toContain(`<h1>${words}</h1>`);
    }
    await browser.get(link);
    const page = await read(browser);
    expect(page).toContain("You're unsubscribed from our emails.");
    expect(page).not.toContain("Unsubscribe");
  });
}

test("an empty reason stops nothing and is not stored", async () => {
  const { id, browser } = await opened();
  const reason = "x; Path=/";
  const response = await act(browser, "/i/stop", { reason });
  expect(response.status).toBe(400);
  expect(browser.cookies).not.toContain("done");
  expect((await see(id)).participants[1].delivery.state).toBe("invite_sent");
});

test("a link that stops the mail leaves the address bar for a cookie of its page alone", async () => {
  const { id, browser } = await opened();
  const path = stopPathIn(relay);
  const moved = await browser.get(path);
  expect(moved.status).toBe(303);
  expect(moved.headers.get("location")).toBe("/i/unsubscribe");
  expect(moved.headers.get("referrer-policy")).toBe("no-referrer");
  expect(moved.headers.get("cache-control")).toBe("no-store");
  const token = path.split("/").at(-1) ?? "-";
  expect(moved.headers.get("set-cookie")).toBe(
    `svc.invite-stop=${token}; Path=/i/unsubscribe; Max-Age=3600; HttpOnly; SameSite=Lax`,
  );
  const page = await read(browser, "/i/unsubscribe");
  expect(page).toContain(guest);
  expect(page).not.toContain(token);
  const participant =
    /name="participant" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const done = await browser.post("/i/unsubscribe", { participant });
  expect(done.headers.get("location")).toBe("/i/unsubscribe");
  expect(await read(browser, "/i/unsubscribe")).toContain(
    "You're unsubscribed",
  );
  expect((await see(id)).participants[1].delivery.state).toBe(
    "invite_suppressed",
  );
});

test("with two such links open, no form stops the mail to the other address", async () => {
  const { browser } = await opened();
  await browser.get(stopPathIn(relay));
  const page = await read(browser, "/i/unsubscribe");
  const participant =
    /name="participant" value="([^"]+)"/.exec(page)?.[1] ?? "";
  guest = `other${guest}`;
  const other = await opened();
  await browser.get(stopPathIn(relay));
  for (const form of [{ participant }, {}]) {
    const refused = await browser.post("/i/unsubscribe", form);
    expect(refused.status).toBe(404);
    expect(await refused.text()).toContain("You opened another invite");
  }
  expect((await see(other.id)).participants[1].delivery.state).toBe(
    "invite_sent",
  );
});

test("a form that was sent before, with other words now, keeps them and says in words what happened", async () => {
  const { id, browser } = await opened();
  const page = await read(browser);
  const once = /name="once" value="([^"]+)"/.exec(page)?.[1] ?? "";
  await act(browser, "/i/reply", { text: "One", once });
  const again = await act(browser, "/i/reply", { text: "Two", once });
  expect(again.status).toBe(422);
  const told = await again.text();
  expect(told).toContain("Your earlier reply was sent");
  expect(told).not.toContain("idempotency");
  expect(told).toContain("\nTwo</textarea>");
  const fresh = /name="once" value="([^"]+)"/.exec(told)?.[1] ?? "";
  const sent = await act(browser, "/i/reply", { text: "Two", once: fresh });
  expect(sent.status).toBe(303);
  const { messages } = await see(id);
  expect(messages.map(({ text }: { text: string }) => text)).toEqual([
    "Words",
    "One",
    "Two",
  ]);
});

test("a guest is told whether a person wrote, or an agent of theirs, and not which", async () => {
  await using service = await startService();
  await using relay = await startRelay();
  const alice = await service.addAccount("alice");
  const to = ["eve@example.org"];
  const { id, browser } = await openInvite(service, relay, alice, { to });
  const answered = await service.fetch(`/v1/conversations/${id}/messages`, {
    method: "POST",
    token: alice.token,
    json: { text: "By the agent", mode: "reply-all" },
  });
  expect(answered.status).toBe(201);
  await act(browser, "/i/reply", { text: "By the guest" });
  const page = await (await browser.get("/i")).text();
  const writers = page.matchAll(/class="entry">\n<h2><bdi>(.*?)<\/bdi>/g);
  expect([...writers].map(([, who]) => who)).toEqual([
    "alice",
    "alice's agent",
    "eve@example.org",
  ]);
  expect(page).not.toContain("First access");
});
