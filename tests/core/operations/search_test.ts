import { expect, test } from "bun:test";
import type { Static } from "typebox";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { listConversations } from "../../../src/core/operations/list_conversations.ts";
import { callOperation } from "../../../src/core/pipeline/call.ts";
import { send, startStage } from "../core_harness.ts";

test("a search goes through pages, and finds each conversation once, in order", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const wanted: string[] = [];
  const count = 80;
  for (let index = 0; index < count; index++) {
    core.advance(1);
    const isOne = index % 9 === 0;
    const id = await send(alice, {
      to: bob.address,
      text: isOne ? "A Needle in it" : "hay",
    });
    if (isOne) wanted.unshift(id);
  }
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Static<typeof listConversations.output> = await bob.run(
      listConversations,
      { q: "needle", limit: 4, ...(cursor !== null && { cursor }) },
    );
    found.push(...page.conversations.map(({ id }) => id));
    expect(page.hasMore).toBe(page.nextCursor !== null);
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(found).toEqual(wanted);
});

test("a list that no index is made for stops after its time and says where it goes on", async () => {
  await using core = await startStage();
  const { alice, bob, services } = core;
  for (let index = 0; index < LIMITS.listSliceMax + 1; index++) {
    core.advance(1);
    await send(alice, { to: bob.address });
  }
  // Each look at the clock is a second later: the first slice is the last.
  let now = services.clock();
  const slow = { ...services, clock: () => (now += LIMITS.listMs) };
  const caller = {
    principal: bob.principal,
    via: "rest",
    requestId: "test",
  } as const;
  const ask = async (input: object) =>
    (await callOperation(slow, listConversations, caller, input)).output;
  const first = await ask({ state: "failed" });
  expect(first).toMatchObject({ conversations: [], hasMore: true });
  const second = await ask({ state: "failed", cursor: first.nextCursor });
  expect(second).toEqual({
    conversations: [],
    hasMore: false,
    nextCursor: null,
  });
});
