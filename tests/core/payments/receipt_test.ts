import { describe, expect, test } from "bun:test";
import { compactVerify, createLocalJWKSet, decodeProtectedHeader } from "jose";
import { canonicalJson, sha256 } from "../../../src/core/base/digest.ts";
import { addArtifact } from "../../../src/core/operations/add_artifact.ts";
import { getConversation } from "../../../src/core/operations/get_conversation.ts";
import { readAudit } from "../../../src/core/operations/read_audit.ts";
import { recordHilDecision } from "../../../src/core/operations/record_hil_decision.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import type { Composed, Stage } from "../core_harness.ts";
import {
  failure,
  send,
  startStage,
  view,
  withReceipt,
} from "../core_harness.ts";

async function signed(core: Stage) {
  const { alice, bob } = core;
  const conversationId = await send(alice, { to: bob.address, price: "5" });
  const { messageId } = await bob.run(sendMessage, {
    conversationId,
    text: "done",
  });
  const { conversation } = await bob.run(getConversation, { conversationId });
  const [head] = await core.rows(
    `select lower(hex(hash)) from audit_records where chain_id = '${conversationId}' order by seq desc limit 1`,
  );
  const { receipt } = await withReceipt(
    bob.run(signReceipt, {
      conversationId,
      confirm: true,
      statement: "all done",
    }),
  );
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
      kind: "agent",
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
    { evidence: { ...payload.evidence, statement: "all is done" } },
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

describe("a receipt that is repeated", () => {
  const sign = ({ bob }: Stage, conversationId: string, statement?: string) =>
    withReceipt(
      bob.run(signReceipt, {
        conversationId,
        confirm: true,
        ...(statement !== undefined && { statement }),
      }),
    );

  test.each([undefined, "", " \n", "all done", " all done\n"])(
    "with the words %p gives what was signed",
    async (statement) => {
      await using core = await startStage();
      const { receipt, conversation } = await signed(core);
      const again = await sign(core, conversation.id, statement);
      expect(again.receipt).toEqual(receipt);
    },
  );

  test("with other words is refused and changes nothing", async () => {
    await using core = await startStage();
    const { receipt, conversation } = await signed(core);
    const { id: conversationId } = conversation;
    const error = await core.bob.refused(signReceipt, {
      conversationId,
      confirm: true,
      statement: "half done",
    });
    expect(error.code).toBe("already_signed");
    const { payment } = await view(core.alice, conversationId);
    expect(payment.receipt).toEqual(receipt);
  });

  test("with words is refused where none were signed", async () => {
    await using core = await startStage();
    const conversationId = await ask(core, { release: "accepted" });
    await sign(core, conversationId);
    const late = sign(core, conversationId, "one more thing");
    expect(await failure(late)).toMatchObject({ code: "already_signed" });
  });

  test("at the same moment with other words: one is signed, the other is told so", async () => {
    await using core = await startStage();
    const conversationId = await ask(core, { release: "accepted" });
    const words = ["first", "second"] as const;
    const came = await Promise.allSettled(
      words.map((statement) => sign(core, conversationId, statement)),
    );
    const done = came.flatMap((it) =>
      it.status === "fulfilled" ? [it.value.receipt] : [],
    );
    const codes = came.flatMap((it) =>
      it.status === "rejected" ? [it.reason.code] : [],
    );
    expect(codes).toEqual(["already_signed"]);
    const { payment } = await view(core.bob, conversationId);
    expect([payment.receipt]).toEqual(done);
  });
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

/** Signs what alice asked of bob, and gives what the signature is over. */
async function signedPayload(
  { bob, services }: Stage,
  conversationId: string,
  statement?: string,
) {
  const { receipt } = await withReceipt(
    bob.run(signReceipt, {
      conversationId,
      confirm: true,
      ...(statement !== undefined && { statement }),
    }),
  );
  const keys = createLocalJWKSet({ keys: [...services.signer.jwks.keys] });
  const { payload } = await compactVerify(receipt.jws, keys);
  const signedOver = JSON.parse(new TextDecoder().decode(payload));
  expect(signedOver.evidence).toEqual(receipt.evidence);
  return receipt;
}

const ask = ({ alice, bob }: Stage, more: Composed) =>
  send(alice, { to: bob.address, price: "5", ...more });

const NOTHING = { messageIds: [], artifactIds: [] };

describe("what a receipt names as evidence", () => {
  test("accepted: the acceptance that the payee approved before", async () => {
    await using core = await startStage();
    const conversationId = await ask(core, { release: "accepted" });
    const { checkpointId } = await core.bob.run(recordHilDecision, {
      conversationId,
      decision: "approve",
    });
    await core.bob.run(sendMessage, { conversationId, text: "on it" });
    const { evidence } = await signedPayload(core, conversationId);
    expect(evidence).toEqual({ ...NOTHING, decisionId: checkpointId });
  });

  test("accepted: the acceptance that a first reply gave", async () => {
    await using core = await startStage();
    const conversationId = await ask(core, { release: "accepted" });
    await core.bob.run(sendMessage, { conversationId, text: "on it" });
    const [asked] = (await view(core.bob, conversationId)).checkpoints;
    const { evidence } = await signedPayload(core, conversationId);
    expect(asked).toMatchObject({ kind: "acceptance", status: "approved" });
    expect(evidence.decisionId).toBe(asked?.checkpointId ?? "");
  });

  test("accepted: the acceptance that the signature itself gives", async () => {
    await using core = await startStage();
    const conversationId = await ask(core, { release: "accepted" });
    const { evidence } = await signedPayload(core, conversationId);
    const [asked] = (await view(core.bob, conversationId)).checkpoints;
    expect(asked).toMatchObject({ kind: "acceptance", status: "approved" });
    expect(evidence.decisionId).toBe(asked?.checkpointId ?? "");
  });

  test("accepted: never another recipient's decision", async () => {
    await using core = await startStage();
    const { alice, bob, carol } = core;
    const conversationId = await send(alice, {
      to: [bob.address, carol.address],
      price: "5",
      release: "accepted",
    });
    await carol.run(recordHilDecision, { conversationId, decision: "approve" });
    const [own] = (await view(bob, conversationId)).checkpoints;
    const { evidence } = await signedPayload(core, conversationId);
    expect(evidence.decisionId).toBe(own?.checkpointId ?? "");
  });

  test("a file: those of the payee of that type, and no message", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const conversationId = await ask(core, {
      release: "converted",
      releaseAction: { type: "artifact", mimeType: "application/pdf" },
    });
    const add = async (actor: typeof bob, mimeType: string) =>
      (
        await actor.run(addArtifact, {
          conversationId,
          name: "a",
          mimeType,
          bytes: "YQ==",
        })
      ).artifactId;
    await add(alice, "application/pdf");
    const wanted = await add(bob, "application/pdf");
    await add(bob, "text/plain");
    await bob.run(sendMessage, { conversationId, text: "here" });
    const { evidence } = await signedPayload(core, conversationId);
    expect(evidence).toEqual({ messageIds: [], artifactIds: [wanted] });
  });

  test("replied: the payee's messages that the sender can read, and no file or decision", async () => {
    await using core = await startStage();
    const { alice, bob, carol } = core;
    const conversationId = await send(alice, {
      to: [bob.address, carol.address],
      price: "5",
    });
    const word = async (actor: typeof bob, inReplyTo?: string) =>
      (
        await actor.run(sendMessage, {
          conversationId,
          text: "words",
          ...(inReplyTo === undefined
            ? { mode: "reply-all" }
            : { mode: "reply", inReplyTo }),
        })
      ).messageId;
    const others = await word(carol);
    const shown = await word(bob);
    await word(bob, others);
    await word(alice);
    const { evidence } = await signedPayload(core, conversationId);
    expect(evidence).toEqual({ messageIds: [shown], artifactIds: [] });
  });

  test("a visit: the payee's words, in the receipt that everybody sees and in what is signed", async () => {
    await using core = await startStage();
    const conversationId = await ask(core, {
      release: "converted",
      releaseAction: { type: "url_visit", url: "https://example.org/offer" },
    });
    const words = "I read the offer.\nAll of it.";
    const receipt = await signedPayload(core, conversationId, words);
    expect(receipt.evidence).toEqual({ ...NOTHING, statement: words });
    const { payment } = await view(core.alice, conversationId);
    expect(payment.receipt).toEqual(receipt);
  });
});

test("the record commits to the whole receipt and holds none of its words", async () => {
  await using core = await startStage();
  const { alice } = core;
  const conversationId = await ask(core, {
    release: "converted",
    releaseAction: "call back",
  });
  const words = "I called at noon";
  const { jws } = await signedPayload(core, conversationId, words);
  const { records } = await alice.run(readAudit, { conversationId });
  expect(JSON.stringify(records)).not.toContain(words);
  const signedRecord = records.find(({ type }) => type === "receipt.signed");
  expect(signedRecord).toMatchObject({ commitment: sha256(jws) });
});
