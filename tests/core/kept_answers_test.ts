import { expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import { watchReads } from "../../src/core/conversations/read/projection/told.ts";
import { getConversation } from "../../src/core/operations/get_conversation.ts";
import { sendMessage } from "../../src/core/operations/send_message.ts";
import {
  callWritten,
  isKeeping,
} from "../../src/core/pipeline/kept_answers.ts";
import { queryCall } from "../../src/core/pipeline/query_call.ts";
import type { Actor, TestCore } from "./core_harness.ts";
import { send, startStage } from "./core_harness.ts";

/** Reads over a wire that writes this text each time it has to write. */
function reading({ services }: TestCore, text: string) {
  let times = 0;
  const write = () => {
    times += 1;
    return { texts: [text] };
  };
  return {
    times: () => times,
    read({ principal }: Actor, input: object) {
      if (!isKeeping(getConversation, input)) throw new Error("Not kept");
      const caller = { principal, via: "rest", requestId: "test" } as const;
      const form = { name: "test", write };
      return callWritten(services, getConversation, caller, input, form);
    },
  };
}

test("an answer is written once as long as it stands, for each caller", async () => {
  await using stage = await startStage();
  const { alice, bob } = stage;
  const conversationId = await send(alice, { to: bob.address });
  const { read, times } = reading(stage, "{}");
  await read(alice, { conversationId });
  expect(await read(alice, { conversationId })).toEqual({ texts: ["{}"] });
  expect(times()).toBe(1);
  await read(alice.asPerson(), { conversationId });
  await read(bob, { conversationId });
  expect(times()).toBe(3);
  await bob.run(sendMessage, { conversationId, text: "Yes" });
  await read(alice, { conversationId });
  await read(alice, { conversationId });
  expect(times()).toBe(4);
});

test("a large answer, an older page and an audit chain are written each time", async () => {
  await using stage = await startStage();
  const { alice, bob } = stage;
  const conversationId = await send(alice, { to: bob.address });
  const large = reading(stage, "x".repeat(LIMITS.answerKeptBytesMax));
  await large.read(alice, { conversationId });
  await large.read(alice, { conversationId });
  expect(large.times()).toBe(2);
  const audit = reading(stage, "{}");
  await audit.read(alice, { conversationId, includeAudit: true });
  await audit.read(alice, { conversationId, includeAudit: true });
  expect(audit.times()).toBe(2);
});

test("who may not read is refused, whatever was kept", async () => {
  await using stage = await startStage();
  const { alice, bob, carol } = stage;
  const conversationId = await send(alice, { to: bob.address });
  const { read } = reading(stage, "{}");
  await read(alice, { conversationId });
  for (const who of [carol, alice.as({ scopes: ["contacts:read"] })]) {
    expect(await read(who, { conversationId }).catch(String)).toMatch(
      /Cannot (find|read)/,
    );
  }
});

test("what a call has read for another item of a list is read as well", async () => {
  await using stage = await startStage();
  const { principal } = stage.alice;
  const caller = { principal, via: "rest", requestId: "test" } as const;
  const watched = watchReads(queryCall(stage.services, caller));
  expect(watched.call.now).toBe(stage.services.clock());
  expect(watched.hasRead()).toBe(false);
  expect(watched.call.attempt).toEqual(new Map());
  expect(watched.hasRead()).toBe(true);
});
