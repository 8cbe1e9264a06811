import { expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import { guestOf } from "../../src/core/mail/invite_link.ts";
import { sendMessage } from "../../src/core/operations/send_message.ts";
import { stopInvites } from "../../src/core/operations/stop_invites.ts";
import { callOperation } from "../../src/core/pipeline/call.ts";
import type { Actor, Stage } from "../core/core_harness.ts";
import { DAY, send, startStage } from "../core/core_harness.ts";
import { deliverDue } from "./deliver_due.ts";
import { deliveryOf, EVE, invite, recordsOf, rowsOf } from "./outbox.ts";
import type { Relay } from "./relay.ts";
import { linkIn, startRelay } from "./relay.ts";

async function write(actor: Actor, conversationId: string, count = 1) {
  for (let i = 0; i < count; i++) {
    const input = {
      conversationId,
      text: "SECRET",
      mode: "reply-all",
    } as const;
    await actor.run(sendMessage, input);
  }
}

/** The guest who holds the link of the newest mail. */
async function guestBy({ services }: Stage, relay: Relay) {
  const token = linkIn(relay, EVE).split("/").at(-1) ?? "";
  const guest = await guestOf(services, token, "read");
  if (!guest) throw new Error("No guest");
  return { principal: guest, via: "web", requestId: "t" } as const;
}

test("each further message leaves as a further invite, without a word of it, and with a link of its own", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  const id = await invite(core, { text: "SECRET" });
  await deliverDue(core.services, relay.mailer);
  const first = linkIn(relay, EVE);
  await write(core.alice, id);
  expect(await deliveryOf(core.alice, id)).toBe("invite_queued");
  await deliverDue(core.services, relay.mailer);
  expect(await deliveryOf(core.alice, id)).toBe("invite_sent");
  expect(relay.mails).toHaveLength(2);
  expect(relay.raw.join()).not.toContain("SECRET");
  expect(linkIn(relay, EVE)).not.toBe(first);
  expect(new Set(relay.mails.map((it) => it.messageId)).size).toBe(2);
});

test("what is too many for a day arrives the next day in one mail that says how many there are, and the sender sees that it waits", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  const id = await invite(core);
  await write(core.alice, id, LIMITS.invitesPerSeatDayMax - 1);
  await write(core.alice, id, 4);
  await deliverDue(core.services, relay.mailer);
  expect(relay.mails).toHaveLength(LIMITS.invitesPerSeatDayMax);
  // Those that left do not hide the one that waits.
  expect(await deliveryOf(core.alice, id)).toBe("invite_deferred");
  core.advance(DAY - 1);
  await deliverDue(core.services, relay.mailer);
  expect(relay.mails).toHaveLength(LIMITS.invitesPerSeatDayMax);
  core.advance(1);
  await deliverDue(core.services, relay.mailer);
  expect(relay.mails).toHaveLength(LIMITS.invitesPerSeatDayMax + 1);
  const digest = relay.mails.at(-1);
  expect(digest?.subject).toBe("You have 4 new messages on localhost:3000");
  expect(digest?.text).toStartWith(
    "You have 4 messages on localhost:3000, the first from an agent of alice (alice@inbox.localhost).",
  );
  expect(await deliveryOf(core.alice, id)).toBe("invite_sent");
  expect(await recordsOf(core, id)).toEqual([
    ...Array(LIMITS.invitesPerSeatDayMax).fill("invite.queued"),
    "invite.deferred",
    ...Array(LIMITS.invitesPerSeatDayMax + 1).fill("invite.sent"),
  ]);
});

test("a mail that waits counts only what its reader may read and has not written", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  const { alice, bob } = core;
  const id = await send(alice, { to: bob.address, cc: EVE });
  await write(alice, id, LIMITS.invitesPerSeatDayMax - 1);
  await write(alice, id, 1);
  // Between the two accounts alone.
  await bob.run(sendMessage, { conversationId: id, text: "x" });
  await write(bob, id, 1);
  core.advance(DAY);
  await deliverDue(core.services, relay.mailer);
  expect(relay.mails.at(-1)?.subject).toContain("2 new messages");
});

test("who wants no mail any more gets neither a further invite nor the one that waits", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  const id = await invite(core);
  await write(core.alice, id, LIMITS.invitesPerSeatDayMax);
  await deliverDue(core.services, relay.mailer);
  expect(await deliveryOf(core.alice, id)).toBe("invite_deferred");
  const guest = await guestBy(core, relay);
  await callOperation(core.services, stopInvites, guest, {
    reason: "unsubscribed",
  });
  expect(await deliveryOf(core.alice, id)).toBe("invite_suppressed");
  await write(core.alice, id);
  core.advance(DAY);
  await deliverDue(core.services, relay.mailer);
  expect(relay.mails).toHaveLength(LIMITS.invitesPerSeatDayMax);
  expect(await rowsOf(core)).toEqual([
    ...Array(LIMITS.invitesPerSeatDayMax).fill(["delivered", 1, null]),
    ["dropped", 1, "suppressed"],
  ]);
});

test("who has opened an invite stays so: a later mail that comes back undoes nothing", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  const id = await invite(core, { price: "5" });
  await deliverDue(core.services, relay.mailer);
  const guest = await guestBy(core, relay);
  const answer = { conversationId: id, text: "Gladly." };
  await callOperation(core.services, sendMessage, guest, answer);
  expect(await deliveryOf(core.alice, id)).toBe("opened");
  await write(core.alice, id);
  expect(await deliveryOf(core.alice, id)).toBe("opened");
  relay.mood = "policy";
  await deliverDue(core.services, relay.mailer);
  expect(await deliveryOf(core.alice, id)).toBe("opened");
  const [[state] = []] = await core.rows(
    `select state from conversations where id = '${id}'`,
  );
  expect(state).toBe("working");
});

test("nothing is written to a mailbox that is not there, though invites were queued before it was known", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  const id = await invite(core);
  await write(core.alice, id, 2);
  relay.mood = "refuse_recipient";
  await deliverDue(core.services, relay.mailer);
  relay.mood = "accept";
  core.advance(DAY);
  await deliverDue(core.services, relay.mailer);
  expect(relay.mails).toEqual([]);
  expect(await deliveryOf(core.alice, id)).toBe("invite_bounced");
});
