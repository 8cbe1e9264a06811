import { expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import { breathe } from "../../src/core/base/pace.ts";
import { Deliveries } from "../../src/core/loops/deliver.ts";
import type { Mailer } from "../../src/core/mail/mailer.ts";
import { suppressionStore } from "../../src/core/mail/suppression_store.ts";
import { cancelConversation } from "../../src/core/operations/cancel_conversation.ts";
import { DELIVERY_SENDERS } from "../../src/core/senders/mod.ts";
import { balance, send, startStage, view } from "../core/core_harness.ts";
import { deliverDue } from "./deliver_due.ts";
import { deliveryOf, EVE, invite, recordsOf, rowsOf } from "./outbox.ts";
import type { Mood } from "./relay.ts";
import { startRelay } from "./relay.ts";

test("without a relay mail stays in the outbox and is never said to be sent", async () => {
  await using core = await startStage();
  const id = await invite(core);
  const deliveries = new Deliveries(core.services);
  await deliveries.pass();
  await deliveries.idle();
  expect(await rowsOf(core)).toEqual([["waiting", 0, null]]);
  expect(await deliveryOf(core.alice, id)).toBe("invite_queued");
});

test("a mail that the relay took is sent: row, participant and record say so together", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  const id = await invite(core);
  const before = await core.rows(
    "select updated_at, version from conversations",
  );
  core.advance(1_000);
  expect(await deliverDue(core.services, relay.mailer)).toBe(1);
  expect(await rowsOf(core)).toEqual([["delivered", 1, null]]);
  expect(await deliveryOf(core.alice, id)).toBe("invite_sent");
  expect(await recordsOf(core, id)).toEqual(["invite.queued", "invite.sent"]);
  // A new version, and no activity: lists stay in their order.
  const [[updatedAt, version] = []] = before;
  expect(
    await core.rows("select updated_at, version from conversations"),
  ).toEqual([[updatedAt, Number(version) + 1]]);
  expect(await deliverDue(core.services, relay.mailer)).toBe(0);
  expect(relay.mails).toHaveLength(1);
});

const [FIRST_PAUSE = 0] = DELIVERY_SENDERS.mail.schedule;

const TRIED_AGAIN: readonly (readonly [Mood, string])[] = [
  ["refuse_for_now", "RCPT TO 451 4.2.1 EENVELOPE"],
  ["refuse_sender", "MAIL FROM 550 5.7.1 EENVELOPE"],
  ["drop_in_the_middle", "ECONNECTION"],
];

for (const [mood, error] of TRIED_AGAIN) {
  test(`${mood}: the mail is tried again later, and nothing that the relay wrote is kept`, async () => {
    await using core = await startStage();
    await using relay = await startRelay();
    const id = await invite(core);
    relay.mood = mood;
    expect(await deliverDue(core.services, relay.mailer)).toBe(0);
    const [[status, attempts, said] = []] = await rowsOf(core);
    expect([status, attempts]).toEqual(["waiting", 1]);
    expect(String(said)).toContain(error.split(" ").at(-1) ?? "");
    expect(String(said)).not.toContain("@");
    expect(await deliveryOf(core.alice, id)).toBe("invite_queued");
    relay.mood = "accept";
    expect(await deliverDue(core.services, relay.mailer)).toBe(0);
    core.advance(FIRST_PAUSE * 2);
    expect(await deliverDue(core.services, relay.mailer)).toBe(1);
    expect(await deliveryOf(core.alice, id)).toBe("invite_sent");
  });
}

test("a mailbox that is not there bounces at once, and is written to no more", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  const id = await invite(core);
  relay.mood = "refuse_recipient";
  await deliverDue(core.services, relay.mailer);
  expect(await rowsOf(core)).toEqual([
    ["failed", 1, "RCPT TO 550 5.1.1 EENVELOPE"],
  ]);
  expect(await deliveryOf(core.alice, id)).toBe("invite_bounced");
  expect(await recordsOf(core, id)).toEqual([
    "invite.queued",
    "invite.bounced",
  ]);
  const later = await invite(core);
  expect(await deliveryOf(core.alice, later)).toBe("invite_suppressed");
  expect(await rowsOf(core)).toHaveLength(1);
});

test("when the mail of everybody came back the request has failed, and its price goes back", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  const lost = await invite(core, { price: "5" });
  const half = await invite(core, { to: [EVE, core.bob.address] });
  relay.mood = "refuse_recipient";
  await deliverDue(core.services, relay.mailer);
  expect(await view(core.alice, lost)).toMatchObject({
    state: "failed",
    stateReason: "all_deliveries_failed",
    payment: { status: "voided", voidReason: "all_deliveries_failed" },
  });
  expect(await balance(core, core.alice)).toBe(100_000_000);
  expect((await view(core.alice, half)).state).toBe("submitted");
});

test("a mail that is refused for its kind bounces, and the address may be tried again", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  await invite(core);
  relay.mood = "policy";
  await deliverDue(core.services, relay.mailer);
  expect((await rowsOf(core))[0]?.[0]).toBe("failed");
  const later = await invite(core);
  expect(await deliveryOf(core.alice, later)).toBe("invite_queued");
});

test("after the last try a mail counts as bounced", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  const id = await invite(core);
  relay.mood = "refuse_for_now";
  const { schedule } = DELIVERY_SENDERS.mail;
  for (const pause of schedule) {
    await deliverDue(core.services, relay.mailer);
    expect((await rowsOf(core))[0]?.[0]).toBe("waiting");
    core.advance(pause * 1.2);
  }
  await deliverDue(core.services, relay.mailer);
  expect((await rowsOf(core))[0]?.slice(0, 2)).toEqual([
    "failed",
    schedule.length + 1,
  ]);
  expect(await deliveryOf(core.alice, id)).toBe("invite_bounced");
});

test("two that deliver at once send each mail once", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  const to = Array.from({ length: 15 }, (_, i) => `guest${i}@example.org`);
  await invite(core, { to });
  const sent = await Promise.all([
    deliverDue(core.services, relay.mailer),
    deliverDue(core.services, relay.mailer),
    deliverDue(core.services, relay.mailer),
  ]);
  expect(sent.reduce((sum, it) => sum + it, 0)).toBe(to.length);
  const got = relay.mails.map((it) => it.headers.get("to"));
  expect(new Set(got.map((it) => JSON.stringify(it))).size).toBe(to.length);
  expect(relay.mails).toHaveLength(to.length);
});

test("a sender whose mails hang keeps nobody else's waiting, and has a share of those sent at once", async () => {
  await using core = await startStage();
  const open = Promise.withResolvers<void>();
  const others = Promise.withResolvers<void>();
  let hanging = 0;
  const mailer: Mailer = {
    async send({ to }) {
      if (to === EVE) return others.resolve();
      hanging += 1;
      await open.promise;
    },
    close() {},
  };
  const to = Array.from({ length: 15 }, (_, i) => `guest${i}@example.org`);
  await invite(core, { to });
  await send(core.bob.asPerson(), { to: EVE, title: "A plan" });
  const deliveries = new Deliveries(core.services, { mailer });
  await deliveries.pass();
  await others.promise;
  const share = LIMITS.mailsAtOnceOfAccount;
  while (hanging < share) await breathe();
  await deliveries.pass();
  expect(hanging).toBe(share);
  // A place that is free is taken at once, without another look.
  open.resolve();
  await deliveries.idle();
  expect(hanging).toBe(to.length);
});

test("an answer that was lost after the mail went means one duplicate, with the same Message-ID", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  await invite(core);
  relay.mood = "drop_before_answer";
  await deliverDue(core.services, relay.mailer);
  expect((await rowsOf(core))[0]?.[0]).toBe("waiting");
  relay.mood = "accept";
  core.advance(FIRST_PAUSE * 2);
  await deliverDue(core.services, relay.mailer);
  await deliverDue(core.services, relay.mailer);
  const ids = relay.mails.map((it) => it.messageId);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

test("a worker that lost the lease changes nothing any more", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  await using slow = await startRelay();
  const id = await invite(core);
  const { arrived, answer } = slow.hold();
  const first = deliverDue(core.services, slow.mailer);
  await arrived;
  core.advance(LIMITS.deliveryLeaseMs);
  relay.mood = "refuse_recipient";
  await deliverDue(core.services, relay.mailer);
  expect(await deliveryOf(core.alice, id)).toBe("invite_bounced");
  answer();
  await first;
  expect(await deliveryOf(core.alice, id)).toBe("invite_bounced");
  expect((await rowsOf(core))[0]?.[0]).toBe("failed");
});

test("who wants no mail any more gets none that waits, and the sender sees that it did not go", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  const id = await invite(core);
  await core.services.db.commit([
    suppressionStore(core.services.db).add(EVE, "unsubscribed", 1),
  ]);
  expect(await deliverDue(core.services, relay.mailer)).toBe(0);
  expect((await rowsOf(core))[0]?.[0]).toBe("dropped");
  expect(relay.mails).toEqual([]);
  expect(await deliveryOf(core.alice, id)).toBe("invite_suppressed");
  expect(await recordsOf(core, id)).toEqual([
    "invite.queued",
    "invite.suppressed",
  ]);
});

test("a request that was canceled before its mail could leave invites nobody, and says so", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  const id = await invite(core);
  await core.alice.run(cancelConversation, {
    conversationId: id,
    reason: "Not needed",
  });
  expect(await deliverDue(core.services, relay.mailer)).toBe(0);
  expect(await rowsOf(core)).toEqual([["dropped", 1, "ended"]]);
  expect(relay.mails).toEqual([]);
  expect(await deliveryOf(core.alice, id)).toBe("invite_dropped");
  expect((await view(core.alice, id)).state).toBe("canceled");
});
