import { expect, test } from "bun:test";
import { compactVerify, createLocalJWKSet, decodeProtectedHeader } from "jose";
import { canonicalJson } from "../../../src/core/digest.ts";
import { getConversation } from "../../../src/core/operations/get_conversation.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import type { Stage } from "../core_harness.ts";
import { failure, send, startStage } from "../core_harness.ts";

async function signed(core: Stage) {
  const { alice, bob } = core;
  const conversationId = await send(alice, { to: bob.address, price: "5" });
  const { messageId } = await bob.run(sendMessage, {
    conversationId,
    text: "done",
  });
  const { conversation } = await bob.run(getConversation, { conversationId });
  const [head] = await core.rows(
    `select hash from audit_records where chain_id = '${conversationId}' order by seq desc limit 1`,
  );
  const { receipt } = await bob.run(signReceipt, {
    conversationId,
    confirm: true,
    statement: "all done",
  });
  return { conversation, messageId, head, receipt };
}

test("a receipt says what was signed, by whom, on what evidence and after which record", async () => {
  await using core = await startStage();
  const { conversation, messageId, head, receipt } = await signed(core);
  const { jws, receiptId, ...said } = receipt;
  expect(receiptId).toStartWith("rcp_");
  expect(jws.split(".")).toHaveLength(3);
  expect(said).toEqual({
    conversationId: conversation.id,
    paymentId: conversation.payment.paymentId ?? null,
    condition: "replied",
    evidence: {
      messageIds: [messageId],
      artifactIds: [],
      statement: "all done",
    },
    signer: {
      accountId: core.bob.accountId,
      address: core.bob.address,
      credentialId: core.bob.credentialId,
    },
    price: "5.00",
    label: "TEST",
    signedAt: "2026-01-15T12:00:00.000Z",
    auditHash: String(head?.[0]),
  });
});

test("the signature verifies with the published key over the canonical receipt", async () => {
  await using core = await startStage();
  const { receipt } = await signed(core);
  const { jws, ...payload } = receipt;
  const { jwks } = core.services.signer;
  const keys = createLocalJWKSet({ keys: [...jwks.keys] });
  const verified = await compactVerify(jws, keys);
  expect(new TextDecoder().decode(verified.payload)).toBe(
    canonicalJson(payload),
  );
  expect(decodeProtectedHeader(jws)).toMatchObject({
    alg: "EdDSA",
    kid: jwks.keys[0]?.kid ?? "",
  });
});

test("any change to a signed receipt breaks its signature", async () => {
  await using core = await startStage();
  const { receipt } = await signed(core);
  const { jws, ...payload } = receipt;
  const [header, , signature] = jws.split(".");
  const keys = createLocalJWKSet({ keys: [...core.services.signer.jwks.keys] });
  const changes = [
    { price: "50.00" },
    { conversationId: "cnv_other" },
    { condition: "accepted" },
    { signer: { ...payload.signer, accountId: "acc_other" } },
    { evidence: { ...payload.evidence, messageIds: [] } },
    { auditHash: "0".repeat(64) },
    { extra: true },
  ];
  for (const change of changes) {
    const text = canonicalJson({ ...payload, ...change });
    const forged = `${header}.${Buffer.from(text).toString("base64url")}.${signature}`;
    const { message } = await failure(compactVerify(forged, keys));
    expect(message).toBe("signature verification failed");
  }
});

test("a published key holds no secret", async () => {
  await using core = await startStage();
  for (const key of core.services.signer.jwks.keys) {
    const { y: _ofCurves, ...others } = key;
    expect(Object.keys(others).toSorted()).toEqual(
      ["alg", "crv", "kid", "kty", "use", "x"].toSorted(),
    );
  }
});

test("every participant sees the same receipt", async () => {
  await using core = await startStage();
  const { receipt, conversation } = await signed(core);
  for (const actor of [core.alice, core.bob]) {
    const read = await actor.run(getConversation, {
      conversationId: conversation.id,
    });
    expect(read.conversation.payment.receipt).toEqual(receipt);
  }
});
