import { expect } from "bun:test";
import { DAY_MS, HOUR_MS } from "../../../src/core/base/time.ts";
import { ServiceError } from "../../../src/core/errors/errors.ts";
import { sweepDue } from "../../../src/core/loops/sweeper.ts";
import { answerDispute } from "../../../src/core/operations/answer_dispute.ts";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { openDispute } from "../../../src/core/operations/open_dispute.ts";
import { recordHilDecision } from "../../../src/core/operations/record_hil_decision.ts";
import { ruleDispute } from "../../../src/core/operations/rule_dispute.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import { withdrawDispute } from "../../../src/core/operations/withdraw_dispute.ts";
import type { Actor } from "../../../tests/core/core_harness.ts";
import { balance, view } from "../../../tests/core/core_harness.ts";
import { paid, say } from "../../../tests/core/payments/flows.ts";
import { areBooksRight } from "../../../tests/core/payments/money_story.ts";
import type { Random } from "../../../tests/invariants/random.ts";
import { createRandom } from "../../../tests/invariants/random.ts";
import type { Anvil } from "./anvil.ts";
import { expectRight, fund, startBoth } from "./story.ts";

type Both = Awaited<ReturnType<typeof startBoth>>;

const PRICE = 2_000_000;
const CREDIT = 100_000_000;
const MINTED = 20_000_000;
/** Each rail has these: with an arbiter or not, at once or in steps. */
const KINDS = [0, 1, 2, 3] as const;

/** Prices of 2.00 held on both rails, which bob has answered. */
async function startHeld(anvil: Anvil, seed: number) {
  const stage = await startBoth(anvil, seed);
  const ids: string[] = [];
  for (const currency of ["TEST", "USDC"] as const) {
    for (const kind of KINDS) {
      const id = await paid(stage, {
        ...{ price: "2", currency },
        ...(kind % 2 === 1 && { arbiter: stage.carol.address }),
        ...(kind > 1 && {
          milestones: [
            { title: "Start", amount: "0.5", release: "accepted" },
            { title: "End", amount: "1.5" },
          ],
        }),
      });
      if (currency === "USDC") await fund(stage, id);
      ids.push(id);
    }
  }
  await stage.settle();
  for (const id of ids) await say(stage.bob, id);
  return { stage, ids };
}

/** One try of somebody; most are refused most of the time. */
async function tryOne(
  { rows, alice, bob, carol }: Both,
  random: Random,
  conversationId: string,
): Promise<string> {
  const actor = random.pick([alice, alice, alice, bob, bob]).asPerson();
  const at = { conversationId };
  const named = { return: { amountAtomic: String(random.int(PRICE + 1)) } };
  const [row = []] = await rows(
    `select id from checkpoints where conversation_id = '${conversationId}' order by rowid desc`,
  );
  const checkpointId = String(row[0]);
  const milestoneId = random.pick([undefined, "m1", "m2"]);
  const step = milestoneId === undefined ? {} : { milestoneId };
  const decision = random.pick(["approve", "decline"] as const);
  const acts = {
    open: () =>
      actor.run(openDispute, {
        ...at,
        reason: "late",
        text: "No",
        ...(random.chance(0.7) && named),
      }),
    propose: () => actor.run(answerDispute, { ...at, ...named }),
    take: () => actor.run(answerDispute, { ...at, take: 1 + random.int(4) }),
    withdraw: () => actor.run(withdrawDispute, at),
    rule: () =>
      carol.asPerson().run(ruleDispute, { ...at, ...named, text: "So it is" }),
    sign: () => actor.run(signReceipt, { ...at, confirm: true, ...step }),
    cancel: () => actor.run(cancelConversation, { ...at, reason: "no" }),
    decide: () =>
      actor.run(recordHilDecision, {
        ...at,
        decision,
        checkpointId,
      }),
  } as const;
  const seldom = random.pick(["withdraw", "sign", "cancel"] as const);
  const usual = ["open", "propose", "take", "rule", "decide"] as const;
  const act = random.pick([...usual, seldom] as const);
  try {
    await acts[act]();
    return `${act} done`;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    expect(["internal", "unavailable"]).not.toContain(error.code);
    return `${act} ${error.code}`;
  }
}

/** The status of a dispute; what it gave each side is all of what it is about. */
async function statusOf(reader: Actor, id: string): Promise<string> {
  const { dispute } = (await view(reader, id)).terms ?? {};
  const { status = "none", outcome } = dispute ?? {};
  const isShared = status === "settled" || status === "ruled";
  if (dispute && outcome && isShared && dispute.about === "held") {
    const [back, paidOut, all] = [
      outcome.return,
      outcome.release,
      dispute.amount,
    ].map((it) => Number(it.amount) * 1e6);
    expect(Math.round((back ?? 0) + (paidOut ?? 0))).toBe(Math.round(all ?? 0));
  }
  return status;
}

/** Both sides have what the payments say, on the chain and in the books. */
async function expectShared(anvil: Anvil, stage: Both): Promise<void> {
  const { alice, bob, payer, payee, rows } = stage;
  const sums = await rows(
    "select rail, sum(released - refunded), sum(price - returned - released) from payments group by rail order by rail",
  );
  const [[, inTest = 0, held = 0] = [], [, onChain = 0, kept = 0] = []] = sums;
  expect(await balance(stage, alice)).toBe(
    CREDIT - Number(inTest) - Number(held),
  );
  expect(await balance(stage, bob)).toBe(CREDIT + Number(inTest));
  expect(await anvil.tokens(payee.address)).toBe(Number(onChain));
  expect(await anvil.tokens(payer.address)).toBe(
    MINTED - Number(onChain) - Number(kept),
  );
  await areBooksRight(stage);
}

/**
 * Disputes of random claims, splits, rulings and times about prices on both rails, on a chain that
 * undoes blocks; each is checked by what the sides have in the end.
 * @returns What was met.
 */
export async function walkDisputes(
  anvil: Anvil,
  { seed, steps }: { readonly seed: number; readonly steps: number },
): Promise<ReadonlySet<string>> {
  const random = createRandom(seed);
  const { stage, ids } = await startHeld(anvil, 70_000 + 10 * seed);
  await using _core = stage;
  const met = new Set<string>();
  for (let step = 0; step < steps; step++) {
    const id = ids[random.int(ids.length)] ?? "";
    const rail = ids.indexOf(id) < KINDS.length ? "ledger" : "chain";
    met.add(`${rail} ${await tryOne(stage, random, id)}`);
    met.add(`${rail} ${await statusOf(stage.alice, id)}`);
    if (random.chance(0.1)) {
      stage.advance(random.pick([HOUR_MS, DAY_MS, DAY_MS, 3 * DAY_MS]));
      await sweepDue(stage.services);
    }
    if (random.chance(0.15)) await stage.look();
    if (random.chance(0.05)) await anvil.request("anvil_reorg", [1, []]);
    if (random.chance(0.1)) await anvil.finalise();
  }
  await stage.settle();
  await expectShared(anvil, stage);
  for (const id of ids) await expectRight(stage, id);
  return met;
}
