import { expect, jest, test } from "bun:test";
import { SERVICE_AGENTS } from "../../src/core/agents/service_agents.ts";
import { auditStore } from "../../src/core/audit/store.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import { authenticate } from "../../src/core/identity/authenticate.ts";
import { addArtifact } from "../../src/core/operations/add_artifact.ts";
import { cancelConversation } from "../../src/core/operations/cancel_conversation.ts";
import { createConversation } from "../../src/core/operations/create_conversation.ts";
import { deleteDraft } from "../../src/core/operations/delete_draft.ts";
import { revokeCredential } from "../../src/core/operations/revoke_credential.ts";
import { sendMessage } from "../../src/core/operations/send_message.ts";
import { signReceipt } from "../../src/core/operations/sign_receipt.ts";
import { updateConversation } from "../../src/core/operations/update_conversation.ts";
import type {
  Frame,
  Subscription,
} from "../../src/core/streams/event_stream.ts";
import { openSubscription } from "../../src/core/streams/subscribe.ts";
import type { Actor, Stage } from "./core_harness.ts";
import { refusal, send, startStage, view } from "./core_harness.ts";

type EventFrame = Extract<Frame, { kind: "event" }>;
type Data = Readonly<Record<string, unknown>>;

function open(
  core: Stage,
  { principal }: Pick<Actor, "principal">,
  conversationId: string,
  after?: number,
): Promise<Subscription> {
  return openSubscription(
    core.services,
    { principal, via: "rest", requestId: "test" },
    { conversationId, ...(after !== undefined && { after }) },
  );
}

/** The next frame, which has to be an event. */
async function event(stream: Subscription): Promise<EventFrame> {
  const frame = await stream.next();
  if (frame?.kind === "event") return frame;
  throw new Error(`Expected an event, got ${frame?.kind ?? "the end"}`);
}

async function events(
  stream: Subscription,
  count: number,
): Promise<EventFrame[]> {
  const frames: EventFrame[] = [];
  while (frames.length < count) frames.push(await event(stream));
  return frames;
}

/** The events that are there without waiting. */
async function waiting(stream: Subscription): Promise<EventFrame[]> {
  const frames: EventFrame[] = [];
  for (;;) {
    const turn = new Promise<null>((resolve) =>
      setImmediate(() => resolve(null)),
    );
    const frame = await Promise.race([stream.next(), turn]);
    if (frame?.kind !== "event") return frames;
    frames.push(frame);
  }
}

const dataOf = ({ data }: EventFrame) => data as Data;
const named = (frames: readonly EventFrame[]) =>
  frames.map(({ id, event: name }) => `${id} ${name}`);

/** A stream that has been told everything waits: this is how that shows. */
async function isSilent(core: Stage, stream: Subscription): Promise<boolean> {
  const next = stream.next();
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
    expect(await stream.next()).toBeNull();
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
    expect(await stream.next()).toBeNull();
    expect(await stream.next()).toBeNull();
    expect(core.services.bus.count()).toBe(SERVICE_AGENTS.length);
  });
}

/** Runs with timers that only move when they are told to. */
async function withFakeTimers(work: () => Promise<void>): Promise<void> {
  jest.useFakeTimers();
  try {
    await work();
  } finally {
    jest.useRealTimers();
  }
}

/** Lets a stream reach its next wait, then lets that time pass. */
async function pass(ms: number): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
  jest.advanceTimersByTime(ms);
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}

test("a silent stream beats once in each heartbeat interval", async () => {
  await using core = await startStage();
  const conversationId = await send(core.alice, { to: core.bob.address });
  const stream = await open(core, core.bob, conversationId);
  await event(stream);
  await withFakeTimers(async () => {
    for (let beat = 0; beat < 3; beat++) {
      const next = stream.next();
      await pass(LIMITS.streamAccessCheckMs);
      await pass(LIMITS.streamAccessCheckMs);
      expect(await next).toEqual({ kind: "heartbeat" });
    }
    stream.close();
  });
});

test("after the conversation has ended the stream stays for its last seconds, then ends", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await send(alice, { to: bob.address });
  const stream = await open(core, bob, conversationId);
  await event(stream);
  await alice.run(cancelConversation, { conversationId, reason: "no" });
  const [ended] = await events(stream, 1);
  expect(ended).toMatchObject({ data: { state: "canceled" } });
  await withFakeTimers(async () => {
    let passed = 0;
    for (let frame: Frame | null | undefined; frame !== null; ) {
      const next = stream.next();
      let isOpen = true;
      const done = next.then((it) => {
        isOpen = false;
        return it;
      });
      await pass(0);
      while (isOpen) {
        await pass(LIMITS.streamAccessCheckMs);
        passed += LIMITS.streamAccessCheckMs;
      }
      frame = await done;
      if (frame !== null) expect(frame.kind).toBe("heartbeat");
    }
    expect(passed).toBeGreaterThanOrEqual(LIMITS.streamAfterTerminalMs);
    expect(passed).toBeLessThanOrEqual(LIMITS.streamAfterTerminalMs + 4_000);
  });
  expect(core.services.bus.count()).toBe(SERVICE_AGENTS.length);
});

test("a stream ends with its conversation when a draft is deleted", async () => {
  await using core = await startStage();
  const { alice } = core;
  const { conversationId } = await alice.run(createConversation, { text: "d" });
  const stream = await open(core, alice, conversationId);
  expect(dataOf(await event(stream)).state).toBe("draft");
  await alice.run(deleteDraft, { conversationId });
  expect(await stream.next()).toBeNull();
});

test("a stream ends when its credential is revoked, and tells nothing after", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await send(alice, { to: bob.address });
  const principal = await authenticate(core.services, bob.token);
  if (principal.kind !== "agent") throw new Error("bob is known");
  const stream = await open(core, { principal }, conversationId);
  await event(stream);
  await core.run(revokeCredential, {
    accountId: bob.accountId,
    credentialId: bob.credentialId,
  });
  await alice.run(sendMessage, { conversationId, text: "after" });
  expect(await stream.next()).toBeNull();
  expect(core.services.bus.count()).toBe(SERVICE_AGENTS.length);
});

test("only a participant may open a stream, and it is told what a stranger is told", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const conversationId = await send(alice, { to: bob.address });
  for (const id of [conversationId, "cnv_unknown"]) {
    const error = await refusal(open(core, carol, id));
    expect(error.code).toBe("conversation_not_found");
  }
  const limited = bob.as({ scopes: ["conversations:write"] });
  const error = await refusal(open(core, limited, conversationId));
  expect(error.code).toBe("insufficient_scope");
  expect(core.services.bus.count()).toBe(SERVICE_AGENTS.length);
});

test("nobody opens a stream without signing in", async () => {
  await using core = await startStage();
  const opened = openSubscription(
    core.services,
    { principal: { kind: "anonymous" }, via: "rest", requestId: "test" },
    { conversationId: "cnv_unknown" },
  );
  const error = await refusal(opened);
  expect([error.code, error.message]).toEqual([
    "unauthenticated",
    "Sign in required.",
  ]);
});

test("streams are bounded for each conversation and caller, and closing one makes room", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await send(alice, { to: bob.address });
  const streams: Subscription[] = [];
  for (let count = 0; count < LIMITS.streamsPerConversationMax; count++) {
    streams.push(await open(core, alice, conversationId));
  }
  const error = await refusal(open(core, alice, conversationId));
  expect(error.code).toBe("too_many_streams");
  const other = await open(core, bob, conversationId);
  streams[0]?.close();
  streams.push(await open(core, alice, conversationId));
  for (const stream of [...streams, other]) stream.close();
  expect(core.services.bus.count()).toBe(SERVICE_AGENTS.length);
});

test("a caller's streams are bounded over all conversations", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const streams: Subscription[] = [];
  let conversationId = "";
  for (let count = 0; count < LIMITS.streamsPerCallerMax; count++) {
    if (count % LIMITS.streamsPerConversationMax === 0) {
      conversationId = await send(alice, { to: bob.address });
    }
    streams.push(await open(core, alice, conversationId));
  }
  const fresh = await send(alice, { to: bob.address });
  const error = await refusal(open(core, alice, fresh));
  expect(error.code).toBe("too_many_streams");
  for (const stream of streams) stream.close();
});

test("closing wakes whoever waits for the next frame", async () => {
  await using core = await startStage();
  const conversationId = await send(core.alice, { to: core.bob.address });
  const stream = await open(core, core.bob, conversationId);
  await event(stream);
  const waiting = stream.next();
  stream.close();
  stream.close();
  expect(await waiting).toBeNull();
});
