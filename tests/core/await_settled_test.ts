import { expect, jest, test } from "bun:test";
import { SERVICE_AGENTS } from "../../src/core/agents/service_agents.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import { cancelConversation } from "../../src/core/operations/cancel_conversation.ts";
import { awaitSettled } from "../../src/core/pipeline/await_settled.ts";
import type { Stage } from "./core_harness.ts";
import { DOMAIN, send, startStage, view } from "./core_harness.ts";

/** Alice waits for an agent whose runner has stopped. */
async function waiting(core: Stage) {
  await core.services.agents.stop();
  const { alice, services } = core;
  const conversationId = await send(alice, { to: `hello@${DOMAIN}` });
  const begun = await view(alice, conversationId);
  const caller = {
    principal: alice.principal,
    via: "a2a",
    requestId: "test",
  } as const;
  return { conversationId, settled: awaitSettled(services, caller, begun) };
}

test("whoever waits is told as soon as there is nothing more to wait for", async () => {
  await using core = await startStage();
  const { conversationId, settled } = await waiting(core);
  expect(core.services.bus.count()).toBe(1);
  await core.alice.run(cancelConversation, { conversationId, reason: "no" });
  expect((await settled).state).toBe("canceled");
  expect(core.services.bus.count()).toBe(0);
});

test("whoever waited for as long as one may gets what there is", async () => {
  await using core = await startStage();
  jest.useFakeTimers();
  try {
    const { settled } = await waiting(core);
    jest.advanceTimersByTime(LIMITS.agentWaitMs);
    expect((await settled).state).toBe("submitted");
    expect(core.services.bus.count()).toBe(0);
  } finally {
    jest.useRealTimers();
  }
});

test("the runner waits at the queue of each agent until it is stopped", async () => {
  await using core = await startStage();
  expect(core.services.bus.count()).toBe(SERVICE_AGENTS.length);
  await core.services.agents.stop();
  expect(core.services.bus.count()).toBe(0);
});
