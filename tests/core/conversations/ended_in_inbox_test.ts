import { expect, test } from "bun:test";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
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

test("a receipt that the recipient signed is in the sender's inbox, though the work goes on", async () => {
  await using stage = await startStage();
  const { alice, bob } = stage;
  const conversationId = await send(alice.asPerson(), {
    ...{ to: [bob.address], price: "5.00", release: "accepted" },
  });
  await decide(bob.asPerson(), conversationId, "approve");
  expect((await view(alice, conversationId)).folders).not.toContain("inbox");
  await bob.run(signReceipt, { conversationId, confirm: true });
  const signed = await view(alice, conversationId);
  expect(signed.state).toBe("working");
  expect(signed.folders).toContain("inbox");
});
