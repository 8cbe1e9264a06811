import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { OPERATOR as TERMINAL } from "../../../src/core/access/principal.ts";
import { ConstraintError } from "../../../src/core/db/failure.ts";
import {
  balanceOf,
  creditWallet,
  openWallet,
  trialBalance,
} from "../../../src/core/payments/ledger.ts";
import { ledgerRail } from "../../../src/core/payments/ledger_rail.ts";
import type { PaymentRail } from "../../../src/core/payments/rail_port.ts";
import { queryCall } from "../../../src/core/pipeline/query_call.ts";
import { startCore } from "../../../tests/core/core_harness.ts";
import { commitMovements } from "../../../tests/core/payments/commit_movements.ts";
import { sample } from "../../../tests/proof.ts";
import { chainPass } from "../src/chain_pass.ts";
import type { ChainDesk } from "../src/chain_place.ts";
import { chainRail } from "../src/chain_rail.ts";
import { intentStore } from "../src/intent_store.ts";
import { ChainUnavailableError } from "../src/node/rpc.ts";
import type { Anvil } from "./anvil.ts";
import { startAnvil } from "./anvil.ts";
import { dying, Killed } from "./dying.ts";
import {
  OPERATOR,
  OPERATOR_KEY,
  PLACE,
  signHold,
  signRefund,
  wallet,
} from "./stage.ts";

setDefaultTimeout(sample(60_000, 1_800_000));

const STEPS = sample(150, 10_000);
const TOKENS = 500;
const SEED = 20_261_122;

let anvil: Anvil;

beforeAll(async () => {
  anvil = await startAnvil();
});
afterAll(() => anvil[Symbol.asyncDispose]());

/** The same numbers each time (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const PAYERS = [4_001, 4_002, 4_003].map(wallet);
const PAYEE = wallet(4_100);

interface Paid {
  readonly paymentId: string;
  readonly rail: "ledger" | "x402";
  readonly payer: ReturnType<typeof wallet>;
  /** The parts that were settled. */
  parts?: number;
}

interface Moved {
  readonly amount: number;
  readonly key: string;
  /** How much of what is settled is paid out; all of it if absent. */
  readonly paidOut?: number;
}

/** Whether an act settles a part of what is held. */
function isSettling(act: (typeof ACTS)[number]): boolean {
  return act === "release" || act === "void" || act === "split";
}

async function startMixed() {
  const core = await startCore();
  const { services } = core;
  const query = queryCall(services, {
    ...{ principal: TERMINAL, via: "cli", requestId: "test" },
  });
  let now = services.clock();
  const errors: string[] = [];
  const desk: ChainDesk = {
    ...{ place: PLACE, client: anvil.client, key: OPERATOR_KEY },
    db: services.db,
    clock: () => now,
    log: { info() {}, error: (event) => void errors.push(event) },
  };
  const rails: Readonly<Record<Paid["rail"], PaymentRail>> = {
    ledger: ledgerRail,
    x402: chainRail(desk),
  };
  for (const { address } of [...PAYERS, PAYEE]) {
    const amount = address === PAYEE.address ? 0 : TOKENS;
    await commitMovements(query, (call) => openWallet(call, address, 0));
    if (amount === 0) continue;
    await commitMovements(query, (call) =>
      creditWallet(call, { accountId: address, amount }),
    );
    await anvil.mint(address, amount);
  }
  await anvil.request("anvil_setBalance", [OPERATOR, "0x56bc75e2d63100000"]);
  await anvil.finalise();
  return {
    core,
    query,
    desk,
    rails,
    errors,
    later: (ms: number) => {
      now += ms;
    },
  };
}

type Mixed = Awaited<ReturnType<typeof startMixed>>;

/** The acts on a payment; most of them are refused most of the time. */
const ACTS = [
  "hold",
  "release",
  "release",
  "split",
  "void",
  "refund",
  "refund",
] as const;

/** Tries one movement; true if it was committed. */
async function move(
  { query, rails }: Mixed,
  paid: Paid,
  act: (typeof ACTS)[number],
  { amount, key, paidOut = amount }: Moved,
): Promise<boolean> {
  const { paymentId, rail: name, payer, parts = 0 } = paid;
  const rail = rails[name];
  const of = { paymentId, conversationId: "cnv_1", key };
  const [payerId, payeeId] = [payer.address, PAYEE.address];
  const settle = {
    ...of,
    payerId,
    payeeId,
    key: `settle:${paymentId}:${parts}`,
  };
  // Each block is a second later at least: the chain's clock runs ahead of ours.
  const now = (await anvil.client.block("latest"))?.timestamp ?? 0;
  const signed =
    act === "hold" && name === "x402"
      ? await signHold(payer, { amount, now, receiver: payeeId })
      : undefined;
  const signedBack =
    act === "refund" && name === "x402"
      ? await signRefund(PAYEE, { to: payerId, amount })
      : undefined;
  const committed = commitMovements(query, (call, approval) => {
    const movements = {
      hold: () => rail.hold(call, approval, { ...of, payerId, amount, signed }),
      release: () =>
        rail.settlePart(call, {
          ...{ ...settle, released: paidOut, fee: 0 },
          returned: act === "split" ? amount - paidOut : 0,
        }),
      void: () =>
        rail.settlePart(call, {
          ...{ ...settle, released: 0, fee: 0, returned: amount },
        }),
      refund: () =>
        rail.refund(call, approval, {
          ...{ ...of, payerId, payeeId, amount },
          signed: signedBack,
        }),
    };
    movements[act === "split" ? "release" : act]();
  });
  const [outcome] = await Promise.allSettled([committed]);
  if (outcome.status === "fulfilled") {
    if (isSettling(act)) paid.parts = parts + 1;
    return true;
  }
  expect(outcome.reason).toBeInstanceOf(ConstraintError);
  return false;
}

/** One or two nodes look at the chain; each may die at any effect. */
async function look({ desk }: Mixed, random: () => number): Promise<number> {
  const nodes = random() < 0.2 ? 2 : 1;
  const looks = Array.from({ length: nodes }, () => {
    if (random() >= 0.3) return chainPass(desk);
    const at = 1 + Math.floor(random() * 4);
    return chainPass(
      dying(desk, at, random() < 0.5 ? "before" : "after").mortal,
    );
  });
  const outcomes = await Promise.allSettled(looks);
  let killed = 0;
  for (const outcome of outcomes) {
    if (outcome.status === "fulfilled") continue;
    const { reason } = outcome;
    if (reason instanceof Killed) killed += 1;
    // A node that undoes blocks may know no final one for a moment.
    else if (reason instanceof ChainUnavailableError) continue;
    // Two nodes wrote the same: one of them was first.
    else expect(reason).toBeInstanceOf(ConstraintError);
  }
  return killed;
}

const PASSES_MAX = 400;

/** How often the last block is undone, half of the times with all that waits. */
const UNDOES = 0.1;

async function settleAll({ desk, later }: Mixed): Promise<void> {
  for (let pass = 0; pass < PASSES_MAX; pass++) {
    later(20_000);
    await chainPass(desk);
    if ((await intentStore(desk.db).page("open", "")).length === 0) return;
    await anvil.finalise();
  }
  throw new Error("It does not settle");
}

/** The balance that everybody must have by the rails' own books of each payment. */
async function accounts(
  { query, rails }: Mixed,
  payments: readonly Paid[],
  name: Paid["rail"],
) {
  const have = new Map(PAYERS.map(({ address }) => [address, TOKENS]));
  const sums = { earned: 0, refunded: 0 };
  for (const { paymentId, rail, payer } of payments) {
    if (rail !== name) continue;
    const books = await rails[rail].get(query, paymentId);
    if (!books) continue;
    const { held, released, refunded } = books;
    const before = have.get(payer.address) ?? 0;
    have.set(payer.address, before - held - released + refunded);
    sums.earned += released;
    sums.refunded += refunded;
  }
  return { payers: [...have.values()], ...sums };
}

test(`${STEPS} random movements on both rails, with kills, undone blocks and two nodes: everybody has what the books say`, async () => {
  const mixed = await startMixed();
  await using _core = mixed.core;
  const operatorHad = await anvil.tokens(OPERATOR);
  const random = randomNumbers(SEED);
  const pick = <T>(list: readonly T[]): T | undefined =>
    list[Math.floor(random() * list.length)];
  const payments: Paid[] = [];
  const met = { committed: 0, refused: 0, killed: 0, undone: 0, split: 0 };
  for (let step = 0; step < STEPS; step++) {
    mixed.later(5_000);
    const payer = pick(PAYERS);
    if (!payer) throw new Error("Nobody pays");
    const rail = random() < 0.5 ? "ledger" : "x402";
    const fresh: Paid = { paymentId: `pay_${step}`, rail, payer };
    const known = random() < 0.6 ? pick(payments.slice(-12)) : undefined;
    const payment = known ?? fresh;
    if (!known) payments.push(fresh);
    const books = await mixed.rails[payment.rail].get(
      mixed.query,
      payment.paymentId,
    );
    const act = known ? (pick(ACTS) ?? "hold") : "hold";
    const amount =
      isSettling(act) && books && random() < 0.8
        ? Math.max(1, books.held)
        : 1 + Math.floor(random() * (act === "refund" ? 5 : 30));
    const key = `${act}:${payment.paymentId}:${step}`;
    const isPart = act === "split" || (act === "release" && random() < 0.4);
    const paidOut = isPart ? Math.ceil(random() * amount) : amount;
    const isDone = await move(mixed, payment, act, { amount, key, paidOut });
    met.split += Number(isDone && isPart && paidOut < amount);
    met[isDone ? "committed" : "refused"] += 1;
    if (random() < 0.5) met.killed += await look(mixed, random);
    if (random() < UNDOES) {
      await anvil.request("anvil_reorg", [1, []]);
      if (random() < 0.5) await anvil.request("anvil_dropAllTransactions", []);
      met.undone += 1;
    }
    if (random() < 0.4) await anvil.finalise();
  }
  await settleAll(mixed);

  const onChain = await accounts(mixed, payments, "x402");
  const tokens = await Promise.all(
    PAYERS.map(({ address }) => anvil.tokens(address)),
  );
  expect(tokens).toEqual(onChain.payers);
  expect(await anvil.tokens(PAYEE.address)).toBe(
    onChain.earned - onChain.refunded,
  );
  expect(await anvil.tokens(OPERATOR)).toBe(operatorHad);
  const inLedger = await accounts(mixed, payments, "ledger");
  const balances = await Promise.all(
    PAYERS.map(({ address }) => balanceOf(mixed.query, address)),
  );
  expect(balances).toEqual(inLedger.payers);
  expect(await balanceOf(mixed.query, PAYEE.address)).toBe(
    inLedger.earned - inLedger.refunded,
  );
  expect(await trialBalance(mixed.query)).toEqual({
    ...{ entries: 0, balances: 0, drifted: 0 },
  });
  expect(await mixed.rails.x402.reconcile(mixed.query)).toEqual([]);
  const earned = Math.min(onChain.earned, inLedger.earned);
  for (const count of [earned, onChain.refunded, ...Object.values(met)]) {
    expect(count).toBeGreaterThan(0);
  }
  expect(met.killed).toBeGreaterThan(sample(0, 50));
});

test("of many holds that race for one balance exactly those are taken that it covers", async () => {
  const mixed = await startMixed();
  await using _core = mixed.core;
  const payer = wallet(4_200);
  await anvil.mint(payer.address, 100);
  const count = sample(40, 200);
  const races = Array.from(
    { length: count },
    (_, at): Paid => ({ paymentId: `pay_race_${at}`, rail: "x402", payer }),
  );
  await Promise.all(
    races.map((it) =>
      move(mixed, it, "hold", { amount: 7, key: `hold:${it.paymentId}` }),
    ),
  );
  await settleAll(mixed);
  const books = await Promise.all(
    races.map(({ paymentId }) => mixed.rails.x402.get(mixed.query, paymentId)),
  );
  expect(books.filter((it) => it?.held === 7).length).toBe(14);
  expect(await anvil.tokens(payer.address)).toBe(2);
  expect(await mixed.rails.x402.reconcile(mixed.query)).toEqual([]);
});
