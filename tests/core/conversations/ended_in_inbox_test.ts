import { expect, test } from "bun:test";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { decide, send, startStage, view } from "../core_harness.ts";

test("a decline is in the sender's inbox, and one's own cancel is not", async () => {
  await using stage = await startStage();
  const { alice, bob } = stage;
  const declined = await send(alice, { to: [bob.address] });
  expect((await view(alice, declined)).folders).not.toContain("inbox");
  await decide(bob.asPerson(), declined, "decline", { comment: "I'm away." });
  const ended = await view(alice, declined);
  expect(ended.state).toBe("rejected");
  expect(ended.folders).toContain("inbox");
  expect(ended.unread).toBe(true);

  const canceled = await send(alice, { to: [bob.address] });
  await alice.asPerson().run(cancelConversation, {
    conversationId: canceled,
    reason: "Not needed any more.",
  });
  expect((await view(alice, canceled)).folders).not.toContain("inbox");
});
