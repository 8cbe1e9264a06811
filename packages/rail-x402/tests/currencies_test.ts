import { afterAll, beforeAll, expect, test } from "bun:test";
import { addCredential } from "../../../src/core/operations/add_credential.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { findPayments } from "../../../src/core/operations/find_payments.ts";
import { fundConversation } from "../../../src/core/operations/fund_conversation.ts";
import { getBalance } from "../../../src/core/operations/get_balance.ts";
import { getDigest } from "../../../src/core/operations/get_digest.ts";
import { refundPayment } from "../../../src/core/operations/refund_payment.ts";
import { totalPayments } from "../../../src/core/operations/total_payments.ts";
import type { Actor } from "../../../tests/core/core_harness.ts";
import { actorOf, send } from "../../../tests/core/core_harness.ts";
import { paid, say, sign } from "../../../tests/core/payments/flows.ts";
import { areBooksRight } from "../../../tests/core/payments/money_story.ts";
import type { Anvil } from "./anvil.ts";
import { startAnvil } from "./anvil.ts";
import type { OnChain } from "./story.ts";
import { fund, signFor, startBoth } from "./story.ts";

let anvil: Anvil;
let seed = 37_000;

beforeAll(async () => {
  anvil = await startAnvil();
});
afterAll(() => anvil[Symbol.asyncDispose]());

const IN_USDC = { price: "0.90", currency: "USDC" } as const;

/** 5.00 of test money and 0.90 USDC of alice's, both held for bob. */
async function startHeld() {
  seed += 10;
  const stage = await startBoth(anvil, seed);
  const inTest = await paid(stage, { price: "5" });
  const onChain = await paid(stage, IN_USDC);
  await fund(stage, onChain);
  await stage.settle();
  return { stage, inTest, onChain };
}

/** The amounts of an answer alone, as texts. */
function amountsIn(sums: object): object {
  const texts = Object.entries(sums).flatMap(([name, it]) => {
    if (typeof it !== "object" || it === null) return [];
    return [[name, "amount" in it ? it.amount : amountsIn(it)]];
  });
  return Object.fromEntries(texts);
}

test("0.90 USDC and 5.00 of test money are told apart while they are held: in the balance and in the digest", async () => {
  const { stage, inTest, onChain } = await startHeld();
  await using _core = stage;
  const alice = await stage.alice.run(getBalance, {});
  expect(amountsIn(alice)).toEqual({
    ...{ available: "95.00", held: "5.00", incoming: "0.00" },
    usdc: { held: "0.90", incoming: "0.00" },
  });
  expect(alice.label).toBe("TEST");
  const { money, waiting } = await stage.bob.run(getDigest, {});
  expect(money).toMatchObject({
    ...{ available: "100.00", held: "0.00", incoming: "5.00", label: "TEST" },
    usdc: { held: "0.00", incoming: "0.90" },
  });
  const named = waiting.map(({ conversationId, price, label }) => {
    return [conversationId, price, label];
  });
  expect(new Set(named)).toEqual(
    new Set([
      [inTest, "5.00", "TEST"],
      [onChain, "0.90", undefined],
    ]),
  );
});

test("what was released and given back counts in the totals of its currency alone", async () => {
  const { stage, inTest, onChain } = await startHeld();
  await using _core = stage;
  const { alice, bob } = stage;
  for (const id of [inTest, onChain]) {
    await say(bob, id);
    await sign(bob.asPerson(), id);
  }
  await stage.settle();
  await bob.asPerson().run(refundPayment, {
    ...{ conversationId: inTest, amount: "1" },
  });
  const none = { returned: "0.00", refunded: "0.00", fees: "0.00" };
  const bobs = await bob.run(totalPayments, {});
  expect(amountsIn(bobs)).toEqual({
    ...{ ...none, received: "5.00", paid: "0.00", refunded: "1.00" },
    usdc: { ...none, received: "0.90", paid: "0.00" },
  });
  expect([bobs.receipts, bobs.usdc?.receipts]).toEqual([1, 1]);
  const alices = await alice.run(totalPayments, {});
  expect(amountsIn(alices)).toEqual({
    ...{ ...none, received: "0.00", paid: "5.00", returned: "1.00" },
    usdc: { ...none, received: "0.00", paid: "0.90" },
  });
  await areBooksRight(stage);
  for (const [currency, id] of [
    ["TEST", inTest],
    ["USDC", onChain],
  ] as const) {
    const { payments } = await bob.run(findPayments, { currency });
    expect(payments.map((it) => it.conversationId)).toEqual([id]);
  }
});

test("a service of test money alone says nothing of USDC, unless some of it is still there", async () => {
  const { stage } = await startHeld();
  await using _core = stage;
  const settings = { ...stage.services.settings, rails: ["ledger"] as const };
  const on = (actor: Actor) => actorOf({ ...stage.services, settings }, actor);
  expect(await on(stage.carol).run(getBalance, {})).not.toHaveProperty("usdc");
  expect(await on(stage.carol).run(totalPayments, {})).not.toHaveProperty(
    "usdc",
  );
  expect((await on(stage.bob).run(getBalance, {})).usdc?.incoming.amount).toBe(
    "0.90",
  );
});

/** One more agent of alice's, which may hold 10.00 in a day. */
async function boundAgent(stage: OnChain): Promise<Actor> {
  const { accountId } = stage.alice;
  const made = await stage.run(addCredential, {
    ...{ accountId, name: "Buyer", limits: { perDay: 10 } },
  });
  const { id } = made.credential;
  return stage.alice.as({ credentialId: id, perDay: 10_000_000 });
}

test("a limit of an agent is for each currency by itself: test money takes no room of USDC, nor USDC of test money", async () => {
  seed += 10;
  const stage = await startBoth(anvil, seed);
  await using _core = stage;
  const buyer = await boundAgent(stage);
  const to = stage.bob.address;
  const offer = async (price: string, currency: "TEST" | "USDC") => {
    const request = { to, text: "x", price, currency, submit: true };
    return (await buyer.run(createConversation, request)).conversation;
  };
  const pay = async (conversationId: string) => {
    const payment = await signFor(stage, conversationId);
    return { conversationId, payment };
  };
  const reasonOf = ({ checkpoints }: Awaited<ReturnType<typeof offer>>) =>
    checkpoints[0]?.rules[0]?.detail;
  const [first, second] = [await offer("6", "USDC"), await offer("6", "USDC")];
  expect((await offer("10", "TEST")).state).toBe("submitted");
  expect(reasonOf(await offer("1", "TEST"))).toEndWith(
    ": 0.00 USDC (TEST) left today.",
  );
  // Both were offered while there was room; at the same moment one of them takes it.
  const payments = [
    await pay(first.conversationId),
    await pay(second.conversationId),
  ];
  const funded = await Promise.allSettled(
    payments.map((it) => buyer.run(fundConversation, it)),
  );
  const refused = funded.flatMap((it) =>
    it.status === "rejected" ? [it.reason] : [],
  );
  expect(refused).toMatchObject([
    {
      code: "limit_exceeded",
      message:
        "Cannot pay: the credential's daily limit is 10.00 USDC, with 4.00 USDC left.",
      extra: { limit: "perDay", remaining: { amount: "4.00" } },
    },
  ]);
  expect(reasonOf(await offer("5", "USDC"))).toEndWith(
    ": 4.00 USDC left today.",
  );
  const fits = await offer("4", "USDC");
  await buyer.run(fundConversation, await pay(fits.conversationId));
  expect((await offer("1", "USDC")).state).toBe("input-required");
  expect(
    await stage.rows("select currency, spent from spending order by currency"),
  ).toEqual([
    ["TEST", 10_000_000],
    ["USDC", 10_000_000],
  ]);
  await send(buyer, { to, text: "free" });
});
