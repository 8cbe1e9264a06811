import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import { Browser, signUp } from "../auth/browser.ts";
import { ownTime } from "../auth/clock.ts";
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
  service = await startService({ isRealTime: true });
  relay = await startRelay();
  alice = await service.addAccount("alice", { credit: "1000.00" });
  bob = await service.addAccount("bob");
});

beforeEach(() => {
  guest = `guest${++count}@d${count}.example`;
});

afterAll(async () => {
  ownTime();
  await relay[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

async function see(id: string, token = alice.token) {
  const response = await service.fetch(`/v1/conversations/${id}`, { token });
  return (await json(response)).conversation;
}

const opened = (more: object = {}) =>
  openInvite(service, relay, alice, { to: [guest], ...more }, guest);

/** Everything that stays: what a request may have changed. */
async function rowsOf() {
  const tables = [
    "deliveries",
    "mail_tokens",
    "mail_suppressions",
    "participants",
  ];
  const rows: unknown[] = [];
  for (const table of [...tables, "messages", "audit_records"]) {
    rows.push(await service.services.db.orm.values(`select * from ${table}`));
  }
  return JSON.stringify(rows);
}

test("a scanner that opens, prefetches or asks for the head of every address changes nothing", async () => {
  const { link } = await opened();
  const before = await rowsOf();
  for (const path of [link, stopPathIn(relay), "/i"]) {
    for (const method of ["HEAD", "GET", "OPTIONS"]) {
      const headers = { purpose: "prefetch", "sec-purpose": "prefetch" };
      const response = await service.fetch(path, { method, headers });
      expect(response.status).toBeLessThan(500);
      await response.text();
    }
  }
  for (const path of ["/i/reply", "/i/decline", "/i/stop", "/i/claim"]) {
    const response = await service.fetch(path);
    expect([path, response.status]).toEqual([path, 404]);
  }
  expect(await rowsOf()).toBe(before);
});

test("with two invites open in one browser, no form acts on the other one", async () => {
  const first = await opened();
  const page = await (await first.browser.get("/i")).text();
  const participant =
    /name="participant" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const other = await opened({ title: "Other" });
  await first.browser.get(other.link);
  for (const path of ["/i/reply", "/i/decline", "/i/stop", "/i/claim"]) {
    for (const form of [
      { participant, text: "For the first" },
      { text: "x" },
    ]) {
      const response = await first.browser.post(path, form);
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.text()).toContain("You opened another invite");
    }
  }
  for (const { id } of [first, other]) {
    expect((await see(id)).messages).toHaveLength(1);
    expect((await see(id)).state).toBe("submitted");
  }
});

test("an answer that is refused comes back with what was typed, as text", async () => {
  const { id, browser } = await opened();
  const cancel = await service.fetch(`/v1/conversations/${id}/cancel`, {
    method: "POST",
    token: (await service.addSession(alice)).token,
    json: { reason: "Not needed" },
  });
  expect(cancel.status).toBe(200);
  const late = await act(browser, "/i/reply", { text: "x" });
  // The page of a closed one has no form to take the field from but those that stop.
  expect(late.status).toBe(409);
  expect(await late.text()).toContain("This conversation is closed");
  guest = `again${guest}`;
  const open = await opened();
  const text = "</textarea><b>Bold</b>".padEnd(LIMITS.textCharsMax + 1, "x");
  const long = await act(open.browser, "/i/reply", { text });
  expect(long.status).toBe(400);
  const page = await long.text();
  expect(page).toContain("&lt;/textarea&gt;&lt;b&gt;Bold&lt;/b&gt;xxx");
  expect(page).not.toContain("<b>Bold");
});

test("a once that is no key, or another's, makes no answer of anybody else's", async () => {
  const { id, browser } = await opened();
  const hostile = [" ", "é", "x".repeat(300), "a\nb"];
  for (const once of hostile) {
    const response = await act(browser, "/i/reply", { text: "x", once });
    expect([once, response.status]).toEqual([once, 400]);
  }
  const once = "00";
  expect((await act(browser, "/i/reply", { text: "One", once })).status).toBe(
    303,
  );
  guest = `two${guest}`;
  const two = await opened();
  await act(two.browser, "/i/reply", { text: "Two", once });
  expect((await see(id)).messages.at(-1).text).toBe("One");
  expect((await see(two.id)).messages.at(-1).text).toBe("Two");
});

test("a guest who has answered may still decline: the price goes back at once", async () => {
  const { id, browser } = await opened({ price: "5" });
  await act(browser, "/i/reply", { text: "Perhaps" });
  expect(await see(id)).toMatchObject({
    state: "working",
    payment: { status: "held" },
  });
  expect((await act(browser, "/i/decline")).status).toBe(303);
  expect(await see(id)).toMatchObject({
    state: "canceled",
    stateReason: "declined",
    payment: { status: "voided", voidReason: "declined" },
  });
});

test("a price that is another's is never said to be the guest's", async () => {
  const { browser } = await opened({ to: [bob.address, guest], price: "5" });
  const page = await (await browser.get("/i")).text();
  expect(page).toContain("Held for");
  expect(page).toContain("bob@inbox.localhost");
  expect(page).not.toContain("then earn the held price");
});

test("a file's name writes no header and breaks no page", async () => {
  const name = 'a"; x=\u2028<b>é.txt';
  const { id, browser } = await opened({
    artifacts: [{ name, mimeType: "text/plain", bytes: "YQ==" }],
  });
  const page = await (await browser.get("/i")).text();
  expect(page).toContain("&lt;b&gt;é.txt");
  expect(page).not.toContain("<b>");
  const [{ artifactId }] = (await see(id)).artifacts;
  const file = await browser.get(`/i/files/${artifactId}`);
  expect(file.status).toBe(200);
  expect(file.headers.get("content-disposition")).toMatch(
    /^attachment; filename="[^"\r\n]*"; filename\*=UTF-8''[\w%.~-]*$/,
  );
});

test("links that are garbled, spent or of another kind give a kind page that asks for no more", async () => {
  const { link, browser } = await opened();
  const token = link.slice("/i/".length);
  const stop = stopPathIn(relay).split("/").at(-1) ?? "";
  const wrong = [
    `/i/${token}x`,
    `/i/${token.slice(1)}`,
    `/i/${token.toLowerCase()}x`,
    `/i/x${token}`,
    `/i/3D3D${token}`,
    `/i/3d${token}`,
    `/i/${token},`,
    `/i/${token}.....`,
    `/i/x%2F${token}`,
    `/i/%25${token.charCodeAt(0).toString(16)}${token.slice(1)}`,
    "/i/%00",
    "/i/%ZZ",
    `/i/${"a".repeat(5_000)}`,
    `/i/${stop}`,
    `/i/stop/${token}`,
    "/i",
  ];
  for (const path of wrong) {
    const page = await new Browser(service).get(path);
    expect([path, page.status]).toEqual([path, 404]);
    const text = await page.text();
    expect(text).toContain("This link doesn't work");
    expect(text).not.toContain(token);
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
  }
  await act(browser, "/i/stop", { reason: "unsubscribed" });
  expect(await (await browser.get("/i")).text()).toContain(
    "You're unsubscribed",
  );
  // The conversation is still theirs to read: only the mail has ended.
  expect((await browser.get(link)).status).toBe(303);
  expect(service.logged.join("")).not.toContain(token);
});

test("a link opens as mail programs and gateways write it", async () => {
  const { link } = await opened();
  const token = link.slice("/i/".length);
  const encoded = [...token]
    .map((it) => `%${it.charCodeAt(0).toString(16)}`)
    .join("");
  const stop = stopPathIn(relay).split("/").at(-1) ?? "";
  const written = [
    `/i/${encoded}`,
    ...["/", ".", ")", "=", ">", "%3E", ").", "./"].map((it) => link + it),
    `/i/3D${token}`,
    `/i/stop/3D${stop}.`,
    `/i/stop/${stop}/`,
  ];
  for (const path of written) {
    const browser = new Browser(service);
    const opening = await browser.get(path);
    const to = path.startsWith("/i/stop") ? "/i/unsubscribe" : "/i";
    expect([path, opening.status, opening.headers.get("location")]).toEqual([
      path,
      303,
      to,
    ]);
    expect((await browser.get(to)).status).toBe(200);
  }
  const click = await service.fetch(`/i/stop/${stop}/`, { method: "POST" });
  expect(await click.text()).toContain("You're unsubscribed");
});

test("an address that has an account already takes it over by signing in; another person is told whom it would go to", async () => {
  const { id, browser: stranger, link } = await opened({ price: "5" });
  const other = await signUp(service, `mallory${count}`);
  await other.get(link);
  const seen = await (await other.get("/i")).text();
  expect(seen).toContain(`You're signed in as <bdi>mallory${count}</bdi>`);
  expect(seen).toContain("Not you? Sign out.");
  expect((await see(id)).participants[1].accountId).toBeUndefined();
  const own = await signUp(service, `eve${count}`);
  await own.get(link);
  const claimed = await act(own, "/i/claim");
  expect(claimed.headers.get("location")).toBe(`/c/${id}`);
  expect((await see(id)).participants[1]).toMatchObject({
    address: `eve${count}@inbox.localhost`,
    delivery: { state: "joined" },
  });
  expect((await see(id)).payment.payee.address).toBe(
    `eve${count}@inbox.localhost`,
  );
  // Every link of the invite has ended, for whoever still has it open.
  for (const browser of [stranger, other, own]) {
    expect((await browser.get("/i")).status).toBe(404);
    expect((await act(browser, "/i/reply", { text: "x" })).status).toBe(404);
  }
});

test("who is in the conversation already is offered no second place", async () => {
  const member = await signUp(service, `member${count}`);
  const to = [`member${count}@inbox.localhost`, guest];
  const { link } = await opened({ to });
  await member.get(link);
  const page = await (await member.get("/i")).text();
  expect(page).toContain("who is already in this conversation");
  expect(page).not.toContain("/i/claim");
  expect((await act(member, "/i/claim")).status).toBe(409);
});

test("the link that stops the mail still stops it after an account has claimed the invite, for the address that was written to", async () => {
  const { link } = await opened();
  const stop = stopPathIn(relay);
  const owner = await signUp(service, `owner${count}`);
  await owner.get(link);
  expect((await act(owner, "/i/claim")).status).toBe(303);
  const done = await service.fetch(stop, {
    method: "POST",
    body: "List-Unsubscribe=One-Click",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  expect(await done.text()).toContain("You're unsubscribed");
  const { id } = await opened();
  expect((await see(id)).participants[1].delivery.state).toBe(
    "invite_suppressed",
  );
});

test("a link that cannot stop anything does not claim that it did", async () => {
  const path = `/i/stop/${"A".repeat(22)}`;
  const response = await service.fetch(path, { method: "POST" });
  expect(response.status).toBe(404);
  expect(await response.text()).not.toContain("You're unsubscribed");
});

test("the page whose own address is a secret tells it to nobody, and a page of a guest runs no script but the one that says moments", async () => {
  const { browser } = await opened();
  const stop = await browser.get(stopPathIn(relay));
  expect(stop.headers.get("referrer-policy")).toBe("no-referrer");
  expect(stop.headers.get("cache-control")).toBe("no-store");
  for (const [path, script] of [
    ["/i/unsubscribe", undefined],
    ["/i", "/zone.js"],
  ] as const) {
    const page = await browser.get(path);
    expect(page.headers.get("cache-control")).toBe("no-store");
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy.includes("script-src 'self';")).toBe(script !== undefined);
    expect(policy).not.toContain("connect-src");
    expect(policy).toContain("frame-ancestors 'none'");
    const scripts = [
      ...(await page.text()).matchAll(/<script[^>]*src="([^"?]*)/g),
    ];
    expect(scripts.map(([, src]) => src)).toEqual(script ? [script] : []);
  }
});
