import { expect, setDefaultTimeout, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import { cancelConversation } from "../../src/core/operations/cancel_conversation.ts";
import { completeConversation } from "../../src/core/operations/complete_conversation.ts";
import { createConversation } from "../../src/core/operations/create_conversation.ts";
import { getConversation } from "../../src/core/operations/get_conversation.ts";
import { sendMessage } from "../../src/core/operations/send_message.ts";
import { DAY, startStage } from "../core/core_harness.ts";
import { paid, released, typesIn } from "../core/payments/money_story.ts";
import { json } from "../harness.ts";
import { attempt, startPair } from "../tools/calls.ts";
import { unfenced } from "../unfenced.ts";

setDefaultTimeout(60_000);

test("words follow a completion for thirty days, and open nothing again", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const conversationId = await released(core);
  const thanks = { conversationId, text: "Thank you" };
  const read = async () =>
    (await bob.run(getConversation, { conversationId })).conversation;
  const actionsOf = async () =>
    (await read()).actions?.map(({ name }) => name) ?? [];
  const before = await read();
  expect(await actionsOf()).toContain("reply");
  expect(await actionsOf()).not.toContain("add_file");
  const { conversation, state } = await alice.run(sendMessage, thanks);
  expect(state).toBe("completed");
  expect(conversation.payment.status).toBe("released");
  const after = await read();
  expect(after.unread).toBe(true);
  expect(after.stateAt).toBe(before.stateAt);
  expect((await typesIn(core, conversationId)).at(-1)).toBe("message.appended");
  await carol.refused(sendMessage, thanks);
  const asked = { ...thanks, needsInput: true };
  expect((await bob.refused(sendMessage, asked)).code).toBe(
    "conversation_closed",
  );
  core.advance(LIMITS.afterwordDays * DAY - 1);
  await bob.run(sendMessage, thanks);
  core.advance(1);
  expect(await actionsOf()).not.toContain("reply");
  const late = await bob.refused(sendMessage, thanks);
  expect(late.code).toBe("conversation_closed");
});

test("what was canceled takes no word more, and a finished task of A2A none", async () => {
  await using core = await startStage();
  const { alice } = core;
  const conversationId = await released(core);
  const words = { conversationId, text: "One more thing" };
  const byTask = await alice.refused(sendMessage, words, { via: "a2a" });
  expect(byTask.code).toBe("conversation_closed");
  const canceled = await paid(core);
  await alice
    .asPerson()
    .run(cancelConversation, { conversationId: canceled, reason: "no" });
  const late = { conversationId: canceled, text: "Sorry" };
  expect((await alice.refused(sendMessage, late)).code).toBe(
    "conversation_closed",
  );
});

test("an agent whose message would wait for its person cannot add it to what is closed", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const { conversationId } = await alice.asPerson().run(createConversation, {
    to: [bob.address, "guest@mail.example"],
    text: "x",
    submit: true,
  });
  await bob.asPerson().run(sendMessage, { conversationId, text: "done" });
  await bob.asPerson().run(completeConversation, { conversationId });
  const agent = alice.as({
    scopes: ["conversations:read", "conversations:write"],
  });
  const refused = await agent.refused(sendMessage, {
    ...{ conversationId, text: "and this", mode: "reply-all" },
  });
  expect(refused.code).toBe("conversation_closed");
  const { conversation } = await agent.run(getConversation, { conversationId });
  expect(conversation.state).toBe("completed");
});

test("words that follow are said alike over REST and MCP", async () => {
  await using pair = await startPair();
  const { service, alice, bob } = pair;
  const post = async (token: string, path: string, body: object) =>
    await json(
      await service.fetch(`/v1/conversations${path}`, {
        ...{ method: "POST", token, json: body },
      }),
    );
  const { conversationId } = await post(alice.token, "", {
    ...{ to: [bob.address], text: "Hello", submit: true },
  });
  await post(bob.token, `/${conversationId}/messages`, { text: "Done" });
  await post(bob.token, `/${conversationId}/complete`, {});
  const rest = await post(alice.token, `/${conversationId}/messages`, {
    text: "Thanks",
  });
  expect(rest.state).toBe("completed");
  const result = await attempt(pair, {
    ...{ by: bob, tool: "svc.send_message" },
    args: { conversationId, text: "You are welcome" },
  });
  expect(unfenced(JSON.parse(result.content[0]?.text ?? ""))).toMatchObject({
    state: "completed",
  });
});
