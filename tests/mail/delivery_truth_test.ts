import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { Browser } from "../auth/browser.ts";
import type { TestAccount, TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";
import { act, openInvite, stopPathIn } from "./guest.ts";
import type { Relay } from "./relay.ts";
import { linkIn, startRelay } from "./relay.ts";

const SECRET = "what-the-relay-and-the-service-share";
const DECLINED = {
  state: "rejected",
  stateReason: "declined",
  payment: { status: "voided", voidReason: "declined" },
};
const FAILED = {
  state: "failed",
  stateReason: "all_deliveries_failed",
  payment: { status: "voided", voidReason: "all_deliveries_failed" },
};
const HELD = { state: "submitted", payment: { status: "held" } };

let service: TestService;
let relay: Relay;
let alice: TestAccount;
let bob: TestAccount;
let count = 0;
let one = "";
let two = "";

beforeAll(async () => {
  service = await startService({ env: { MAIL_WEBHOOK_SECRET: SECRET } });
  relay = await startRelay();
  alice = await service.addAccount("alice", { credit: "1000.00" });
  bob = await service.addAccount("bob");
});

beforeEach(() => {
  count += 1;
  one = `one${count}@example.org`;
  two = `two${count}@example.org`;
  // Reports pause a sender for a week.
  service.clock.advance(8 * 86_400_000);
});

afterAll(async () => {
  await relay[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

/** Alice's priced request, delivered. */
async function ask(more: { readonly to: readonly string[]; cc?: string[] }) {
  const { id, browser } = await openInvite(service, relay, alice, {
    price: "3",
    release: "accepted",
    ...more,
  });
  return { id, browser };
}

async function see(id: string) {
  const response = await service.fetch(`/v1/conversations/${id}`, {
    token: alice.token,
  });
  return (await json(response)).conversation;
}

async function deliveryOf(id: string, position = 1) {
  return (await see(id)).participants[position].delivery.state;
}

/** A guest's no, from their own link. */
async function decline(guest: string) {
  const browser = new Browser(service);
  await browser.get(linkIn(relay, guest));
  expect((await act(browser, "/i/decline")).status).toBe(303);
}

function mailTo(guest: string) {
  const at = relay.mails.findLastIndex(
    ({ to }) => [to].flat()[0]?.text === guest,
  );
  return { mails: relay.mails.slice(at), raw: relay.raw.slice(at, at + 1) };
}

/** The relay's report on the newest mail to a guest. */
async function report(guest: string, kind: "hard" | "complaint" = "hard") {
  const [mail] = mailTo(guest).mails;
  const json = { messageId: mail?.messageId, kind };
  const response = await service.fetch("/v1/mail/bounces", {
    method: "POST",
    token: SECRET,
    json,
  });
  expect(response.status).toBe(200);
}

/** One click in the guest's mail program. */
async function stop(guest: string) {
  const path = stopPathIn({ ...relay, ...mailTo(guest) });
  const response = await service.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });
  expect(response.status).toBe(200);
}

const LATER: readonly (readonly [string, () => Promise<void>])[] = [
  ["a stop", () => stop(one)],
  ["a complaint", () => report(one, "complaint")],
  ["a bounce", () => report(one)],
];

for (const [name, happens] of LATER) {
  test(`${name} after a no does not take the no back`, async () => {
    const { id } = await ask({ to: [one, two] });
    await decline(one);
    await happens();
    expect(await deliveryOf(id)).toBe("declined");
    expect(await see(id)).toMatchObject(HELD);
    await decline(two);
    expect(await see(id)).toMatchObject(DECLINED);
  });

  test(`${name} after an answer leaves the guest in the conversation`, async () => {
    const { id, browser } = await ask({ to: [one] });
    await act(browser, "/i/reply", { text: "Here I am" });
    await happens();
    expect(await deliveryOf(id)).toBe("opened");
    expect(await see(id)).toMatchObject({ payment: { status: "held" } });
  });
}

test("a complaint after a bounce leaves the participant without a mailbox", async () => {
  const { id } = await ask({ to: [one, two] });
  await report(one);
  await report(one, "complaint");
  expect(await deliveryOf(id)).toBe("invite_bounced");
});

for (const cc of [undefined, "bob"]) {
  const beside = cc === undefined ? "" : ", whoever has a copy";
  const copies = () => (cc === undefined ? {} : { cc: [bob.address] });

  test(`a no and a bounce end a request in either order${beside}`, async () => {
    const first = await ask({ to: [one, two], ...copies() });
    await decline(one);
    expect(await see(first.id)).toMatchObject(HELD);
    await report(two);
    expect(await see(first.id)).toMatchObject(DECLINED);
    const [three, four] = [`a${one}`, `a${two}`];
    const second = await ask({ to: [three, four], ...copies() });
    await report(four);
    expect(await see(second.id)).toMatchObject(HELD);
    await decline(three);
    expect(await see(second.id)).toMatchObject(DECLINED);
  });

  test(`a price goes back when no mail has reached anybody in \`to\`${beside}`, async () => {
    const { id } = await ask({ to: [one, two], ...copies() });
    await report(one);
    expect(await see(id)).toMatchObject(HELD);
    await report(two);
    expect(await see(id)).toMatchObject(FAILED);
  });
}

test("a no after the start and a bounce stop what has begun in either order", async () => {
  const first = await ask({ to: [one, two] });
  await act(first.browser, "/i/reply", { text: "I begin" });
  await act(first.browser, "/i/decline");
  expect((await see(first.id)).payment.status).toBe("held");
  await report(two);
  const [three, four] = [`a${one}`, `a${two}`];
  const second = await ask({ to: [three, four] });
  await act(second.browser, "/i/reply", { text: "I begin" });
  await report(four);
  await act(second.browser, "/i/decline");
  const canceled = { ...DECLINED, state: "canceled" };
  expect(await see(first.id)).toMatchObject(canceled);
  expect(await see(second.id)).toMatchObject(canceled);
});

test("a bounce of a copy ends nothing", async () => {
  const { id } = await ask({ to: [one], cc: [two] });
  await report(two);
  expect(await deliveryOf(id, 2)).toBe("invite_bounced");
  expect(await see(id)).toMatchObject(HELD);
});

test("a report, a complaint and a stop leave records of one shape to the sender", async () => {
  const records: string[] = [];
  const ways = [
    (browser: Browser) => act(browser, "/i/stop", { reason: "unsubscribed" }),
    (browser: Browser) => act(browser, "/i/stop", { reason: "reported" }),
    () => report(one, "complaint"),
  ];
  for (const [index, way] of ways.entries()) {
    one = `way${index}@example.org`;
    const { id, browser } = await ask({ to: [one] });
    await way(browser);
    const response = await service.fetch(`/v1/conversations/${id}/audit`, {
      token: alice.token,
    });
    const { records: all } = await json(response);
    const shapes = all.map((it: { type: string; refs?: object }) =>
      [it.type, Object.keys(it.refs ?? {})].flat().join(" "),
    );
    expect(shapes).toContain("invite.suppressed");
    records.push(shapes.join("\n"));
  }
  expect(records).toEqual(records.map(() => records[0] ?? ""));
});
