import { expect, test } from "bun:test";
import { VIEWS } from "../../../src/core/conversations/model/schemas.ts";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { completeConversation } from "../../../src/core/operations/complete_conversation.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { listConversations } from "../../../src/core/operations/list_conversations.ts";
import { listTasks } from "../../../src/core/operations/list_tasks.ts";
import { recordHilDecision } from "../../../src/core/operations/record_hil_decision.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import { updateConversation } from "../../../src/core/operations/update_conversation.ts";
import type { Actor, Stage } from "../core_harness.ts";
import { send, startStage, view } from "../core_harness.ts";

type View = (typeof VIEWS)[number];

async function ids(actor: Actor, wanted?: View): Promise<readonly string[]> {
  const { conversations } = await actor.run(listConversations, {
    ...(wanted && { view: wanted }),
  });
  return conversations.map(({ id }) => id);
}

/** A draft, a free, a paid and an archived conversation from alice to bob. */
async function four(core: Stage) {
  const { alice, bob } = core;
  const draft = (await alice.run(createConversation, { text: "d" }))
    .conversationId;
  core.advance(1);
  const free = await send(alice, { to: bob.address });
  core.advance(1);
  const paid = await send(alice, { to: bob.address, price: "1" });
  core.advance(1);
  const stored = await send(alice, { to: bob.address });
  for (const actor of [alice, bob]) {
    await actor.run(updateConversation, {
      conversationId: stored,
      archived: true,
    });
  }
  return { draft, free, paid, stored };
}

test("each view lists what docs/messages.md says, most recently changed first", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const { draft, free, paid, stored } = await four(core);
  const lists = async (actor: Actor) => {
    const found: Record<string, readonly string[]> = {};
    for (const name of VIEWS) found[name] = await ids(actor, name);
    return found;
  };
  expect(await lists(alice)).toEqual({
    inbox: [],
    sent: [stored, paid, free],
    drafts: [draft],
    archive: [stored],
    needs_you: [],
    payments: [paid],
    requests: [],
    snoozed: [],
    waiting: [paid, free],
  });
  expect(await lists(bob)).toEqual({
    inbox: [paid, free],
    sent: [],
    drafts: [],
    archive: [stored],
    needs_you: [paid],
    payments: [paid],
    requests: [free],
    snoozed: [],
    waiting: [],
  });
  expect(await ids(alice)).toEqual([stored, paid, free, draft]);
  expect(await ids(bob)).toEqual([stored, paid, free]);
  expect(await ids(carol)).toEqual([]);
});

test("a conversation names as its folders exactly the views that list it", async () => {
  await using core = await startStage();
  const all = Object.values(await four(core));
  for (const actor of [core.alice, core.bob]) {
    for (const name of VIEWS) {
      const listed = await ids(actor, name);
      for (const id of await ids(actor)) {
        const { folders } = await view(actor, id);
        expect(folders.includes(name)).toBe(listed.includes(id));
      }
    }
  }
  expect(all).toHaveLength(4);
});

test("pages of any size, followed by their cursors, are the whole list once", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  for (let index = 0; index < 7; index++) {
    if (index % 3 === 0) core.advance(1);
    await send(alice, { to: bob.address });
  }
  const whole = await ids(bob);
  for (const limit of [1, 2, 3, 7, 8]) {
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: {
        conversations: { id: string }[];
        nextCursor: string | null;
      } = await bob.run(listConversations, {
        limit,
        ...(cursor && { cursor }),
      });
      expect(page.conversations.length).toBeLessThanOrEqual(limit);
      seen.push(...page.conversations.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual([...whole]);
  }
});

test("a list can be narrowed to a context and to a state", async () => {
  await using core = await startStage();
  const { alice } = core;
  const { free, draft } = await four(core);
  const { contextId } = await view(alice, free);
  const inContext = await alice.run(listConversations, { contextId });
  expect(inContext.conversations.map(({ id }) => id)).toEqual([free]);
  const drafts = await alice.run(listConversations, { state: "draft" });
  expect(drafts.conversations.map(({ id }) => id)).toEqual([draft]);
});

test("an unknown view, cursor or page size is refused by its own code", async () => {
  await using core = await startStage();
  const refused = async (input: object) =>
    (await core.alice.refused(listConversations, input)).code;
  for (const wanted of ["all", "INBOX", "", 5, null, ["inbox"]]) {
    expect(await refused({ view: wanted })).toBe("invalid_view");
  }
  expect(await refused({ cursor: "next" })).toBe("invalid_cursor");
  for (const limit of [0, -1, 101, 1.5, "10"]) {
    expect(await refused({ limit })).toBe("invalid_input");
  }
});

test("tasks are sorted by the time of their state, with the total", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const first = await send(alice, { to: bob.address });
  core.advance(1);
  const second = await send(alice, { to: bob.address });
  core.advance(1);
  await alice.run(sendMessage, { conversationId: first, text: "no new state" });
  const page = await bob.run(listTasks, { limit: 1 });
  expect(page).toMatchObject({ total: 2, conversations: [{ id: second }] });
  core.advance(1);
  await bob.run(sendMessage, { conversationId: first, text: "working" });
  const { conversations } = await bob.run(listTasks, {});
  expect(conversations.map(({ id }) => id)).toEqual([first, second]);
  const since = conversations[0]?.stateAt ?? "";
  const changed = await bob.run(listTasks, { changedSince: since });
  expect(changed).toMatchObject({ total: 1, conversations: [{ id: first }] });
});

test("flags are each viewer's own and change no version", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await send(alice, { to: bob.address });
  const before = await view(alice, conversationId);
  const flagged = await bob.run(updateConversation, {
    conversationId,
    unread: false,
    archived: true,
  });
  expect(flagged).toMatchObject({
    unread: false,
    archived: true,
    conversation: {
      unread: false,
      archived: true,
      version: before.version,
      folders: ["archive"],
    },
  });
  expect(await view(alice, conversationId)).toEqual(before);
});

test("flags are recorded in the viewer's own chain, never in the conversation's", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await send(alice, { to: bob.address });
  const update = { conversationId, archived: true };
  await bob.run(updateConversation, update);
  await bob.run(updateConversation, update);
  const rows = await core.rows(
    "select chain_id from audit_records where body like '%flags.changed%'",
  );
  expect(rows).toEqual([[bob.accountId]]);
});

test("an update says at least one thing", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await send(alice, { to: bob.address });
  for (const input of [{}, { version: 1 }]) {
    const error = await alice.refused(updateConversation, {
      conversationId,
      ...input,
    });
    expect(error.code).toBe("invalid_input");
  }
  for (const flag of ["yes", 1, null]) {
    const error = await alice.refused(updateConversation, {
      conversationId,
      unread: flag,
    });
    expect(error.errors[0]?.pointer).toBe("/unread");
  }
});

test("something new makes it unread and brings it back to the inbox, for its readers only", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const conversationId = await send(alice, {
    to: bob.address,
    cc: carol.address,
  });
  for (const actor of [alice, bob, carol]) {
    await actor.run(updateConversation, {
      conversationId,
      unread: false,
      archived: true,
    });
  }
  await bob.run(sendMessage, { conversationId, text: "for alice" });
  const flags = async (actor: Actor) => {
    const { unread, archived } = await view(actor, conversationId);
    return { unread, archived };
  };
  expect(await flags(alice)).toEqual({ unread: true, archived: false });
  expect(await flags(bob)).toEqual({ unread: false, archived: true });
  expect(await flags(carol)).toEqual({ unread: false, archived: true });
});

/** Every call after which the caller reads the conversation anew. */
const ACTS: Readonly<
  Record<string, (core: Stage, conversationId: string) => Promise<object>>
> = {
  create: async ({ alice, bob }) =>
    (
      await alice.run(createConversation, {
        to: bob.address,
        text: "x",
        submit: true,
      })
    ).conversation,
  reply: async ({ bob }, conversationId) =>
    (await bob.run(sendMessage, { conversationId, text: "x" })).conversation,
  approve: async ({ bob }, conversationId) =>
    (await bob.run(recordHilDecision, { conversationId, decision: "approve" }))
      .conversation,
  decline: async ({ bob }, conversationId) =>
    (await bob.run(recordHilDecision, { conversationId, decision: "decline" }))
      .conversation,
  receipt: async ({ bob }, conversationId) =>
    (await bob.run(signReceipt, { conversationId, confirm: true }))
      .conversation,
  cancel: async ({ bob }, conversationId) =>
    (await bob.run(cancelConversation, { conversationId, reason: "x" }))
      .conversation,
  complete: async ({ alice, bob }, conversationId) => {
    await bob.run(sendMessage, { conversationId, text: "x" });
    await alice.run(sendMessage, { conversationId, text: "y" });
    return (await bob.run(completeConversation, { conversationId }))
      .conversation;
  },
};

for (const [name, act] of Object.entries(ACTS)) {
  test(`what ${name} gives back is what its caller then reads`, async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const conversationId = await send(alice, {
      to: bob.address,
      release: "accepted",
    });
    const given = await act(core, conversationId);
    const caller = name === "create" ? alice : bob;
    const id = "id" in given ? String(given.id) : "";
    expect(given).toEqual(await view(caller, id));
  });
}
