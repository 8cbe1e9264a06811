import { describe, expect, test } from "bun:test";
import { ConstraintError } from "../../../src/core/db/database.ts";
import { addCredential } from "../../../src/core/operations/add_credential.ts";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { fundConversation } from "../../../src/core/operations/fund_conversation.ts";
import { raisePrice } from "../../../src/core/operations/raise_price.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { agentSpendingStore } from "../../../src/core/payments/agent_spending_store.ts";
import type { Actor, Stage } from "../core_harness.ts";
import {
  balance,
  DAY,
  decide,
  failure,
  send,
  startStage,
} from "../core_harness.ts";

const HOUR = DAY / 24;

/** The service as it is set up without a word, where credit is no bound. */
const asShipped = () =>
  startStage({ AGENT_AUTO_DAY_LIMIT: "", AGENT_AUTO_PAYEE_LIMIT: "" });

/** One more agent of alice's. */
async function agentOf(
  { run, alice }: Stage,
  limits: { readonly perDay?: number; readonly perPayee?: number } = {},
): Promise<Actor> {
  const { accountId } = alice;
  const { credential } = await run(addCredential, {
    accountId,
    name: "Buyer",
    limits,
  });
  const micro = (amount: number | undefined) =>
    amount === undefined ? undefined : amount * 1_000_000;
  const { perDay, perPayee } = limits;
  return alice.as({
    credentialId: credential.id,
    ...(perDay !== undefined && { perDay: micro(perDay) ?? 0 }),
    ...(perPayee !== undefined && { perPayee: micro(perPayee) ?? 0 }),
  });
}

/** The outcome of an offer: its state, or the rules that ask, and the last reason. */
async function offered(buyer: Actor, to: Actor, price: string) {
  const { state, conversation, conversationId } = await buyer.run(
    createConversation,
    { to: [to.address], text: "x", price, submit: true },
  );
  const rules = conversation.checkpoints[0]?.rules ?? [];
  return { conversationId, state, rules, ids: rules.map(({ id }) => id) };
}

describe("automatic limits", () => {
  test("one payee gets twenty a day of all agents together, and its sentence says what is left", async () => {
    await using stage = await asShipped();
    const { alice, bob, carol } = stage;
    const other = await agentOf(stage);
    expect((await offered(alice, bob, "8")).state).toBe("submitted");
    expect((await offered(other, bob, "9")).state).toBe("submitted");
    const over = await offered(alice, bob, "3.01");
    expect(over.state).toBe("input-required");
    expect(over.ids).toEqual(["R-PAY-AGENT-PAYEE"]);
    expect(over.rules[0]?.detail).toEndWith(
      "default daily limit of all your agents for this recipient: at most 20.00 USDC (TEST) per day (UTC), 3.00 USDC (TEST) left today.",
    );
    expect((await offered(other, bob, "3")).state).toBe("submitted");
    expect((await offered(other, carol, "3")).state).toBe("submitted");
  });

  test("all payees together get fifty a day, in UTC", async () => {
    await using stage = await asShipped();
    const { alice, bob, carol, dave } = stage;
    const other = await agentOf(stage);
    for (const [buyer, payee] of [
      [alice, bob],
      [other, bob],
      [alice, carol],
      [other, carol],
      [alice, dave],
    ] as const) {
      expect((await offered(buyer, payee, "10")).state).toBe("submitted");
    }
    const over = await offered(other, dave, "0.01");
    expect(over.ids).toEqual(["R-PAY-AGENT-DAY"]);
    expect(over.rules[0]?.detail).toEndWith(
      ": at most 50.00 USDC (TEST) per day (UTC), 0.00 USDC (TEST) left today.",
    );
    expect((await offered(alice, dave, "0")).state).toBe("submitted");
    stage.advance(12 * HOUR);
    expect((await offered(other, dave, "10")).state).toBe("submitted");
    expect(await balance(stage, alice)).toBe(40_000_000);
  });

  test("what a person pays or approves counts for nothing, and what is given back makes no room", async () => {
    await using stage = await asShipped();
    const { alice, bob } = stage;
    const person = alice.asPerson();
    await send(person, { to: [bob.address], price: "30" });
    const first = await offered(alice, bob, "10");
    const big = await offered(alice, bob, "25");
    expect(big.ids).toEqual(["R-PAY-AGENT", "R-PAY-AGENT-PAYEE"]);
    await decide(person, big.conversationId, "approve");
    await person.run(cancelConversation, {
      conversationId: first.conversationId,
      reason: "no",
    });
    expect((await offered(alice, bob, "10")).state).toBe("submitted");
    expect((await offered(alice, bob, "0.01")).ids).toEqual([
      "R-PAY-AGENT-PAYEE",
    ]);
  });

  test("a raised price counts by what it costs more", async () => {
    await using stage = await asShipped();
    const { alice, bob } = stage;
    expect((await offered(alice, bob, "9")).state).toBe("submitted");
    const { conversationId } = await offered(alice, bob, "6");
    await bob.run(sendMessage, { conversationId, text: "working" });
    const raise = (price: string) =>
      bob.run(raisePrice, { conversationId, price });
    await raise("10");
    await alice.run(fundConversation, { conversationId, price: "10" });
    const { ids } = await offered(alice, bob, "1.01");
    expect(ids).toEqual(["R-PAY-AGENT-PAYEE"]);
    await raise("11.01");
    const refused = await alice.refused(fundConversation, { conversationId });
    expect(refused).toMatchObject({
      code: "limit_exceeded",
      extra: {
        limit: "agentsPerPayee",
        limitAmount: { amount: "20.00" },
        remaining: { amount: "1.00" },
      },
    });
    const person = alice.asPerson();
    await person.run(fundConversation, { conversationId });
    expect((await offered(alice, bob, "1")).state).toBe("submitted");
  });

  test("an owner's limit takes the place of the automatic one of its kind alone", async () => {
    await using stage = await asShipped();
    const { bob, carol } = stage;
    const trusted = await agentOf(stage, { perDay: 60, perPayee: 30 });
    for (const price of ["10", "10", "10"]) {
      expect((await offered(trusted, bob, price)).state).toBe("submitted");
    }
    const over = await offered(trusted, bob, "0.5");
    expect(over.ids).toEqual(["R-PAY-LIMIT-PAYEE"]);
    expect(over.rules[0]?.detail).toEndWith(
      ": at most 30.00 USDC (TEST) per day (UTC), 0.00 USDC (TEST) left today.",
    );
    for (const price of ["10", "10", "10"]) {
      expect((await offered(trusted, carol, price)).state).toBe("submitted");
    }
    expect((await offered(trusted, carol, "1")).ids).toContain("R-PAY-LIMIT");
    const daily = await agentOf(stage, { perDay: 60 });
    expect((await offered(daily, stage.dave, "10")).state).toBe("submitted");
    expect((await offered(daily, stage.dave, "10")).state).toBe("submitted");
    const again = await offered(daily, stage.dave, "10");
    expect(again.ids).toEqual(["R-PAY-AGENT-PAYEE"]);
    // The others share what is left for all, and that is nothing.
    const usual = await offered(stage.alice, stage.dave, "1");
    expect(usual.ids).toContain("R-PAY-AGENT-DAY");
  });

  test("none turns each of them off", async () => {
    await using stage = await startStage({
      AGENT_AUTO_LIMIT: "none",
      AGENT_AUTO_DAY_LIMIT: "none",
      AGENT_AUTO_PAYEE_LIMIT: "none",
    });
    const { alice, bob } = stage;
    expect((await offered(alice, bob, "90")).state).toBe("submitted");
  });

  test("holds at the same moment do not pass together", async () => {
    await using stage = await asShipped();
    const { alice, bob } = stage;
    const other = await agentOf(stage);
    const states = await Promise.all(
      Array.from({ length: 9 }, async (_, index) => {
        const buyer = index % 2 === 0 ? alice : other;
        return (await offered(buyer, bob, "10")).state;
      }),
    );
    expect(states.filter((it) => it === "submitted")).toHaveLength(2);
    expect(await balance(stage, alice)).toBe(80_000_000);
  });

  test("the database itself refuses what no longer fits", async () => {
    await using stage = await asShipped();
    const { db } = stage.services;
    const counter = {
      accountId: stage.alice.accountId,
      credentialId: "",
      payee: "",
      day: 1,
      currency: "TEST",
      most: 10,
    } as const;
    const store = agentSpendingStore(db);
    await db.commit([store.add({ ...counter, spent: 6 })]);
    const more = store.add({ ...counter, spent: 5 });
    expect(await failure(db.commit([more]))).toBeInstanceOf(ConstraintError);
    await db.commit([store.add({ ...counter, spent: 4 })]);
    expect(await store.spent(counter)).toBe(10);
    const inUsdc = { ...counter, currency: "USDC" } as const;
    expect(await store.spent(inUsdc)).toBe(0);
    await db.commit([store.add({ ...inUsdc, spent: 10 })]);
    const beyond = store.add({ ...inUsdc, spent: 1 });
    expect(await failure(db.commit([beyond]))).toBeInstanceOf(ConstraintError);
  });
});
