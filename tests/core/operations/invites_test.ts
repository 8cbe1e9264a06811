import { expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { getConversation } from "../../../src/core/operations/get_conversation.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import type { Actor, Stage } from "../core_harness.ts";
import { DAY, START, send, startStage, view } from "../core_harness.ts";

const EVE = "eve@example.org";
const HOUR = 3_600_000;
const SECRET = "the secret words";

/** Recipients of the queued invites, in the order they were queued. */
async function invited(core: Stage): Promise<readonly unknown[]> {
  const rows = await core.rows(
    "select recipient from deliveries order by rowid",
  );
  return rows.flat();
}

test("an ordinary address gets one invite that says who writes and nothing more", async () => {
  await using core = await startStage();
  const { alice } = core;
  const conversationId = await send(alice, {
    to: EVE,
    title: "A secret title",
    text: SECRET,
    price: "5",
  });
  const rows = await core.rows(
    "select kind, conversation_id, recipient, status, body from deliveries",
  );
  expect(rows).toEqual([
    [
      "invite",
      conversationId,
      EVE,
      "waiting",
      '{"fromName":"alice","fromAddress":"alice@inbox.localhost","by":"agent"}',
    ],
  ]);
  expect(JSON.stringify(rows)).not.toContain("secret");
});

test("accounts and service agents get no mail", async () => {
  await using core = await startStage();
  await send(core.alice, {
    to: [core.bob.address, "hello@inbox.localhost"],
  });
  expect(await invited(core)).toEqual([]);
});

test("each ordinary address in to, cc and bcc gets its own invite", async () => {
  await using core = await startStage();
  await send(core.alice, {
    to: EVE,
    cc: "fay@example.org",
    bcc: "guy@example.org",
  });
  expect(await invited(core)).toEqual([
    EVE,
    "fay@example.org",
    "guy@example.org",
  ]);
});

test("each message invites an address again, three times a day for a conversation; what is more waits for one mail", async () => {
  await using core = await startStage();
  const { alice } = core;
  const conversationId = await send(alice, { to: EVE });
  const more = () =>
    alice.run(sendMessage, { conversationId, text: SECRET, mode: "reply-all" });
  const state = async () => (await delivered(alice, conversationId))[0];
  await more();
  await more();
  expect(await invited(core)).toEqual([EVE, EVE, EVE]);
  expect(await state()).toBe("invite_queued");
  core.advance(DAY - 1);
  for (let i = 0; i < 5; i++) await more();
  expect(await state()).toBe("invite_deferred");
  const waiting = await core.rows(
    "select opens_at - created_at from deliveries where opens_at is not null",
  );
  expect(waiting).toEqual([[1]]);
  core.advance(1);
  // The mail that waited counts as one of the next day.
  await more();
  await more();
  expect(await state()).toBe("invite_queued");
  await more();
  expect(await state()).toBe("invite_deferred");
  expect(await invited(core)).toHaveLength(7);
});

test("who may not read a message is not invited to it", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await send(alice, {
    to: bob.address,
    cc: EVE,
    bcc: "guy@example.org",
  });
  core.advance(DAY);
  await bob.run(sendMessage, { conversationId, text: "for alice" });
  expect(await invited(core)).toEqual([EVE, "guy@example.org"]);
  await bob.run(sendMessage, { conversationId, text: "x", mode: "reply-all" });
  expect(await invited(core)).toEqual([EVE, "guy@example.org", EVE]);
});

test("an invite names who wrote, not who began", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await send(alice, { to: bob.address, cc: EVE });
  core.advance(DAY);
  await bob.run(sendMessage, { conversationId, text: "x", mode: "reply-all" });
  const rows = await core.rows("select body from deliveries order by rowid");
  expect(rows.flat().map((it) => JSON.parse(String(it)).fromName)).toEqual([
    "alice",
    "bob",
  ]);
});

test("the invite of a bcc is known to the sender only", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await send(alice, {
    to: bob.address,
    bcc: "guy@example.org",
  });
  const read = async (actor: typeof alice) => {
    const { audit } = await actor.run(getConversation, {
      conversationId,
      includeAudit: true,
    });
    return audit?.records.map(({ type }) => type) ?? [];
  };
  expect(await read(alice)).toContain("invite.queued");
  const seenByBob = await read(bob);
  expect(seenByBob).not.toContain("invite.queued");
  expect(seenByBob).toContain("redacted");
  expect(JSON.stringify(await view(bob, conversationId))).not.toContain("guy@");
});

test("a file that can run is not sent: the review rejects and nobody is invited", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const made = await alice.run(createConversation, {
    to: [EVE, bob.address],
    text: "run this",
    price: "5",
    artifacts: [
      { name: "a.exe", mimeType: "application/octet-stream", bytes: "YQ==" },
    ],
    submit: true,
  });
  expect(made).toMatchObject({
    state: "rejected",
    conversation: { stateReason: "R-CONTENT", payment: { status: "none" } },
  });
  expect(await invited(core)).toEqual([]);
  const { conversationId } = made;
  const foreign = await bob.refused(getConversation, { conversationId });
  expect(foreign.code).toBe("conversation_not_found");
});

/** How each ordinary address of a conversation stands. */
async function delivered(actor: Actor, conversationId: string) {
  const { participants } = await view(actor, conversationId);
  return participants
    .filter((it) => it.kind === "email")
    .map((it) => it.delivery.state);
}

test("a sender causes so many invites an hour; what is too many is not queued and says so", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const max = LIMITS.invitesPerSenderHourMax;
  const named = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => `guest${from + i}@example.org`);
  const first = await send(alice, { to: named(0, max - 1) });
  const second = await send(alice, { to: named(100, 3) });
  expect(await delivered(alice, first)).toEqual(
    Array(max - 1).fill("invite_queued"),
  );
  expect(await delivered(alice, second)).toEqual([
    "invite_queued",
    "invite_limited",
    "invite_limited",
  ]);
  expect(await invited(core)).toHaveLength(max);
  // The cap is the sender's own.
  await send(bob, { to: "guest101@example.org" });
  expect(await invited(core)).toHaveLength(max + 1);
  core.advance(HOUR);
  await alice.run(sendMessage, { conversationId: second, text: "again" });
  expect(await delivered(alice, second)).toEqual(
    Array(3).fill("invite_queued"),
  );
  // Also whoever had one before hears of the further message.
  expect(await invited(core)).toHaveLength(max + 4);
});

/** New requests to one address, by as many senders as there are. */
async function flooded(core: Stage, count: number): Promise<string[]> {
  const senders = [core.alice, core.bob, core.carol, core.dave];
  const states: string[] = [];
  for (let i = 0; i < count; i++) {
    const sender = senders[i % 4] ?? core.alice;
    const [state = ""] = await delivered(
      sender,
      await send(sender, { to: EVE }),
    );
    states.push(state);
  }
  return states;
}

test("an address gets so many invites a day, whoever sends; as many more wait, and no more than that", async () => {
  await using core = await startStage();
  const max = LIMITS.invitesPerAddressDayMax;
  const states = await flooded(core, 2 * max + 2);
  expect(states).toEqual([
    ...Array(max).fill("invite_queued"),
    ...Array(max).fill("invite_deferred"),
    "invite_limited",
    "invite_limited",
  ]);
  const { dave } = core;
  const other = await send(dave, { to: "fay@example.org" });
  expect(await delivered(dave, other)).toEqual(["invite_queued"]);
  core.advance(DAY);
  // Those that waited are the invites of the next day: there is room a day later.
  expect(await flooded(core, 1)).toEqual(["invite_deferred"]);
  core.advance(2 * DAY);
  expect(await flooded(core, 1)).toEqual(["invite_queued"]);
});

test("however many write to an address at once, the cap of the day holds", async () => {
  await using core = await startStage();
  const senders = [core.alice, core.bob, core.carol, core.dave];
  const max = LIMITS.invitesPerAddressDayMax;
  await Promise.all(
    Array.from({ length: max + 8 }, (_, i) =>
      send(senders[i % 4] ?? core.alice, { to: EVE }),
    ),
  );
  const states = await core.rows(
    "select delivery_state, count(*) from participants where account_id is null group by 1 order by 1",
  );
  expect(states).toEqual([
    ["invite_deferred", 8],
    ["invite_queued", max],
  ]);
  const perDay = await core.rows(
    `select count(*) from deliveries where coalesce(opens_at, created_at) > ${START} - ${DAY} and coalesce(opens_at, created_at) <= ${START}`,
  );
  expect(perDay).toEqual([[max]]);
});
