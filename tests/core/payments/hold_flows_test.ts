import { expect, test } from "bun:test";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import { submitDraft } from "../../../src/core/operations/submit_draft.ts";
import { unfoldRecords } from "../../records.ts";
import { failure, send, startStage, view } from "../core_harness.ts";
import {
  cancel,
  FIVE,
  HELD,
  HUNDRED,
  money,
  paid,
  say,
  sign,
  UNTOUCHED,
} from "./flows.ts";

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
  expect(await core.rows("select id from deliveries")).toEqual([]);
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

test("every move of money is in the chain, after its review", async () => {
  await using core = await startStage();
  const conversationId = await paid(core);
  await say(core.bob, conversationId);
  await sign(core.bob, conversationId);
  await unfoldRecords(core.services.db);
  const chain = await core.rows(
    `select json_extract(body, '$.type') from unfolded_records where chain_id = '${conversationId}' order by seq`,
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
      sql: "insert into ledger_transfers (id, kind, idempotency_key, created_at, chain_id, chain_end) values (?, 'void', ?, 0, 'none', 0)",
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
  const settle = `settle:${payment.paymentId}:1`;
  const second = db.commit(move("trf_y", settle, escrow, 1));
  expect((await failure(second)).message).toContain("UNIQUE");
  expect(await money(core)).toEqual(UNTOUCHED);
});
