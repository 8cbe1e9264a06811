import { expect, test } from "bun:test";
import { SERVICE_AGENTS } from "../../src/core/agents/service_agents.ts";
import { auditStore } from "../../src/core/audit/store.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import { addArtifact } from "../../src/core/operations/add_artifact.ts";
import { sendMessage } from "../../src/core/operations/send_message.ts";
import { signReceipt } from "../../src/core/operations/sign_receipt.ts";
import { updateConversation } from "../../src/core/operations/update_conversation.ts";
import type { Subscription } from "../../src/core/streams/event_stream.ts";
import type { Stage } from "./core_harness.ts";
import { send, startStage, view } from "./core_harness.ts";
import type { EventFrame } from "./subscription.ts";
import {
  dataOf,
  event,
  events,
  nextOf,
  open,
  waiting,
} from "./subscription.ts";

const named = (frames: readonly EventFrame[]) =>
  frames.map(({ id, event: name }) => `${id} ${name}`);

/** A stream that has been told everything waits: this is how that shows. */
async function isSilent(core: Stage, stream: Subscription): Promise<boolean> {
  const next = nextOf(stream);
  const turn = new Promise<"silent">((resolve) =>
    setImmediate(() => resolve("silent")),
  );
  const first = await Promise.race([next, turn]);
  expect(core.services.bus.count()).toBeGreaterThan(SERVICE_AGENTS.length);
  return first === "silent";
}

/** A paid conversation from alice to bob that has run to its end. */
async function finished({ alice, bob, carol }: Stage): Promise<string> {
  const conversationId = await send(alice, {
    to: bob.address,
    cc: carol.address,
    price: "5",
  });
  await bob.run(sendMessage, { conversationId, text: "for alice" });
  await alice.run(sendMessage, {
    conversationId,
    text: "for all",
    mode: "reply-all",
  });
  await bob.run(signReceipt, { conversationId, confirm: true });
  return conversationId;
}

const WHOLE = [
  "1 payment.updated",
  "2 state.changed",
  "3 message.appended",
  "4 state.changed",
  "5 message.appended",
  "6 message.appended",
  "7 payment.updated",
  "8 state.changed",
];

test("ready is first, is no change, and says where the conversation is", async () => {
  await using core = await startStage();
  const conversationId = await send(core.alice, { to: core.bob.address });
  const stream = await open(core, core.bob, conversationId);
  const ready = await event(stream);
  const seen = await view(core.bob, conversationId);
  expect(ready).toEqual({
    kind: "event",
    id: null,
    event: "ready",
    data: {
      conversationId,
      contextId: seen.contextId,
      state: "submitted",
      version: 1,
      lastEventId: 2,
      replayFrom: null,
      reset: false,
      serverTime: "2026-01-15T12:00:00.000Z",
    },
  });
  expect(await isSilent(core, stream)).toBe(true);
  stream.close();
});

test("what happens is told as it happens, in order and in full", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await send(alice, { to: bob.address, price: "5" });
  const stream = await open(core, alice, conversationId);
  await event(stream);
  await bob.run(sendMessage, { conversationId, text: "done" });
  const [state, message] = await events(stream, 2);
  if (!state || !message) throw new Error("two events");
  expect(state).toMatchObject({
    id: 4,
    event: "state.changed",
    data: {
      conversationId,
      from: "submitted",
      state: "working",
      version: 2,
      reason: null,
      at: "2026-01-15T12:00:00.000Z",
      actor: { kind: "agent", accountId: bob.accountId },
    },
  });
  expect(message).toMatchObject({
    id: 5,
    event: "message.appended",
    data: { conversationId, version: 2, state: "working" },
  });
  const seen = await view(alice, conversationId);
  expect(dataOf(message).message).toEqual(seen.messages.at(-1));
  expect(dataOf(message).contextId).toBe(seen.contextId);
  await bob.run(signReceipt, { conversationId, confirm: true });
  const [payment, ended] = await events(stream, 2);
  if (!payment || !ended) throw new Error("two events");
  expect(payment).toMatchObject({
    id: 6,
    event: "payment.updated",
    data: { previousStatus: "held", payment: { status: "released" } },
  });
  const { payment: released } = await view(alice, conversationId);
  expect(dataOf(payment).payment).toEqual(released);
  expect(ended).toMatchObject({ id: 7, data: { state: "completed" } });
  stream.close();
});

test("whoever comes back at any point gets exactly what they missed", async () => {
  await using core = await startStage();
  const conversationId = await finished(core);
  for (let after = 0; after <= WHOLE.length; after++) {
    const stream = await open(core, core.alice, conversationId, after);
    const ready = await event(stream);
    expect(dataOf(ready)).toMatchObject({
      replayFrom: after,
      lastEventId: 8,
      reset: false,
    });
    const missed = await events(stream, WHOLE.length - after);
    expect(named(missed)).toEqual(WHOLE.slice(after));
    expect(await nextOf(stream)).toBeNull();
  }
});

test("what was told live is told again alike to whoever resumes", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await send(alice, { to: bob.address });
  const live = await open(core, alice, conversationId);
  await event(live);
  await bob.run(sendMessage, { conversationId, text: "one" });
  const told = await events(live, 2);
  const again = await open(core, alice, conversationId, 2);
  await event(again);
  expect(await events(again, 2)).toEqual(told);
  for (const stream of [live, again]) stream.close();
});

test("nothing is lost or told twice when it happens between two reads", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await send(alice, { to: bob.address });
  const writing = Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      bob.run(sendMessage, { conversationId, text: `${index}` }),
    ),
  );
  const streams = await Promise.all(
    Array.from({ length: 5 }, () => open(core, alice, conversationId, 0)),
  );
  await writing;
  for (const stream of streams) {
    await event(stream);
    const told = await events(stream, 33);
    expect(told.map(({ id }) => id)).toEqual(
      Array.from({ length: 33 }, (_, index) => index + 1),
    );
    expect(await isSilent(core, stream)).toBe(true);
    stream.close();
  }
});

test("what happens while a stream opens is in its ready or told after it", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await send(alice, { to: bob.address });
  // A remote database answers later: the reply comes in between two reads.
  const store = auditStore(core.services.db);
  const { end } = store;
  let isLate = true;
  Object.assign(store, {
    end: async (chainId: string) => {
      if (isLate) {
        isLate = false;
        await bob.run(sendMessage, { conversationId, text: "in between" });
      }
      return await end(chainId);
    },
  });
  const stream = await open(core, alice, conversationId);
  const { version, lastEventId } = dataOf(await event(stream));
  const told = version === 2 ? [] : named(await waiting(stream));
  expect([version, lastEventId, told]).toBeOneOf([
    [2, 4, []],
    [1, 2, ["3 state.changed", "4 message.appended"]],
  ]);
  stream.close();
});

test("a message that is not for the viewer is not told, live or replayed", async () => {
  await using core = await startStage();
  const { alice, bob, carol, dave } = core;
  const conversationId = await send(alice, {
    to: bob.address,
    cc: carol.address,
    bcc: dave.address,
  });
  const live = await open(core, carol, conversationId, 0);
  await event(live);
  await bob.run(sendMessage, { conversationId, text: "for alice" });
  await dave.run(sendMessage, { conversationId, text: "psst" });
  await alice.run(sendMessage, {
    conversationId,
    text: "for all",
    mode: "reply-all",
  });
  const wanted = [
    "1 state.changed",
    "2 message.appended",
    "3 state.changed",
    "6 message.appended",
  ];
  const replayed = await open(core, carol, conversationId, 0);
  await event(replayed);
  for (const stream of [live, replayed]) {
    const told = await events(stream, 4);
    expect(named(told)).toEqual(wanted);
    expect(JSON.stringify(told)).not.toContain("dave");
    expect(JSON.stringify(told)).not.toContain(dave.accountId);
    expect(JSON.stringify(told)).not.toContain("for alice");
    stream.close();
  }
});

test("a viewer's own flags are no event", async () => {
  await using core = await startStage();
  const conversationId = await send(core.alice, { to: core.bob.address });
  const stream = await open(core, core.bob, conversationId);
  await event(stream);
  await core.bob.run(updateConversation, { conversationId, archived: true });
  expect(await isSilent(core, stream)).toBe(true);
  stream.close();
});

test("an artifact is no event of its own, but the work that it starts is", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await send(alice, { to: bob.address });
  const stream = await open(core, alice, conversationId);
  await event(stream);
  await bob.run(addArtifact, {
    conversationId,
    name: "a.txt",
    mimeType: "text/plain",
    bytes: "YQ==",
  });
  expect(named(await events(stream, 1))).toEqual(["3 state.changed"]);
  stream.close();
});

test("an event number that is not known resets the reader to the end", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await send(alice, { to: bob.address });
  const stream = await open(core, alice, conversationId, 3);
  const ready = await event(stream);
  expect(dataOf(ready)).toMatchObject({
    reset: true,
    lastEventId: 2,
    replayFrom: null,
  });
  await bob.run(sendMessage, { conversationId, text: "x" });
  expect(named(await events(stream, 2))).toEqual([
    "3 state.changed",
    "4 message.appended",
  ]);
  stream.close();
});

test("a reader who is too far behind is reset, one just within is not", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await send(alice, { to: bob.address });
  const texts = Array.from(
    { length: LIMITS.streamReplayMax },
    (_, n) => `${n}`,
  );
  await Promise.all(
    texts.map((text) => alice.run(sendMessage, { conversationId, text })),
  );
  const last = LIMITS.streamReplayMax + 2;
  const behind = await open(core, alice, conversationId, 1);
  expect(dataOf(await event(behind))).toMatchObject({
    reset: true,
    lastEventId: last,
  });
  const within = await open(core, alice, conversationId, 2);
  expect(dataOf(await event(within)).reset).toBe(false);
  const told = await events(within, LIMITS.streamReplayMax);
  expect(told.at(-1)?.id).toBe(last);
  expect(await isSilent(core, within)).toBe(true);
  for (const stream of [behind, within]) stream.close();
});

for (const after of [undefined, 8] as const) {
  test(`a closed conversation is ready and ends at once, after ${after ?? "nothing"}`, async () => {
    await using core = await startStage();
    const conversationId = await finished(core);
    const stream = await open(core, core.alice, conversationId, after);
    expect(dataOf(await event(stream)).state).toBe("completed");
    expect(await nextOf(stream)).toBeNull();
    expect(await nextOf(stream)).toBeNull();
    expect(core.services.bus.count()).toBe(SERVICE_AGENTS.length);
  });
}
