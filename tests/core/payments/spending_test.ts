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

/** The outcome of an offer, and the sentences of its review. */
async function asked(buyer: Actor, input: ReturnType<typeof offer>) {
  const made = await buyer.run(createConversation, input);
  const [checkpoint] = made.conversation.checkpoints;
  return { ...made, rules: checkpoint?.rules ?? [] };
}

const ASKS = "input-required";

describe("spend limits", () => {
  test("one payment holds at most its limit, beyond it the person is asked", async () => {
    await using stage = await startStage();
    const buyer = await limited(stage, { perPayment: 5 });
    const over = await asked(buyer, offer(stage, "5.01"));
    expect(over.state).toBe(ASKS);
    expect(over.rules).toMatchObject([
      { id: "R-PAY-LIMIT", outcome: "needs_person" },
    ]);
    expect(over.rules[0]?.detail).toEndWith(
      "at most 5.00 USDC (TEST) per payment.",
    );
    await send(buyer, offer(stage, "5"));
    await send(buyer, offer(stage, "5"));
    expect(await balance(stage, stage.alice)).toBe(90_000_000);
  });

  test("a day holds at most its limit, and the next one anew, in UTC", async () => {
    await using stage = await startStage();
    const buyer = await limited(stage, { perDay: 10 });
    await send(buyer, offer(stage, "7"));
    const over = await asked(buyer, offer(stage, "4"));
    expect(over.state).toBe(ASKS);
    expect(over.rules[0]?.detail).toEndWith(": 3.00 USDC (TEST) left today.");
    await send(buyer, offer(stage, "3"));
    stage.advance(DAY / 2 - 1);
    expect((await asked(buyer, offer(stage, "0.01"))).state).toBe(ASKS);
    stage.advance(1);
    expect((await asked(buyer, offer(stage, "10"))).state).toBe("submitted");
    expect(await balance(stage, stage.alice)).toBe(80_000_000);
    expect(await isLedgerRight(stage)).toBe(true);
  });

  test("what is given back makes no room in the day", async () => {
    await using stage = await startStage();
    const buyer = await limited(stage, { perDay: 10 });
    const conversationId = await send(buyer, offer(stage, "10"));
    const owner = stage.alice.asPerson();
    await owner.run(cancelConversation, { conversationId, reason: "no" });
    const over = await asked(buyer, offer(stage, "1"));
    expect(over.rules[0]?.detail).toEndWith(": 0.00 USDC (TEST) left today.");
  });

  test("a limit is kept also where the balance is too low to hold", async () => {
    await using stage = await startStage();
    const buyer = await limited(stage, { perPayment: 5 });
    expect((await asked(buyer, offer(stage, "500"))).state).toBe(ASKS);
    const big = await limited(stage, { perPayment: 500, perDay: 1_000 });
    const id = await send(big, offer(stage, "500"));
    expect((await view(stage.alice, id)).state).toBe("auth-required");
    expect(await stage.rows("select * from spending")).toEqual([]);
  });

  test("a limit of nothing lets what is free through, and nothing else", async () => {
    await using stage = await startStage();
    const buyer = await limited(stage, { perPayment: 0, perDay: 0 });
    const free = await send(buyer, { to: [stage.bob.address] });
    expect((await view(stage.alice, free)).state).toBe("submitted");
    expect((await asked(buyer, offer(stage, "0.01"))).state).toBe(ASKS);
  });

  test("the limit of one credential is not another's, nor the person's own", async () => {
    await using stage = await startStage();
    const one = await limited(stage, { perDay: 5 });
    const other = await limited(stage, { perDay: 5 });
    await send(one, offer(stage, "5"));
    await send(other, offer(stage, "5"));
    await send(stage.alice.asPerson(), offer(stage, "50"));
    expect(await balance(stage, stage.alice)).toBe(40_000_000);
  });

  test("without a limit of its own an agent pays ten by itself, and its person all", async () => {
    await using stage = await startStage();
    const { alice } = stage;
    expect((await asked(alice, offer(stage, "10"))).state).toBe("submitted");
    const over = await asked(alice, offer(stage, "10.01"));
    expect(over).toMatchObject({ state: ASKS, rules: [{ id: "R-PAY-AGENT" }] });
    const owner = alice.asPerson();
    expect((await asked(owner, offer(stage, "90"))).state).toBe("submitted");
    expect(await balance(stage, alice)).toBe(0);
  });

  test("of 50 submits at once as many are held as the day has room for", async () => {
    await using stage = await startStage();
    const buyer = await limited(stage, { perDay: 10 });
    const made = await Promise.all(
      Array.from({ length: 50 }, () => asked(buyer, offer(stage, "1"))),
    );
    const held = made.filter(({ state }) => state === "submitted");
    expect(held).toHaveLength(10);
    for (const it of made) {
      if (it.state === "submitted") continue;
      expect(it).toMatchObject({ state: ASKS, rules: [{ id: "R-PAY-LIMIT" }] });
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
