import { expect, jest, test } from "bun:test";
import { SERVICE_AGENTS } from "../../src/core/agents/service_agents.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import { authenticate } from "../../src/core/identity/authenticate.ts";
import { cancelConversation } from "../../src/core/operations/cancel_conversation.ts";
import { createConversation } from "../../src/core/operations/create_conversation.ts";
import { deleteDraft } from "../../src/core/operations/delete_draft.ts";
import { revokeCredential } from "../../src/core/operations/revoke_credential.ts";
import { sendMessage } from "../../src/core/operations/send_message.ts";
import type {
  Frame,
  Subscription,
} from "../../src/core/streams/event_stream.ts";
import { openSubscription } from "../../src/core/streams/subscribe.ts";
import { refusal, send, startStage } from "./core_harness.ts";
import { dataOf, event, events, nextOf, open } from "./subscription.ts";

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
      const next = nextOf(stream);
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
      const next = nextOf(stream);
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
  expect(await nextOf(stream)).toBeNull();
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
  expect(await nextOf(stream)).toBeNull();
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
  const waiting = nextOf(stream);
  stream.close();
  stream.close();
  expect(await waiting).toBeNull();
});
