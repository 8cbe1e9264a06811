import { expect, test } from "bun:test";
import { json, startService } from "../harness.ts";

test("a message that waits for a person is 202 with its checkpoint, and 201 once nobody has to be asked", async () => {
  await using service = await startService();
  const alice = await service.addAccount("alice");
  const bob = await service.addAccount("bob");
  const post = (token: string, path: string, body: object) =>
    service.fetch(`/v1/conversations${path}`, {
      method: "POST",
      token,
      json: body,
    });
  const made = await post(alice.token, "", {
    to: [bob.address],
    cc: ["eve@example.org"],
    text: "words",
    submit: true,
  });
  const { conversationId } = await json(made);
  const messages = `/${conversationId}/messages`;
  const agent = await service.addCredential(bob, ["conversations:write"]);
  const toAll = { text: "to all", mode: "reply-all" };
  const waits = await post(agent, messages, toAll);
  expect(waits.status).toBe(202);
  const { checkpointId, messageId, state } = await json(waits);
  expect(state).toBe("input-required");
  const decision = { decision: "approve", checkpointId };
  const decided = await post(
    bob.token,
    `/${conversationId}/decisions`,
    decision,
  );
  expect(await json(decided)).toMatchObject({
    state: "working",
    conversation: { messages: [{}, { messageId, text: "to all" }] },
  });
  const question = { text: "which?", needsInput: true };
  expect((await post(agent, messages, question)).status).toBe(202);
  const sent = await post(bob.token, messages, toAll);
  expect(sent.status).toBe(201);
  expect(await json(sent)).not.toHaveProperty("checkpointId");
});

test("needsInput that is no boolean names the field", async () => {
  await using service = await startService();
  const alice = await service.addAccount("alice");
  const answer = await service.fetch("/v1/conversations/cnv_1/messages", {
    method: "POST",
    token: alice.token,
    json: { text: "x", needsInput: "yes" },
  });
  expect(answer.status).toBe(400);
  const { errors } = await json(answer);
  expect(errors).toMatchObject([{ pointer: "/needsInput" }]);
});
