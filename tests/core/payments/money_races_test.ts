import { expect, test } from "bun:test";
import { OPERATOR } from "../../../src/core/access/principal.ts";
import { Locks } from "../../../src/core/base/locks.ts";
import { Bus } from "../../../src/core/events/bus.ts";
import { answerDispute } from "../../../src/core/operations/answer_dispute.ts";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { creditAccount } from "../../../src/core/operations/credit_account.ts";
import { fundConversation } from "../../../src/core/operations/fund_conversation.ts";
import { openDispute } from "../../../src/core/operations/open_dispute.ts";
import { raisePrice } from "../../../src/core/operations/raise_price.ts";
import { recordHilDecision } from "../../../src/core/operations/record_hil_decision.ts";
import { refundPayment } from "../../../src/core/operations/refund_payment.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import { withdrawDispute } from "../../../src/core/operations/withdraw_dispute.ts";
import { callOperation } from "../../../src/core/pipeline/call.ts";
import type { OpenServices } from "../../../src/process/open_services.ts";
import type { Actor, Stage } from "../core_harness.ts";
import { actorOf, startStage, view } from "../core_harness.ts";
import { HUNDRED, money, paid, released, working } from "./money_story.ts";

/** Another process: locks and caches of its own. */
function nodeOf({ services }: Stage): OpenServices {
  return {
    ...services,
    db: { ...services.db },
    bus: new Bus(),
    locks: new Locks(),
    inFlight: new Map<string, Promise<void>>(),
  };
}

/** The same account in another process. */
function elsewhere(core: Stage, actor: Actor): Actor {
  return actorOf(nodeOf(core), actor);
}

/** The outcome of each: done, or the code of its refusal; sorted. */
async function outcomes(all: readonly Promise<unknown>[]) {
  const settled = await Promise.allSettled(all);
  return settled
    .map((it) => (it.status === "fulfilled" ? "done" : it.reason.code))
    .toSorted();
}

/** The same ask at two nodes, in both orders at once. */
function twice<T>(
  core: Stage,
  actor: Actor,
  ask: (actor: Actor) => Promise<T>,
): Promise<T>[] {
  return [ask(actor), ask(elsewhere(core, actor)), ask(actor)];
}

test("refunds of three fifths that race: one is done, the others are too large", async () => {
  await using core = await startStage();
  const conversationId = await released(core);
  const came = await outcomes(
    twice(core, core.bob, (bob) =>
      bob.run(refundPayment, { conversationId, amount: "3" }),
    ),
  );
  expect(came).toEqual(["done", "refund_too_large", "refund_too_large"]);
  expect(await money(core)).toEqual([HUNDRED - 2e6, HUNDRED + 2e6, 0]);
});

test("whole refunds that race give the price back once", async () => {
  await using core = await startStage();
  const conversationId = await released(core);
  const came = await outcomes(
    twice(core, core.bob, (bob) => bob.run(refundPayment, { conversationId })),
  );
  expect(came).toEqual(["done", "done", "done"]);
  expect(await money(core)).toEqual([HUNDRED, HUNDRED, 0]);
  const refunds = await core.rows(
    "select count(*) from ledger_transfers where kind = 'refund'",
  );
  expect(refunds).toEqual([[1]]);
});

test("both sides take each other's number at once, and the payer withdraws: one of them, and the books agree", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  for (const turn of [0, 1, 2]) {
    const conversationId = await working(core);
    const said = { conversationId, reason: "late", text: "no" } as const;
    await alice.run(openDispute, { ...said, return: "2" });
    await bob.asPerson().run(answerDispute, { conversationId, return: "1" });
    const take = (actor: Actor, number: number) =>
      actor.asPerson().run(answerDispute, { conversationId, take: number });
    const rivals = [
      () => take(elsewhere(core, alice), 2),
      () => take(elsewhere(core, bob), 1),
      () => elsewhere(core, alice).run(withdrawDispute, { conversationId }),
    ];
    const came = await outcomes(
      [...rivals.slice(turn), ...rivals.slice(0, turn)].map((it) => it()),
    );
    expect(came).toEqual(["dispute_ended", "dispute_ended", "done"]);
    const parts = `select count(*) from ledger_transfers where kind in ('release', 'void') and conversation_id = '${conversationId}'`;
    const { status } = (await view(alice, conversationId)).payment;
    expect([status, await core.rows(parts)]).toEqual(
      status === "held" ? ["held", [[0]]] : ["released", [[2]]],
    );
  }
  await money(core);
});

test("fundings of one raised price that race hold it once", async () => {
  await using core = await startStage();
  const conversationId = await working(core);
  await core.bob.run(raisePrice, { conversationId, price: "8" });
  const came = await outcomes(
    twice(core, core.alice, (alice) =>
      alice.run(fundConversation, { conversationId }),
    ),
  );
  expect(came).toEqual(["done", "wrong_state", "wrong_state"]);
  expect(await money(core)).toEqual([HUNDRED - 8e6, HUNDRED, 8e6]);
});

test("funding against declining, withdrawing and canceling: one of them, and the books agree", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const rivals: readonly ((id: string) => Promise<unknown>)[] = [
    (conversationId) =>
      elsewhere(core, alice).run(recordHilDecision, {
        conversationId,
        decision: "decline",
      }),
    (conversationId) =>
      elsewhere(core, bob).run(raisePrice, { conversationId, price: "5" }),
    (conversationId) =>
      elsewhere(core, bob).asPerson().run(cancelConversation, {
        conversationId,
        reason: "no",
      }),
  ];
  for (const rival of rivals) {
    for (const isFirst of [true, false]) {
      const conversationId = await working(core);
      await bob.run(raisePrice, { conversationId, price: "8" });
      const acts = [
        () => alice.run(fundConversation, { conversationId }),
        () => rival(conversationId),
      ];
      if (isFirst) acts.reverse();
      const came = await outcomes(acts.map((act) => act()));
      expect(came).toContain("done");
      const { state, payment } = await view(alice, conversationId);
      expect(state).toBeOneOf(["working", "canceled"]);
      expect(payment).not.toHaveProperty("requirements");
      await money(core);
    }
  }
});

test("a receipt against a raise: signed for the held price, or asked first, never both", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  for (const isFirst of [true, false]) {
    const conversationId = await working(core);
    const acts = [
      () => bob.run(signReceipt, { conversationId, confirm: true }),
      () =>
        elsewhere(core, bob).run(raisePrice, { conversationId, price: "8" }),
    ];
    if (isFirst) acts.reverse();
    const came = await outcomes(acts.map((act) => act()));
    const { state, payment } = await view(alice, conversationId);
    expect([came, state, payment.status]).toBeOneOf([
      [["conversation_closed", "done"], "completed", "released"],
      [["done", "wrong_state"], "auth-required", "held"],
    ]);
    await money(core);
  }
});

test("two fundings that the balance covers once: one is held, the other waits", async () => {
  await using core = await startStage();
  const alice = core.alice.asPerson();
  const first = await paid(core, { price: "150" });
  const second = await paid(core, { price: "150" });
  const { accountId } = alice;
  await core.run(creditAccount, { accountId, amount: "60" });
  const came = await outcomes([
    alice.run(fundConversation, { conversationId: first }),
    elsewhere(core, alice).run(fundConversation, { conversationId: second }),
  ]);
  expect(came).toEqual(["done", "insufficient_balance"]);
  expect(await money(core)).toEqual([10e6, HUNDRED, 150e6]);
});

test("credits under one key that run at once give money once, and to one account", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const caller = {
    principal: OPERATOR,
    via: "cli",
    requestId: "test",
  } as const;
  const credit = (
    services: OpenServices,
    { accountId }: Actor,
    key: string,
  ) => {
    const input = { accountId, amount: "60", key };
    return callOperation(services, creditAccount, caller, input);
  };
  const minted = async () => {
    const [row] = await core.rows(
      "select -balance from ledger_accounts where id = 'mint'",
    );
    return Number(row?.[0]);
  };
  const before = await minted();
  const other = nodeOf(core);
  const same = [core.services, other, core.services, other];
  expect(
    await outcomes(same.map((services) => credit(services, alice, "one"))),
  ).toEqual(["done", "done", "done", "done"]);
  expect(await minted()).toBe(before + 60e6);
  const came = await outcomes([
    credit(core.services, alice, "two"),
    credit(other, bob, "two"),
  ]);
  expect(came).toEqual(["done", "idempotency_mismatch"]);
  expect(await minted()).toBe(before + 120e6);
});
