import { describe, expect, test } from "bun:test";
import { addCredential } from "../../../src/core/operations/add_credential.ts";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import type { Actor, Stage } from "../core_harness.ts";
import {
  balance,
  DAY,
  isLedgerRight,
  send,
  startStage,
  view,
} from "../core_harness.ts";

/** Alice's agent with a credential of its own and limits in whole USDC. */
async function limited(
  { run, alice }: Stage,
  limits: { readonly perPayment?: number; readonly perDay?: number },
): Promise<Actor> {
  const { credential } = await run(addCredential, {
    accountId: alice.accountId,
    name: "Buyer",
    limits,
  });
  const micro = (amount: number) => amount * 1_000_000;
  return alice.as({
    credentialId: credential.id,
    ...(limits.perPayment !== undefined && {
      perPayment: micro(limits.perPayment),
    }),
    ...(limits.perDay !== undefined && { perDay: micro(limits.perDay) }),
  });
}

const offer = ({ bob }: Stage, price: string) => ({
  to: [bob.address],
  text: "x",
  price,
  submit: true,
});

describe("spend limits", () => {
  test("one payment holds at most its limit", async () => {
    await using stage = await startStage();
    const buyer = await limited(stage, { perPayment: 5 });
    const error = await buyer.refused(createConversation, offer(stage, "5.01"));
    expect(error).toMatchObject({
      code: "limit_exceeded",
      extra: {
        limit: "perPayment",
        remaining: { amount: "5.00" },
        currency: "USDC",
      },
    });
    await send(buyer, offer(stage, "5"));
    await send(buyer, offer(stage, "5"));
    expect(await balance(stage, stage.alice)).toBe(90_000_000);
  });

  test("a day holds at most its limit, and the next one anew, in UTC", async () => {
    await using stage = await startStage();
    const buyer = await limited(stage, { perDay: 10 });
    await send(buyer, offer(stage, "7"));
    const error = await buyer.refused(createConversation, offer(stage, "4"));
    expect(error).toMatchObject({
      code: "limit_exceeded",
      extra: {
        limit: "perDay",
        limitAmount: { amount: "10.00" },
        remaining: { amount: "3.00" },
        currency: "USDC",
      },
    });
    await send(buyer, offer(stage, "3"));
    stage.advance(DAY / 2 - 1);
    expect(
      (await buyer.refused(createConversation, offer(stage, "0.01"))).code,
    ).toBe("limit_exceeded");
    stage.advance(1);
    await send(buyer, offer(stage, "10"));
    expect(await isLedgerRight(stage)).toBe(true);
  });

  test("what is given back makes no room in the day", async () => {
    await using stage = await startStage();
    const buyer = await limited(stage, { perDay: 10 });
    const conversationId = await send(buyer, offer(stage, "10"));
    await buyer.run(cancelConversation, { conversationId, reason: "no" });
    const error = await buyer.refused(createConversation, offer(stage, "1"));
    expect(error.extra.remaining).toMatchObject({ amount: "0.00" });
  });

  test("a limit is kept also where the balance is too low to hold", async () => {
    await using stage = await startStage();
    const buyer = await limited(stage, { perPayment: 5 });
    const error = await buyer.refused(createConversation, offer(stage, "500"));
    expect(error.code).toBe("limit_exceeded");
    const big = await limited(stage, { perDay: 1_000 });
    const id = await send(big, offer(stage, "500"));
    expect((await view(stage.alice, id)).state).toBe("auth-required");
    expect(await stage.rows("select * from spending")).toEqual([]);
  });

  test("a limit of nothing lets what is free through, and nothing else", async () => {
    await using stage = await startStage();
    const buyer = await limited(stage, { perPayment: 0, perDay: 0 });
    await send(buyer, { to: [stage.bob.address] });
    const error = await buyer.refused(createConversation, offer(stage, "0.01"));
    expect(error.code).toBe("limit_exceeded");
  });

  test("the limit of one credential is not another's, nor the person's own", async () => {
    await using stage = await startStage();
    const one = await limited(stage, { perDay: 5 });
    const other = await limited(stage, { perDay: 5 });
    await send(one, offer(stage, "5"));
    await send(other, offer(stage, "5"));
    await send(stage.alice, offer(stage, "50"));
    expect(await balance(stage, stage.alice)).toBe(40_000_000);
  });

  test("of 50 submits at once as many are held as the day has room for", async () => {
    await using stage = await startStage();
    const buyer = await limited(stage, { perDay: 10 });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () => send(buyer, offer(stage, "1"))),
    );
    const held = outcomes.filter(({ status }) => status === "fulfilled");
    expect(held).toHaveLength(10);
    for (const outcome of outcomes) {
      if (outcome.status === "fulfilled") continue;
      expect(outcome.reason).toMatchObject({ code: "limit_exceeded" });
    }
    expect(await stage.rows("select spent from spending")).toEqual([
      [10_000_000],
    ]);
    expect(await balance(stage, stage.alice)).toBe(90_000_000);
    expect(
      await stage.rows("select count(*) from payments where status = 'held'"),
    ).toEqual([[10]]);
    expect(await isLedgerRight(stage)).toBe(true);
  });
});
