import { afterAll, beforeAll, expect, test } from "bun:test";
import { OPERATOR as TERMINAL } from "../../../src/core/access/principal.ts";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { DAY_MS } from "../../../src/core/base/time.ts";
import { sweepDue } from "../../../src/core/loops/sweeper.ts";
import { liftStop } from "../../../src/core/operations/lift_stop.ts";
import { ruleDispute } from "../../../src/core/operations/rule_dispute.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import type { PaymentInfo } from "../../../src/core/payments/terms/payment_info.ts";
import { callOperation } from "../../../src/core/pipeline/call.ts";
import type { Composed } from "../../../tests/core/core_harness.ts";
import { view } from "../../../tests/core/core_harness.ts";
import { answer, dispute } from "../../../tests/core/payments/dispute_story.ts";
import { paid, say } from "../../../tests/core/payments/flows.ts";
import { sample } from "../../../tests/proof.ts";
import { voidCall } from "../src/escrow_calls.ts";
import type { Anvil } from "./anvil.ts";
import { ESCROW, startAnvil } from "./anvil.ts";
import { walkDisputes } from "./dispute_walk.ts";
import { OPERATOR } from "./stage.ts";
import { expectRight, fund, startOnChain } from "./story.ts";

let anvil: Anvil;
let seed = 61_000;

/** What the walk must have met on each rail, or it has proved less than it says. */
const MET = sample(
  ["open done", "propose done", "rule done"],
  [
    ...["open done", "propose done", "take done", "rule done", "sign done"],
    ...["withdraw done", "cancel done", "decide done"],
    ...["arbitration", "settled", "ruled", "withdrawn", "lapsed"],
  ],
);
const LIMIT_MS = sample(60_000, 300_000);

beforeAll(async () => {
  anvil = await startAnvil();
});
afterAll(() => anvil[Symbol.asyncDispose]());

/** A price of 5.00 that a chain holds, and bob's answer. */
async function startHeld(
  more: {
    readonly arbiter?: true;
    readonly milestones?: Composed["milestones"];
  } = {},
) {
  seed += 10;
  const stage = await startOnChain(anvil, seed);
  const { carol } = stage;
  const id = await paid(stage, {
    price: "5",
    ...(more.arbiter && { arbiter: carol.address }),
    ...(more.milestones && { milestones: more.milestones }),
  });
  await fund(stage, id);
  await stage.settle();
  await say(stage.bob, id);
  const ends = async () => {
    const { captureBefore = "" } = (await view(stage.alice, id)).payment;
    return Date.parse(captureBefore) - stage.services.clock();
  };
  const [row] = await stage.rows(
    "select terms ->> '$.authorizationExpiry' from chain_intents",
  );
  const signedUntil = () => Number(row?.[0]) * 1_000 - stage.services.clock();
  return { stage, id, ends, signedUntil };
}

test("an arbiter's split of a price on a chain is a capture in part, and the rest goes back", async () => {
  const { stage, id, ends, signedUntil } = await startHeld({ arbiter: true });
  await using _core = stage;
  const { alice, bob, carol, payer, payee } = stage;
  stage.advance(5 * DAY_MS);
  await dispute(alice, id, { return: "5" });
  // The wallet signed for as long as the two and the arbiter take.
  expect(await ends()).toBe(10 * DAY_MS);
  expect(signedUntil()).toBeGreaterThan(11 * DAY_MS);
  await answer(bob, id, { return: "0.5" });
  stage.advance(3 * DAY_MS);
  await sweepDue(stage.services);
  const ruling = { conversationId: id, return: "1.25", text: "A part" };
  const ruled = await carol.run(ruleDispute, ruling);
  expect(ruled).toMatchObject({
    state: "completed",
    payment: {
      ...{ status: "released", released: { amount: "3.75" } },
      returned: { amount: "1.25" },
    },
  });
  await stage.settle();
  expect(await anvil.tokens(payee.address)).toBe(3_750_000);
  expect(await anvil.tokens(payer.address)).toBe(16_250_000);
  await expectRight(stage, id);
});

test("a dispute lapses with a hold that somebody ends on the chain itself", async () => {
  const { stage, id } = await startHeld({
    milestones: [
      { title: "Start", amount: "2", release: "accepted" },
      { title: "End", amount: "3" },
    ],
  });
  await using _core = stage;
  const step = {
    conversationId: id,
    confirm: true,
    milestoneId: "m1",
  } as const;
  await stage.bob.asPerson().run(signReceipt, step);
  await say(stage.bob, id);
  await dispute(stage.alice, id);
  const [row] = await stage.rows("select terms from chain_intents");
  const info: PaymentInfo = JSON.parse(String(row?.[0]));
  await anvil.sendAs(OPERATOR, ESCROW, voidCall(info));
  const lookOn = async () => {
    for (let times = 0; times < 8; times++) {
      stage.advance(LIMITS.chainPassMs);
      await anvil.finalise();
      await stage.look();
    }
  };
  await lookOn();
  const lifting = { conversationId: id, reason: "it was us" };
  const operator = { principal: TERMINAL, via: "cli", requestId: "t" } as const;
  await callOperation(stage.services, liftStop, operator, lifting);
  await lookOn();
  const { payment, terms } = await view(stage.alice, id);
  expect([payment.status, terms?.dispute?.status]).toEqual([
    "voided",
    "lapsed",
  ]);
});

test("without an arbiter a dispute moves no end on a chain, and lapses there", async () => {
  const { stage, id, ends } = await startHeld();
  await using _core = stage;
  const { alice, payer } = stage;
  const before = await ends();
  await dispute(alice, id);
  expect(await ends()).toBe(before);
  stage.advance(before);
  await sweepDue(stage.services);
  expect(await view(alice, id)).toMatchObject({
    ...{ state: "canceled", stateCode: "dispute_lapsed" },
  });
  await stage.settle();
  expect(await anvil.tokens(payer.address)).toBe(20_000_000);
  await expectRight(stage, id);
});

test(
  "whatever three try on disputes of both rails, each side has what the books say",
  async () => {
    const met = new Set<string>();
    const seeds = Array.from({ length: sample(1, 40) }, (_, at) => at + 1);
    for (const seed of seeds) {
      const order = { seed, steps: sample(80, 150) };
      for (const it of await walkDisputes(anvil, order)) met.add(it);
    }
    for (const rail of ["ledger", "chain"]) {
      for (const it of MET) expect([...met]).toContain(`${rail} ${it}`);
    }
  },
  LIMIT_MS,
);
