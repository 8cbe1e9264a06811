import { expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { getDigest } from "../../../src/core/operations/get_digest.ts";
import { requestRefund } from "../../../src/core/operations/request_refund.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import { updateProfile } from "../../../src/core/operations/update_profile.ts";
import { send, startStage } from "../core_harness.ts";

test("requests of strangers, however many, hide neither what others owe nor what needs the person", async () => {
  await using stage = await startStage();
  const { alice, bob, carol } = stage;
  // Bob was paid by alice, who wants it back; and he waits for seven answers of carol's.
  const paid = await send(alice, {
    to: bob.address,
    price: "1",
    title: "Paid",
  });
  await bob.run(sendMessage, { conversationId: paid, text: "Done" });
  await bob.run(signReceipt, { conversationId: paid, confirm: true });
  await alice.run(requestRefund, { conversationId: paid, reason: "Broken" });
  for (let count = 0; count < 7; count++) {
    await send(bob, { to: carol.address });
  }
  const requests = LIMITS.digestLookedMax + 20;
  for (let count = 0; count < requests; count++) {
    const stranger = await stage.account(`stranger${count}`, { credit: "0" });
    await send(stranger, { to: bob.address });
  }
  for (const [reader, who] of [
    [bob.asPerson(), "you"],
    [bob.as({ scopes: ["conversations:read"] }), "person"],
  ] as const) {
    const { counts, waiting, isPartial } = await reader.run(getDigest, {});
    expect(waiting[0]).toMatchObject({ conversationId: paid, who });
    expect(counts.them).toBe(7);
    expect(counts[who]).toBe(requests + 1);
    expect(counts.you + counts.person).toBe(requests + 1);
    expect(isPartial).toBe(true);
  }
}, 60_000);

test("strangers who offer a cent each hide neither a refund that is asked for nor a decision", async () => {
  await using stage = await startStage();
  const { alice, bob } = stage;
  const paid = await send(alice, {
    to: bob.address,
    price: "1",
    title: "Paid",
  });
  await bob.run(sendMessage, { conversationId: paid, text: "Done" });
  await bob.run(signReceipt, { conversationId: paid, confirm: true });
  await alice.run(requestRefund, { conversationId: paid, reason: "Broken" });
  const dear = await send(bob, {
    to: alice.address,
    price: "30",
    title: "Dear",
  });
  const stranger = await stage.account("stranger", { credit: "9" });
  for (let count = 0; count < LIMITS.digestLookedMax; count++) {
    await send(stranger, { to: bob.address, price: "0.01" });
  }
  const { counts, waiting } = await bob.run(getDigest, {});
  const named = waiting.map(({ conversationId }) => conversationId);
  expect(named.slice(0, 2)).toEqual([paid, dear]);
  expect(counts.person).toBe(1);
}, 60_000);

test("a request that waits for money waits for whoever may pay it, beside many drafts", async () => {
  await using stage = await startStage();
  const { alice, bob } = stage;
  const prices = [{ contactType: "everyone", price: "50" }] as const;
  await bob.asPerson().run(updateProfile, { prices: [...prices] });
  const offer = { to: bob.address, title: "Unpaid", text: "x" };
  const submitted = { ...offer, submit: true };
  const { conversationId } = await alice.run(createConversation, submitted);
  for (let count = 0; count < LIMITS.digestLookedMax; count++) {
    await alice.run(createConversation, { ...offer, title: "Draft" });
  }
  for (const [reader, who] of [
    [alice, "person"],
    [alice.asPerson(), "you"],
  ] as const) {
    const { counts, waiting, isPartial } = await reader.run(getDigest, {});
    expect(waiting).toMatchObject([{ conversationId, who, from: bob.address }]);
    expect([counts[who], counts.you + counts.person]).toEqual([1, 1]);
    expect(isPartial).toBeUndefined();
  }
}, 60_000);
