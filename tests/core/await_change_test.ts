import { expect, jest, test } from "bun:test";
import type { Static, TSchema } from "typebox";
import type { Caller } from "../../src/core/access/context.ts";
import type { Query } from "../../src/core/access/operation.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import { Bus, STOPPING } from "../../src/core/events/bus.ts";
import { getConversation } from "../../src/core/operations/get_conversation.ts";
import { getDigest } from "../../src/core/operations/get_digest.ts";
import { listConversations } from "../../src/core/operations/list_conversations.ts";
import { revokeCredential } from "../../src/core/operations/revoke_credential.ts";
import { sendMessage } from "../../src/core/operations/send_message.ts";
import { updateConversation } from "../../src/core/operations/update_conversation.ts";
import type { Outcome } from "../../src/core/pipeline/call.ts";
import { callOrWait } from "../../src/core/streams/await_change.ts";
import type { Actor, Stage } from "./core_harness.ts";
import { refusal, send, startStage } from "./core_harness.ts";

function callerOf({ principal }: Actor, signal?: AbortSignal): Caller {
  const heard = signal && { signal: () => signal };
  return { principal, via: "mcp", requestId: "test", ...heard };
}

const LONG = { waitSeconds: LIMITS.waitSecondsMax };

/** Calls a read that waits for what comes after this moment. */
async function waitFor<I extends TSchema, O extends TSchema>(
  { services }: Stage,
  who: Actor,
  operation: Query<I, O>,
  input: Static<I> & object,
  signal?: AbortSignal,
): Promise<{ readonly answer: Promise<Outcome<Static<O>>> }> {
  const caller = callerOf(who, signal);
  const now = { ...input, waitSeconds: 0 };
  const { output } = await callOrWait(services, operation, caller, now);
  const since = Reflect.get(Object(output), "since");
  const later = { ...LONG, ...input, since };
  // Within an object: a promise that is returned would be awaited here.
  return { answer: callOrWait(services, operation, caller, later) };
}

/** Resolves once so many calls of an account listen. */
async function waiting({ services }: Stage, who: Actor, count = 1) {
  const key = `calls that wait for a change: ${who.accountId}`;
  while (services.bus.count(key) < count) await turnOfTheLoop();
}

function turnOfTheLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

const reply = (who: Actor, conversationId: string) =>
  who.run(sendMessage, { conversationId, text: "Here it is" });

test("a call that waits is answered as soon as the conversation changes", async () => {
  await using core = await startStage();
  const conversationId = await send(core.alice, { to: core.bob.address });
  const { answer } = await waitFor(core, core.alice, getConversation, {
    conversationId,
  });
  await waiting(core, core.alice);
  await reply(core.bob, conversationId);
  const { output } = await answer;
  expect(output.messages.at(-1)?.text).toBe("Here it is");
});

test("what changed since an earlier answer is answered at once, and once", async () => {
  await using core = await startStage();
  const conversationId = await send(core.alice, { to: core.bob.address });
  const first = await core.alice.run(getConversation, {
    conversationId,
    waitSeconds: 0,
  });
  await reply(core.bob, conversationId);
  const ask = (since: string | undefined) =>
    callOrWait(core.services, getConversation, callerOf(core.alice), {
      ...LONG,
      conversationId,
      since,
    });
  const { output } = await ask(first.since);
  expect(output.messages).toHaveLength(2);

  const again = ask(output.since);
  await waiting(core, core.alice);
  await reply(core.bob, conversationId);
  expect((await again).output.messages).toHaveLength(3);
});

test("a list waits for what it lists, and not for what it leaves out", async () => {
  await using core = await startStage();
  const view = "needs_you" as const;
  const { answer } = await waitFor(core, core.bob, listConversations, { view });
  await waiting(core, core.bob);
  await send(core.bob, { to: core.alice.address });
  await send(core.alice, { to: core.bob.address, price: "5.00" });
  const { output } = await answer;
  expect(output.conversations).toHaveLength(1);
  expect(output.conversations[0]?.payment.status).toBe("held");
});

test("a digest waits until somebody's turn comes", async () => {
  await using core = await startStage();
  const { bob, alice } = core;
  const { answer } = await waitFor(core, bob, getDigest, {});
  await waiting(core, bob);
  await send(alice, { to: bob.address, price: "5.00" });
  const { output } = await answer;
  expect(output.counts.you).toBe(1);
});

test.each([{ archived: true }, { snoozeUntil: "change" }])(
  "flags that another device sets end the waiting of a list: %o",
  async (flags) => {
    await using core = await startStage();
    const conversationId = await send(core.alice, { to: core.bob.address });
    const { answer } = await waitFor(core, core.bob, listConversations, {
      view: "inbox",
    });
    await waiting(core, core.bob);
    await core.bob.run(updateConversation, { conversationId, ...flags });
    expect((await answer).output.conversations).toEqual([]);
  },
);

test("the time over, it is answered as it is", async () => {
  await using core = await startStage();
  const { answer } = await waitFor(core, core.bob, listConversations, {
    waitSeconds: 1,
  });
  const { output } = await answer;
  expect(output.conversations).toEqual([]);
  expect(output.since).toBeString();
});

test("whoever hangs up waits no longer, and nothing is left behind", async () => {
  await using core = await startStage();
  const conversationId = await send(core.alice, { to: core.bob.address });
  const before = core.services.bus.count();
  const gone = new AbortController();
  const { answer } = await waitFor(
    core,
    core.alice,
    getConversation,
    { conversationId },
    gone.signal,
  );
  await waiting(core, core.alice);
  gone.abort();
  await answer;
  expect(core.services.bus.count()).toBe(before);
});

test("a process that stops answers everybody who waits", async () => {
  await using core = await startStage();
  const { answer } = await waitFor(core, core.bob, listConversations, {});
  await waiting(core, core.bob);
  core.services.bus.publish(STOPPING);
  expect((await answer).output.conversations).toEqual([]);
});

test("a change that came right after the first reading, with no wake, is found at the next tick", async () => {
  await using core = await startStage();
  const { alice, bob, services } = core;
  const conversationId = await send(alice, { to: bob.address });
  const read = Promise.withResolvers<void>();
  const overtaken: typeof getConversation = {
    ...getConversation,
    async run(input, call) {
      const output = await getConversation.run(input, call);
      if (output.messages.length === 1) await reply(bob, conversationId);
      read.resolve();
      return output;
    },
  };
  const gone = new AbortController();
  const deaf = { ...services, bus: new Bus() };
  const caller = callerOf(alice, gone.signal);
  const answer = callOrWait(deaf, overtaken, caller, {
    ...{ ...LONG, conversationId },
  });
  let isOver = false;
  const ended = answer.finally(() => {
    isOver = true;
  });
  await read.promise;
  jest.useFakeTimers();
  try {
    for (let tick = 0; tick < 5 && !isOver; tick++) {
      for (let turn = 0; turn < 50; turn++) await Promise.resolve();
      jest.advanceTimersByTime(LIMITS.streamAccessCheckMs);
    }
  } finally {
    jest.useRealTimers();
  }
  gone.abort();
  expect((await ended).output.messages).toHaveLength(2);
});

test("an access that ends while it waits learns nothing more", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await send(alice, { to: bob.address });
  const { answer } = await waitFor(core, alice, getConversation, {
    conversationId,
  });
  const ended = refusal(answer);
  await waiting(core, alice);
  const { credentialId } = alice;
  await alice.asPerson().run(revokeCredential, { credentialId });
  await reply(bob, conversationId);
  expect((await ended).code).toBe("unauthenticated");
});

test("a conversation of others is not waited for", async () => {
  await using core = await startStage();
  const conversationId = await send(core.alice, { to: core.bob.address });
  const before = core.services.bus.count();
  const caller = callerOf(core.carol);
  const input = { ...LONG, conversationId };
  const answer = callOrWait(core.services, getConversation, caller, input);
  expect((await refusal(answer)).code).toBe("conversation_not_found");
  expect(core.services.bus.count()).toBe(before);
});

test("an account has a bounded number of calls that wait, and others theirs", async () => {
  await using core = await startStage();
  const gone = new AbortController();
  const { services, alice, bob } = core;
  const max = LIMITS.waitersPerAccountMax;
  const wait = (who: Actor) =>
    callOrWait(services, listConversations, callerOf(who, gone.signal), LONG);
  const many = Array.from({ length: max }, () => wait(alice));
  await waiting(core, alice, max);
  const refused = await refusal(wait(alice));
  expect(refused.code).toBe("rate_limited");
  expect(refused.extra).toMatchObject({ waitersMax: max });
  const others = wait(bob);
  await waiting(core, bob);
  gone.abort();
  await Promise.all([...many, others]);
});

test("who waits takes no turn from the account's other reads", async () => {
  await using core = await startStage();
  const gone = new AbortController();
  const { services, alice } = core;
  const many = Array.from({ length: LIMITS.longReadsAtOnce + 2 }, () =>
    callOrWait(services, listConversations, callerOf(alice, gone.signal), LONG),
  );
  await waiting(core, alice, many.length);
  const { conversations } = await alice.run(listConversations, {});
  expect(conversations).toEqual([]);
  gone.abort();
  await Promise.all(many);
});
