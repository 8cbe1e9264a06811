import { expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { addArtifact } from "../../../src/core/operations/add_artifact.ts";
import { completeConversation } from "../../../src/core/operations/complete_conversation.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import type { Actor } from "../core_harness.ts";
import { DAY, send, startStage, view, withReceipt } from "../core_harness.ts";
import { HELD, money, paid, RELEASED, say, sign, UNTOUCHED } from "./flows.ts";

test("replied: no receipt before a reply, then the price is the payee's", async () => {
  await using core = await startStage();
  const { bob } = core;
  const conversationId = await paid(core);
  const early = await bob.refused(signReceipt, {
    conversationId,
    confirm: true,
  });
  expect(early.code).toBe("condition_not_met");
  expect(early.extra).toEqual({
    condition: "replied",
    missing: "a reply from the recipient that the sender can read",
  });
  expect(await money(core)).toEqual(HELD);
  await say(bob, conversationId);
  expect(await money(core)).toEqual(HELD);
  const signed = await sign(bob, conversationId);
  expect(signed).toMatchObject({
    state: "completed",
    payment: { status: "released", releasedAt: "2026-01-15T12:00:00.000Z" },
  });
  expect(await money(core)).toEqual(RELEASED);
});

test("accepted: the receipt is the acceptance, releases at once and work goes on", async () => {
  await using core = await startStage();
  const { bob } = core;
  const conversationId = await paid(core, { release: "accepted" });
  const signed = await sign(bob, conversationId);
  expect(signed).toMatchObject({
    state: "working",
    payment: { status: "released" },
    conversation: { needsYou: false, checkpoints: [{ status: "approved" }] },
  });
  expect(await money(core)).toEqual(RELEASED);
  await say(bob, conversationId);
  const done = await bob.run(completeConversation, { conversationId });
  expect(done.state).toBe("completed");
  expect(await money(core)).toEqual(RELEASED);
});

test("converted: the file that was asked for has to be there", async () => {
  await using core = await startStage();
  const { bob } = core;
  const conversationId = await paid(core, {
    release: "converted",
    releaseAction: { type: "artifact", mimeType: "application/pdf" },
  });
  await say(bob, conversationId);
  const early = await bob.refused(signReceipt, {
    conversationId,
    confirm: true,
  });
  expect(early.extra.missing).toContain("application/pdf");
  const { artifactId } = await bob.run(addArtifact, {
    conversationId,
    name: "a.pdf",
    mimeType: "application/pdf",
    bytes: "YQ==",
  });
  const { receipt } = await sign(bob, conversationId);
  expect(receipt.evidence.artifactIds).toEqual([artifactId]);
  expect(await money(core)).toEqual(RELEASED);
});

const DESCRIBED = [
  ["a text", { type: "text", text: "call back" }],
  ["a visit", { type: "url_visit", url: "https://example.org/offer" }],
] as const;

for (const [name, releaseAction] of DESCRIBED) {
  const terms = { release: "converted", releaseAction } as const;

  test(`converted by ${name}: a signature without the payee's words releases nothing, and the refusal says what they are about`, async () => {
    await using core = await startStage();
    const { bob } = core;
    const conversationId = await paid(core, terms);
    await say(bob, conversationId);
    for (const statement of [undefined, "", " \n ", "\u200b\u202e"]) {
      const early = await bob.refused(signReceipt, {
        conversationId,
        confirm: true,
        ...(statement !== undefined && { statement }),
      });
      expect(early.code).toBe("condition_not_met");
      expect(early.message).toBe(
        "Cannot sign the receipt: statement is missing.",
      );
      expect(early.fix).toStartWith("Send `statement`");
      expect(early.extra).toEqual({
        condition: "converted",
        missing: "statement",
        releaseAction,
      });
    }
    const seen = await view(bob, conversationId);
    expect(seen).toMatchObject({
      state: "working",
      releaseAction,
      payment: { status: "held", releaseAction },
    });
    expect(seen.payment).not.toHaveProperty("receipt");
    expect(await money(core)).toEqual(HELD);
  });

  test(`converted by ${name}: the payee states it in the receipt`, async () => {
    await using core = await startStage();
    const conversationId = await paid(core, terms);
    const { receipt } = await withReceipt(
      core.bob.run(signReceipt, {
        conversationId,
        confirm: true,
        statement: "I did",
      }),
    );
    expect(receipt.evidence.statement).toBe("I did");
    expect(await money(core)).toEqual(RELEASED);
  });
}

test("a statement has a bound and is a text", async () => {
  await using core = await startStage();
  const conversationId = await paid(core, {
    release: "converted",
    releaseAction: "call back",
  });
  const tooLong = "x".repeat(LIMITS.statementCharsMax + 1);
  for (const statement of [tooLong, 1, true, null, ["I did"], { text: "x" }]) {
    const input = { conversationId, confirm: true, statement } as never;
    const { code, errors } = await core.bob.refused(signReceipt, input);
    expect(code).toBe("invalid_input");
    expect(errors.map(({ pointer }) => pointer)).toEqual(["/statement"]);
  }
  expect(await money(core)).toEqual(HELD);
  const { receipt } = await withReceipt(
    core.bob.run(signReceipt, {
      conversationId,
      confirm: true,
      statement: tooLong.slice(1),
    }),
  );
  expect(receipt.evidence.statement).toBe(tooLong.slice(1));
});

test("a receipt without a price completes under the same conditions, whatever the release", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const accepted = await send(alice, { to: bob.address, release: "accepted" });
  expect((await sign(bob, accepted)).state).toBe("completed");
  const conversationId = await send(alice, {
    to: bob.address,
    release: "converted",
    releaseAction: "call back",
  });
  const early = await bob.refused(signReceipt, {
    conversationId,
    confirm: true,
  });
  expect(early.extra).toMatchObject({ missing: "statement" });
  const signed = await withReceipt(
    bob.run(signReceipt, {
      conversationId,
      confirm: true,
      statement: "I called",
    }),
  );
  expect(signed.state).toBe("completed");
  expect(await money(core)).toEqual(UNTOUCHED);
});

test("a receipt is signed once: a repeat gives the stored one and moves nothing", async () => {
  await using core = await startStage();
  const { bob } = core;
  const conversationId = await paid(core);
  await say(bob, conversationId);
  const first = await sign(bob, conversationId);
  core.advance(DAY);
  const second = await sign(bob, conversationId);
  expect(second).toEqual(first);
  expect(await money(core)).toEqual(RELEASED);
  const transfers = await core.rows(
    "select kind from ledger_transfers where kind <> 'fund' order by created_at",
  );
  expect(transfers.flat().toSorted()).toEqual(["hold", "release"]);
});

test("neither the sender nor cc nor bcc can sign, whatever has happened", async () => {
  await using core = await startStage();
  const { alice, bob, carol, dave } = core;
  const conversationId = await paid(core, {
    cc: carol.address,
    bcc: dave.address,
  });
  await say(bob, conversationId);
  const refusals: readonly (readonly [Actor, string])[] = [
    [alice, "sender_cannot_sign"],
    [alice.as({ kind: "person" }), "sender_cannot_sign"],
    [carol, "not_addressed"],
    [dave, "not_addressed"],
  ];
  for (const [actor, code] of refusals) {
    const error = await actor.refused(signReceipt, {
      conversationId,
      confirm: true,
    });
    expect(error.code as string).toBe(code);
  }
  expect(await money(core)).toEqual(HELD);
});

test("a stranger cannot learn that there is something to sign", async () => {
  await using core = await startStage();
  const conversationId = await paid(core);
  const error = await core.carol.refused(signReceipt, {
    conversationId,
    confirm: true,
  });
  expect(error.code).toBe("conversation_not_found");
});

test("anything but confirm: true is no receipt", async () => {
  await using core = await startStage();
  const conversationId = await paid(core, { release: "accepted" });
  const missing = await core.bob.refused(signReceipt, { conversationId });
  expect(missing.code).toBe("confirm_required");
  for (const confirm of [false, "true", 1, null, {}]) {
    const error = await core.bob.refused(signReceipt, {
      conversationId,
      confirm,
    });
    expect(error.code).toBe("confirm_required");
  }
  expect(await money(core)).toEqual(HELD);
});

test("the payee is the first account in `to`, and only the payee signs for a price", async () => {
  await using core = await startStage();
  const { bob, carol } = core;
  const conversationId = await paid(core, {
    to: [
      "eve@example.org",
      "hello@inbox.localhost",
      bob.address,
      carol.address,
    ],
  });
  const { payment } = await view(carol, conversationId);
  expect(payment.payee?.accountId).toBe(bob.accountId);
  await say(carol, conversationId);
  const error = await carol.refused(signReceipt, {
    conversationId,
    confirm: true,
  });
  expect(error.code).toBe("not_addressed");
  await say(bob, conversationId);
  await sign(bob, conversationId);
  expect(await money(core)).toEqual(RELEASED);
});

test("a held price is completed by a receipt only", async () => {
  await using core = await startStage();
  const { bob } = core;
  const conversationId = await paid(core);
  const early = await bob.refused(completeConversation, { conversationId });
  expect(early.code).toBe("wrong_state");
  await say(bob, conversationId);
  const error = await bob.refused(completeConversation, { conversationId });
  expect(error.code).toBe("receipt_required");
  expect(await money(core)).toEqual(HELD);
});

test("a receipt after the hold has ended is refused", async () => {
  await using core = await startStage();
  const conversationId = await paid(core);
  await say(core.bob, conversationId);
  core.advance(LIMITS.holdDaysDefault * DAY - 1);
  core.advance(1);
  const error = await core.bob.refused(signReceipt, {
    conversationId,
    confirm: true,
  });
  expect(error.code).toBe("hold_expired");
  expect(await money(core)).toEqual(HELD);
});

test("a receipt in the last millisecond of the hold counts", async () => {
  await using core = await startStage();
  const conversationId = await paid(core);
  await say(core.bob, conversationId);
  core.advance(LIMITS.holdDaysDefault * DAY - 1);
  await sign(core.bob, conversationId);
  expect(await money(core)).toEqual(RELEASED);
});
