import { expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { addArtifact } from "../../../src/core/operations/add_artifact.ts";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { completeConversation } from "../../../src/core/operations/complete_conversation.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { recordHilDecision } from "../../../src/core/operations/record_hil_decision.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import { submitDraft } from "../../../src/core/operations/submit_draft.ts";
import type { Actor, Composed, Stage } from "../core_harness.ts";
import {
  balance,
  DAY,
  failure,
  isLedgerRight,
  send,
  startStage,
  view,
  withReceipt,
} from "../core_harness.ts";

const HUNDRED = 100_000_000;
const FIVE = 5_000_000;

/** A paid request from alice, who is signed in, to bob. */
const paid = ({ alice, bob }: Stage, more: Composed = {}) =>
  send(alice.asPerson(), { to: bob.address, price: "5", ...more });

const say = (actor: Actor, conversationId: string) =>
  actor.run(sendMessage, { conversationId, text: "done" });

const sign = (actor: Actor, conversationId: string) =>
  withReceipt(actor.run(signReceipt, { conversationId, confirm: true }));

const cancel = (actor: Actor, conversationId: string) =>
  actor.asPerson().run(cancelConversation, { conversationId, reason: "no" });

/** Wallets of alice and bob, and what all escrows hold together. */
async function money(core: Stage): Promise<readonly number[]> {
  const [row] = await core.rows(
    "select coalesce(sum(balance), 0) from ledger_accounts where kind = 'escrow'",
  );
  expect(await isLedgerRight(core)).toBe(true);
  return [
    await balance(core, core.alice),
    await balance(core, core.bob),
    Number(row?.[0]),
  ];
}

const UNTOUCHED = [HUNDRED, HUNDRED, 0];
const HELD = [HUNDRED - FIVE, HUNDRED, FIVE];
const RELEASED = [HUNDRED - FIVE, HUNDRED + FIVE, 0];

test("without a price there is no payment and nothing moves", async () => {
  await using core = await startStage();
  for (const price of [undefined, 0, "0.00"]) {
    const conversationId = await send(core.alice, {
      to: core.bob.address,
      ...(price !== undefined && { price }),
    });
    const { payment } = await view(core.bob, conversationId);
    expect(payment).toMatchObject({ status: "none", payee: null });
  }
  expect(await core.rows("select id from payments")).toEqual([]);
  expect(await money(core)).toEqual(UNTOUCHED);
});

test("submitting a price moves it from the wallet into its own escrow, for seven days", async () => {
  await using core = await startStage();
  const conversationId = await paid(core);
  expect(await money(core)).toEqual(HELD);
  const { payment } = await view(core.bob, conversationId);
  expect(payment).toMatchObject({
    status: "held",
    price: { amount: "5.00", amountAtomic: "5000000" },
    release: "replied",
    rail: "ledger",
    label: "TEST",
    payer: { address: core.alice.address },
    payee: { accountId: core.bob.accountId, address: core.bob.address },
    heldAt: "2026-01-15T12:00:00.000Z",
    captureBefore: "2026-01-22T12:00:00.000Z",
  });
  const [escrow] = await core.rows(
    `select balance from ledger_accounts where id = 'escrow:${payment.paymentId}'`,
  );
  expect(escrow).toEqual([FIVE]);
});

test("a price above the balance is auth-required: nothing held, nobody reached", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const made = await alice.asPerson().run(createConversation, {
    to: [bob.address, "eve@example.org"],
    text: "words",
    price: "100.000001",
    submit: true,
  });
  expect(made).toMatchObject({
    state: "auth-required",
    conversation: {
      stateReason: "payment_required",
      payment: {
        status: "requires_payment",
        requirements: {
          needed: { amountAtomic: "100000001" },
          reason: "insufficient_balance",
        },
      },
    },
  });
  const { conversationId } = made;
  expect(await money(core)).toEqual(UNTOUCHED);
  expect(await core.rows("select id from outbox")).toEqual([]);
  const foreign = await bob.refused(sendMessage, {
    conversationId,
    text: "hi",
  });
  expect(foreign.code).toBe("conversation_not_found");
});

test("the whole balance may be held, and then nothing more", async () => {
  await using core = await startStage();
  await paid(core, { price: "100" });
  const short = await view(core.alice, await paid(core, { price: "0.000001" }));
  expect(short.state).toBe("auth-required");
  expect(await money(core)).toEqual([0, HUNDRED, HUNDRED]);
});

test("a draft holds nothing; its submit holds what it then asks", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const { conversationId } = await alice.run(createConversation, {
    to: bob.address,
    text: "words",
    price: "5",
  });
  expect(await money(core)).toEqual(UNTOUCHED);
  await alice.run(submitDraft, { conversationId });
  expect(await money(core)).toEqual(HELD);
});

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

test("a price to ordinary mail only is held for nobody until somebody joins", async () => {
  await using core = await startStage();
  const { alice } = core;
  const conversationId = await paid(core, { to: "eve@example.org" });
  const seen = await view(alice, conversationId);
  expect(seen).toMatchObject({
    state: "submitted",
    payment: { status: "held", payee: null },
  });
  expect(await money(core)).toEqual(HELD);
  expect(await cancel(alice, conversationId)).toMatchObject({
    state: "canceled",
    payment: { status: "voided" },
  });
  expect(await money(core)).toEqual(UNTOUCHED);
});

test("a cc is never the payee", async () => {
  await using core = await startStage();
  const conversationId = await paid(core, {
    to: "eve@example.org",
    cc: core.bob.address,
  });
  const { payment } = await view(core.bob, conversationId);
  expect(payment.payee).toBeNull();
  const error = await core.bob.refused(signReceipt, {
    conversationId,
    confirm: true,
  });
  expect(error.code).toBe("not_addressed");
});

test("a cancel by the sender or the payee gives the price back, once", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  for (const actor of [alice, bob]) {
    const conversationId = await paid(core);
    const canceled = await cancel(actor, conversationId);
    expect(canceled).toMatchObject({
      state: "canceled",
      review: { outcome: "allow" },
      payment: { status: "voided", voidReason: "canceled" },
    });
    const again = await cancel(actor, conversationId);
    expect(again.review.reviewId).toBe(canceled.review.reviewId);
    expect(again.conversation.version).toBe(canceled.conversation.version);
    const other = actor === alice ? bob : alice;
    const late = await other.refused(cancelConversation, {
      conversationId,
      reason: "me too",
    });
    expect(late.code).toBe("not_cancelable");
  }
  expect(await money(core)).toEqual(UNTOUCHED);
});

test("a cc or bcc cannot cancel", async () => {
  await using core = await startStage();
  const { carol, dave } = core;
  const conversationId = await paid(core, {
    cc: carol.address,
    bcc: dave.address,
  });
  for (const actor of [carol, dave]) {
    const error = await actor.refused(cancelConversation, {
      conversationId,
      reason: "no",
    });
    expect(error.code).toBe("forbidden");
  }
  expect(await money(core)).toEqual(HELD);
});

test("the sender cannot take back what is earned; the recipient still can give it back", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await paid(core);
  await say(bob, conversationId);
  const before = await view(alice, conversationId);
  const error = await alice.refused(cancelConversation, {
    conversationId,
    reason: "changed my mind",
  });
  expect(error.code).toBe("condition_already_met");
  expect(error.extra.review).toMatchObject({ outcome: "deny" });
  expect(await view(alice, conversationId)).toEqual(before);
  expect(await money(core)).toEqual(HELD);
  await cancel(bob, conversationId);
  expect(await money(core)).toEqual(UNTOUCHED);
});

test("the payee's decline rejects the request and gives the price back", async () => {
  await using core = await startStage();
  const conversationId = await paid(core);
  const declined = await core.bob.run(recordHilDecision, {
    conversationId,
    decision: "decline",
  });
  expect(declined).toMatchObject({
    state: "rejected",
    conversation: { payment: { status: "voided", voidReason: "declined" } },
  });
  expect(await money(core)).toEqual(UNTOUCHED);
  const late = await core.bob.refused(signReceipt, {
    conversationId,
    confirm: true,
  });
  expect(late.code).toBe("conversation_closed");
});

test("a canceled request without enough balance leaves nothing behind", async () => {
  await using core = await startStage();
  const conversationId = await paid(core, { price: "200" });
  const canceled = await cancel(core.alice, conversationId);
  expect(canceled).toMatchObject({
    state: "canceled",
    payment: { status: "voided" },
  });
  expect(await money(core)).toEqual(UNTOUCHED);
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

test("what is released stays released when the recipient cancels the rest, and the sender cannot", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await paid(core, { release: "accepted" });
  await sign(bob, conversationId);
  const error = await alice.refused(cancelConversation, {
    conversationId,
    reason: "changed my mind",
  });
  expect(error.code).toBe("condition_already_met");
  const canceled = await cancel(bob, conversationId);
  expect(canceled).toMatchObject({
    state: "canceled",
    payment: { status: "released" },
  });
  expect(await money(core)).toEqual(RELEASED);
});

test("every move of money is in the chain, after its review", async () => {
  await using core = await startStage();
  const conversationId = await paid(core);
  await say(core.bob, conversationId);
  await sign(core.bob, conversationId);
  const chain = await core.rows(
    `select json_extract(body, '$.type') from audit_records where chain_id = '${conversationId}' order by seq`,
  );
  expect(chain.flat()).toEqual([
    "conversation.created",
    "review.completed",
    "payment.held",
    "checkpoint.opened",
    "conversation.submitted",
    "message.appended",
    "checkpoint.approved",
    "conversation.working",
    "message.appended",
    "payment.released",
    "receipt.signed",
    "conversation.completed",
  ]);
});

test("the ledger itself refuses a second settlement and an overdraft", async () => {
  await using core = await startStage();
  const conversationId = await paid(core);
  const { payment } = await view(core.alice, conversationId);
  const escrow = `escrow:${payment.paymentId}`;
  const move = (id: string, key: string, from: string, amount: number) => [
    {
      sql: "insert into ledger_transfers (id, kind, idempotency_key, created_at) values (?, 'void', ?, 0)",
      args: [id, key],
    },
    {
      sql: "insert into ledger_entries (transfer_id, account_id, amount) values (?, ?, ?), (?, ?, ?)",
      args: [id, from, -amount, id, `wallet:${core.alice.accountId}`, amount],
    },
  ];
  const { db } = core.services;
  const overdraft = db.commit(move("trf_x", "x", escrow, FIVE + 1));
  expect((await failure(overdraft)).message).toContain("balance_covered");
  await cancel(core.alice, conversationId);
  const settle = `settle:${payment.paymentId}`;
  const second = db.commit(move("trf_y", settle, escrow, 1));
  expect((await failure(second)).message).toContain("UNIQUE");
  expect(await money(core)).toEqual(UNTOUCHED);
});
