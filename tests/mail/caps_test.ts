import { expect, test } from "bun:test";
import { OPERATOR } from "../../src/core/access/principal.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import { guestOf } from "../../src/core/mail/invite_link.ts";
import { allowMail } from "../../src/core/operations/allow_mail.ts";
import { recordBounce } from "../../src/core/operations/record_bounce.ts";
import { sendMessage } from "../../src/core/operations/send_message.ts";
import { stopInvites } from "../../src/core/operations/stop_invites.ts";
import { callOperation } from "../../src/core/pipeline/call.ts";
import type { Actor, Stage } from "../core/core_harness.ts";
import { DAY, send, startStage, view } from "../core/core_harness.ts";
import { deliverDue } from "./deliver_due.ts";
import { deliveryOf } from "./outbox.ts";
import type { Relay } from "./relay.ts";
import { linkIn, startRelay } from "./relay.ts";

const HOUR = 3_600_000;
const asOperator = { principal: OPERATOR, via: "cli", requestId: "t" } as const;

/** Invites an address, delivers, and reports the mail from its own link. */
async function reported(core: Stage, relay: Relay, to: string) {
  const id = await send(core.alice, { to });
  await deliverDue(core.services, relay.mailer);
  const token = linkIn(relay, to).split("/").at(-1) ?? "";
  const guest = await guestOf(core.services, token, "read");
  if (!guest) throw new Error("No guest");
  const caller = { principal: guest, via: "web", requestId: "t" } as const;
  await callOperation(core.services, stopInvites, caller, {
    reason: "reported",
  });
  return id;
}

/** How a new request to one more address stands. */
async function stateOfNext(actor: Actor, to: string) {
  return await deliveryOf(actor, await send(actor, { to }));
}

test("a sender whose invites too many people report pauses for a week, truthfully, and nobody else does", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  for (let i = 0; i < LIMITS.inviteReportsMax; i++) {
    await reported(core, relay, `angry${i}@example.org`);
  }
  expect(await stateOfNext(core.alice, "a@example.org")).toBe("invite_queued");
  const last = await reported(core, relay, "last@example.org");
  expect(await stateOfNext(core.alice, "b@example.org")).toBe("invite_limited");
  expect(await stateOfNext(core.bob, "b@example.org")).toBe("invite_queued");
  // The reporter stays unknown.
  expect(JSON.stringify(await view(core.alice, last))).not.toContain("report");
  core.advance(LIMITS.inviteTroubleDays * DAY);
  expect(await stateOfNext(core.alice, "c@example.org")).toBe("invite_queued");
});

test("one reader who reports every mail, by every spelling of their address, counts once", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  const ids: string[] = [];
  for (let i = 0; i < LIMITS.inviteReportsMax + 2; i++) {
    ids.push(await send(core.alice, { to: `eve+${i}@example.org` }));
  }
  await deliverDue(core.services, relay.mailer);
  const mails = await core.rows("select id from deliveries");
  expect(mails).toHaveLength(ids.length);
  for (const [id] of mails) {
    const messageId = `<${id}@inbox.localhost>`;
    const kind = "complaint" as const;
    await callOperation(core.services, recordBounce, asOperator, {
      messageId,
      kind,
    });
  }
  expect(mails.length).toBeGreaterThan(LIMITS.inviteReportsMax);
  expect(await stateOfNext(core.alice, "b@example.org")).toBe("invite_queued");
});

test("a sender who writes to many mailboxes that do not exist pauses, however the relay says so", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  relay.mood = "refuse_recipient";
  for (let i = 0; i < LIMITS.inviteBouncesMax; i++) {
    await send(core.alice, { to: `nobody${i}@example.org` });
  }
  await deliverDue(core.services, relay.mailer);
  relay.mood = "accept";
  const id = await send(core.alice, { to: "late@example.org" });
  expect(await deliveryOf(core.alice, id)).toBe("invite_queued");
  await deliverDue(core.services, relay.mailer);
  await callOperation(core.services, recordBounce, asOperator, {
    messageId: relay.mails.at(-1)?.messageId ?? "",
    kind: "hard",
  });
  expect(await stateOfNext(core.alice, "b@example.org")).toBe("invite_limited");
});

test("a relay that is down, or dislikes the mail, pauses nobody", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  relay.mood = "policy";
  for (let i = 0; i <= LIMITS.inviteBouncesMax; i++) {
    await send(core.alice, { to: `some${i}@example.org` });
  }
  await deliverDue(core.services, relay.mailer);
  expect(await stateOfNext(core.alice, "b@example.org")).toBe("invite_queued");
});

test("many spellings of one mailbox share the cap of its day", async () => {
  await using core = await startStage();
  const max = LIMITS.invitesPerSeatDayMax;
  const to = ["eve", "eve+a", "EVE+b", "eve+c", "eve+c+d"].map(
    (name) => `${name}@example.org`,
  );
  const { participants } = await view(
    core.alice,
    await send(core.alice, { to }),
  );
  expect(participants.slice(1).map((it) => it.delivery.state)).toEqual([
    ...Array(max).fill("invite_queued"),
    "invite_deferred",
    "invite_deferred",
  ]);
  // Nor do many conversations make many days of one mailbox.
  const states: (string | undefined)[] = [];
  for (let i = max; i <= LIMITS.invitesPerAddressDayMax; i++) {
    const sender = i % 2 === 0 ? core.bob : core.carol;
    states.push(await stateOfNext(sender, `eve+${i}@example.org`));
  }
  expect(states.at(0)).toBe("invite_queued");
  expect(states.at(-1)).toBe("invite_deferred");
});

test("who wants no mail gets none under another spelling; a spelling that bounced stops itself alone", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  await reported(core, relay, "eve+news@example.org");
  expect(await stateOfNext(core.bob, "eve@example.org")).toBe(
    "invite_suppressed",
  );
  relay.mood = "refuse_recipient";
  await send(core.bob, { to: "fay+nothere@example.org" });
  await deliverDue(core.services, relay.mailer);
  expect(await stateOfNext(core.bob, "fay+nothere@example.org")).toBe(
    "invite_suppressed",
  );
  expect(await stateOfNext(core.bob, "fay@example.org")).toBe("invite_queued");
  const address = "eve+other@example.org";
  await callOperation(core.services, allowMail, asOperator, { address });
  expect(await stateOfNext(core.bob, "eve@example.org")).toBe("invite_queued");
});

/** Invites as many new addresses as the hour allows, hour by hour. */
async function inviteMany(
  core: Stage,
  count: number,
  domainOf: (at: number) => string,
) {
  for (let at = 0; at < count; at += LIMITS.invitesPerSenderHourMax) {
    const size = Math.min(LIMITS.invitesPerSenderHourMax, count - at);
    const to = Array.from(
      { length: size },
      (_, i) => `g${at + i}@${domainOf(at + i)}`,
    );
    await send(core.alice, { to });
    core.advance(HOUR);
  }
}

test("a sender has so many invites a day, and again the next day", async () => {
  await using core = await startStage();
  await inviteMany(
    core,
    LIMITS.invitesPerSenderDayMax,
    (at) => `d${at}.example`,
  );
  expect(await stateOfNext(core.alice, "one@more.example")).toBe(
    "invite_limited",
  );
  core.advance(DAY);
  expect(await stateOfNext(core.alice, "one@more.example")).toBe(
    "invite_queued",
  );
});

test("a sender has so many invites a day to one domain", async () => {
  await using core = await startStage();
  await inviteMany(core, LIMITS.invitesPerDomainDayMax, () => "example.org");
  expect(await stateOfNext(core.alice, "one@example.org")).toBe(
    "invite_limited",
  );
  expect(await stateOfNext(core.alice, "one@more.example")).toBe(
    "invite_queued",
  );
});

test("one conversation invites so many a day, however many are in it", async () => {
  await using core = await startStage();
  const to = Array.from(
    { length: LIMITS.recipientsMax },
    (_, i) => `g${i}@d${i}.example`,
  );
  const id = await send(core.alice, { to });
  const queued = async () =>
    Number((await core.rows("select count(*) from deliveries"))[0]?.[0]);
  expect(await queued()).toBe(LIMITS.invitesPerSenderHourMax);
  for (let hour = 0; hour < 4; hour++) {
    core.advance(HOUR);
    await core.alice.run(sendMessage, {
      conversationId: id,
      text: "Again",
      mode: "reply-all",
    });
  }
  expect(await queued()).toBe(LIMITS.invitesPerConversationDayMax);
  const states = await core.rows(
    "select delivery_state, count(*) from participants where account_id is null group by 1 order by 1",
  );
  expect(states).toEqual([
    ["invite_limited", to.length - LIMITS.invitesPerConversationDayMax],
    ["invite_queued", LIMITS.invitesPerConversationDayMax],
  ]);
  expect(await stateOfNext(core.alice, "one@more.example")).toBe(
    "invite_queued",
  );
});
