import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { chainKey } from "../src/account.ts";
import { chainPass } from "../src/chain_pass.ts";
import { intentStore } from "../src/intent_store.ts";
import { ChainRefusal } from "../src/node/rpc.ts";
import type { Anvil } from "./anvil.ts";
import { ESCROW, startAnvil } from "./anvil.ts";
import {
  OPERATOR,
  open,
  PAYEE,
  signHold,
  signRefund,
  startDesk,
  wallet,
} from "./stage.ts";

let anvil: Anvil;
let seed = 100;

beforeAll(async () => {
  anvil = await startAnvil();
});
afterAll(() => anvil[Symbol.asyncDispose]());

/** A payer of their own with tokens, and a payment of theirs. */
async function payment(tokens = 100) {
  seed += 1;
  const payer = wallet(seed);
  await anvil.mint(payer.address, tokens);
  const now = async () => (await anvil.client.block("latest"))?.timestamp ?? 0;
  return {
    id: `pay_${seed}`,
    payer,
    tokens: () => anvil.tokens(payer.address),
    sign: async (amount: number, feeBps = 0) =>
      signHold(payer, { amount, feeBps, now: await now() }),
  };
}

describe("a movement is carried out once, and its rows say how", () => {
  test("a hold is taken into escrow and confirmed only once it is final", async () => {
    await using stage = await startDesk(anvil);
    const { id, sign, tokens } = await payment();
    await stage.add("hold", id, 30, await sign(30));
    await chainPass(stage.desk);
    expect(await tokens()).toBe(70);
    expect(await stage.transactions()).toEqual(["0 sent"]);
    await chainPass(stage.desk);
    expect(await stage.transactions()).toEqual(["0 mined"]);
    expect(await stage.states(id)).toEqual(["hold open"]);
    await stage.settle();
    expect(await stage.states(id)).toEqual(["hold confirmed"]);
    expect(await stage.transactions()).toEqual(["0 final"]);
    expect(await tokens()).toBe(70);
  });

  test("what is held goes to the payee, less the fee, and part of it back", async () => {
    await using stage = await startDesk(anvil);
    const { id, payer, sign, tokens } = await payment();
    const [before, fees] = await Promise.all([
      anvil.tokens(PAYEE),
      anvil.tokens(OPERATOR),
    ]);
    await stage.add("hold", id, 30, await sign(30, 1_000));
    await stage.add("hold", id, 20, await sign(20, 1_000));
    await stage.settle();
    await stage.add("capture", id, 50);
    await stage.settle();
    expect(await anvil.tokens(PAYEE)).toBe(before + 45);
    expect(await anvil.tokens(OPERATOR)).toBe(fees + 5);
    const payee = wallet(seed + 50_000);
    await anvil.mint(payee.address, 40);
    for (const amount of [35, 5]) {
      const signed = await signRefund(payee, { to: payer.address, amount });
      await stage.add("refund", id, amount, undefined, signed);
    }
    await stage.settle();
    expect(await tokens()).toBe(90);
    expect(await anvil.tokens(OPERATOR)).toBe(fees + 5);
    expect(await stage.states(id)).toEqual([
      "hold confirmed",
      "hold confirmed",
      "capture confirmed",
      "refund confirmed",
      "refund confirmed",
    ]);
  });

  test("what is held goes back to the payer", async () => {
    await using stage = await startDesk(anvil);
    const { id, sign, tokens } = await payment();
    await stage.add("hold", id, 30, await sign(30));
    await stage.settle();
    await stage.add("void", id, 30);
    await stage.settle();
    expect(await tokens()).toBe(100);
    expect(await stage.states(id)).toEqual([
      "hold confirmed",
      "void confirmed",
    ]);
  });

  test("a hold that the balance does not cover is refused, and nothing is sent", async () => {
    await using stage = await startDesk(anvil);
    const { id, sign } = await payment(10);
    await stage.add("hold", id, 30, await sign(30));
    await stage.settle();
    expect(await stage.states(id)).toEqual(["hold refused"]);
    expect(await stage.transactions()).toEqual([]);
  });

  test("of many holds on one balance exactly those are taken that it covers", async () => {
    await using stage = await startDesk(anvil);
    const { payer, sign, tokens } = await payment(100);
    const holds = Array.from(
      { length: 16 },
      (_, at) => `pay_many_${seed}_${at}`,
    );
    for (const id of holds) await stage.add("hold", id, 9, await sign(9));
    await stage.settle();
    const states = await Promise.all(holds.map((id) => stage.states(id)));
    const taken = states.filter(([state]) => state === "hold confirmed");
    expect(taken.length).toBe(11);
    expect(await tokens()).toBe(100 - 99);
    expect(payer.address).not.toBe(OPERATOR);
  });
});

describe("what the rows refuse", () => {
  test("settling twice, settling what is not held, refunding too much", async () => {
    await using stage = await startDesk(anvil);
    const { id, sign } = await payment();
    const refused = async (movement: Promise<void>) =>
      (await Promise.allSettled([movement]))[0]?.status === "rejected";
    expect(await refused(stage.add("capture", id, 30))).toBe(true);
    await stage.add("hold", id, 30, await sign(30));
    expect(await refused(stage.add("capture", id, 30))).toBe(true);
    await stage.settle();
    expect(await refused(stage.add("capture", id, 31))).toBe(true);
    expect(await refused(stage.add("void", id, 29))).toBe(true);
    expect(await refused(stage.add("refund", id, 1))).toBe(true);
    await stage.add("capture", id, 30);
    expect(await refused(stage.add("void", id, 30))).toBe(true);
    expect(await refused(stage.add("hold", id, 1, await sign(1)))).toBe(true);
    await stage.add("refund", id, 30);
    expect(await refused(stage.add("refund", id, 1))).toBe(true);
    for (const sql of [
      "delete from chain_intents",
      "update chain_intents set amount = 1",
    ]) {
      expect(await refused(stage.db.commit([{ sql, args: [] }]))).toBe(true);
    }
  });
});

describe("what a chain does to a transaction", () => {
  test("a block that is undone moves it back, and it is taken once in the end", async () => {
    await using stage = await startDesk(anvil);
    const { id, sign, tokens } = await payment();
    await stage.add("hold", id, 30, await sign(30));
    await chainPass(stage.desk);
    await chainPass(stage.desk);
    expect(await stage.transactions()).toEqual(["0 mined"]);
    await anvil.request("anvil_reorg", [1, []]);
    await anvil.request("anvil_dropAllTransactions", []);
    expect(await tokens()).toBe(100);
    await chainPass(stage.desk);
    const [row] = await open(stage.db);
    expect([row?.state, row?.reorganised, row?.blockHash]).toEqual([
      "sent",
      1,
      null,
    ]);
    await stage.settle();
    expect(await stage.states(id)).toEqual(["hold confirmed"]);
    expect(await tokens()).toBe(70);
    expect(await stage.transactions()).toEqual(["0 final"]);
  });

  test("a capture whose block is undone is done again, once, and stops nothing", async () => {
    await using stage = await startDesk(anvil);
    const { id, sign } = await payment();
    await stage.add("hold", id, 30, await sign(30));
    await stage.settle();
    const before = await anvil.tokens(PAYEE);
    await stage.add("capture", id, 30);
    await chainPass(stage.desk);
    await chainPass(stage.desk);
    expect(await anvil.tokens(PAYEE)).toBe(before + 30);
    await anvil.request("anvil_reorg", [1, []]);
    await anvil.request("anvil_dropAllTransactions", []);
    expect(await anvil.tokens(PAYEE)).toBe(before);
    await chainPass(stage.desk);
    const [row] = await open(stage.db);
    expect([row?.state, row?.reorganised]).toEqual(["sent", 1]);
    await stage.settle();
    expect(await stage.states(id)).toEqual([
      "hold confirmed",
      "capture confirmed",
    ]);
    expect(await anvil.tokens(PAYEE)).toBe(before + 30);
    expect(stage.errors).toEqual([]);
  });

  test("what was held under another key waits for that key, and is captured with it", async () => {
    await using stage = await startDesk(anvil);
    const { id, sign } = await payment();
    await stage.add("hold", id, 30, await sign(30));
    await stage.settle();
    await stage.add("capture", id, 30);
    const key = chainKey(`0x${"09".repeat(32)}`);
    for (let pass = 0; pass < 3; pass++) {
      await chainPass({ ...stage.desk, key });
      await anvil.finalise();
    }
    const [, capture] = await intentStore(stage.db).ofPayment(id);
    expect(capture).toMatchObject({ state: "open", problem: "InvalidSender" });
    await stage.settle();
    expect(await stage.states(id)).toEqual([
      "hold confirmed",
      "capture confirmed",
    ]);
  });

  test("one that no block takes is replaced with a higher fee, within a bound", async () => {
    await using stage = await startDesk(anvil);
    const { id, sign, tokens } = await payment();
    await stage.add("hold", id, 30, await sign(30));
    await anvil.request("evm_setAutomine", [false]);
    try {
      await chainPass(stage.desk);
      for (let times = 0; times < LIMITS.chainReplacementsMax + 4; times++) {
        stage.now += LIMITS.chainReplaceMs;
        await chainPass(stage.desk);
      }
      const rows = await open(stage.db);
      expect(rows.length).toBe(LIMITS.chainReplacementsMax + 1);
      expect(new Set(rows.map(({ nonce }) => nonce)).size).toBe(1);
      const fees = rows.map(({ maxFee }) => Number(maxFee));
      expect(fees).toEqual(fees.toSorted((a, b) => a - b));
      expect(Number(fees.at(-1))).toBeGreaterThan(5 * Number(fees[0]));
    } finally {
      await anvil.request("evm_setAutomine", [true]);
    }
    await stage.settle();
    const ends = await stage.transactions();
    expect(ends.filter((it) => it.endsWith("final")).length).toBe(1);
    expect(ends.filter((it) => it.endsWith("replaced")).length).toBe(
      LIMITS.chainReplacementsMax,
    );
    expect(await tokens()).toBe(70);
  });

  test("many that are stuck, each with all its replacements, keep nobody else from going on", async () => {
    await using stage = await startDesk(anvil);
    const { sign, tokens } = await payment();
    const add = async (at: number) =>
      stage.add("hold", `pay_stuck_${seed}_${at}`, 1, await sign(1));
    const stuck = Math.ceil(
      LIMITS.chainTransactionsOpenMax / (LIMITS.chainReplacementsMax + 1),
    );
    for (let at = 0; at < stuck; at++) await add(at);
    await anvil.request("evm_setAutomine", [false]);
    try {
      for (let times = 0; times < 2 * LIMITS.chainReplacementsMax; times++) {
        await chainPass(stage.desk);
        stage.now += LIMITS.chainReplaceMs;
      }
      await add(stuck);
      const rows = await stage.transactions();
      expect(rows.length).toBeGreaterThan(LIMITS.chainTransactionsOpenMax);
      await chainPass(stage.desk);
      expect((await stage.transactions()).length).toBe(rows.length + 1);
    } finally {
      await anvil.request("evm_setAutomine", [true]);
    }
    await stage.settle();
    expect(await tokens()).toBe(100 - stuck - 1);
  });

  test("what is owed goes before new holds, however many there are", async () => {
    await using stage = await startDesk(anvil);
    const { id, sign } = await payment();
    await stage.add("hold", id, 30, await sign(30));
    await stage.settle();
    for (let at = 0; at < LIMITS.chainHoldsOpenMax + 1; at++) {
      await stage.add("hold", `pay_dust_${seed}_${at}`, 1, await sign(1));
    }
    // No block takes what is sent, so that nothing makes room.
    await anvil.request("evm_setAutomine", [false]);
    try {
      await chainPass(stage.desk);
      const { length } = await stage.transactions();
      expect(length).toBe(1 + LIMITS.chainHoldsOpenMax);
      await stage.add("capture", id, 30);
      await chainPass(stage.desk);
      expect((await stage.transactions()).length).toBe(length + 1);
    } finally {
      await anvil.request("evm_setAutomine", [true]);
    }
    await stage.settle();
    expect(await stage.states(id)).toContain("capture confirmed");
  });

  test("gas beyond the operator's bound is waited out", async () => {
    await using stage = await startDesk(anvil);
    const { id, sign } = await payment();
    await stage.add("hold", id, 30, await sign(30));
    const desk = {
      ...stage.desk,
      place: { ...stage.desk.place, gasPriceMax: 1n },
    };
    await chainPass(desk);
    expect(await stage.transactions()).toEqual([]);
    expect(stage.errors).toEqual(["chain.hold_waits"]);
    await chainPass(desk);
    expect(stage.errors.length).toBe(1);
    await stage.settle();
    expect(await stage.states(id)).toEqual(["hold confirmed"]);
  });

  test("an operator without gas refuses nobody: what waits goes on once there is some", async () => {
    await using stage = await startDesk(anvil);
    const { id, sign, tokens } = await payment();
    await stage.add("hold", id, 30, await sign(30));
    await anvil.request("anvil_setBalance", [OPERATOR, "0x0"]);
    const { client } = stage.desk;
    const poor = {
      ...client,
      estimateGas: () =>
        Promise.reject(
          new ChainRefusal("insufficient funds for transfer", undefined),
        ),
    };
    await chainPass({ ...stage.desk, client: poor });
    expect(await stage.states(id)).toEqual(["hold open"]);
    await chainPass(stage.desk);
    expect(await stage.transactions()).toEqual(["0 built"]);
    expect(new Set(stage.errors)).toEqual(
      new Set(["chain.hold_waits", "chain.not_sent"]),
    );
    expect(await tokens()).toBe(100);
    await anvil.request("anvil_setBalance", [OPERATOR, "0x56bc75e2d63100000"]);
    await stage.settle();
    expect(await stage.states(id)).toEqual(["hold confirmed"]);
    expect(await tokens()).toBe(70);
  });

  test("another transaction under the operator's key is noticed, and the hold is taken", async () => {
    await using stage = await startDesk(anvil);
    const { id, sign, tokens } = await payment();
    await stage.add("hold", id, 30, await sign(30));
    const { client } = stage.desk;
    // Written down, and kept from the node until another took its nonce.
    const mute = { ...client, send: () => Promise.resolve("0x") };
    await chainPass({ ...stage.desk, client: mute });
    await anvil.sendAs(OPERATOR, PAYEE, "0x");
    await anvil.finalise();
    await chainPass(stage.desk);
    expect(stage.errors).toEqual(["chain.nonce_taken"]);
    await stage.settle();
    expect(await stage.states(id)).toEqual(["hold confirmed"]);
    expect(await tokens()).toBe(70);
  });

  test("the escrow's own record of a hold settles it, whoever sent it", async () => {
    await using first = await startDesk(anvil);
    await using second = await startDesk(anvil);
    const { id, sign, tokens } = await payment();
    const hold = await sign(30);
    await first.add("hold", id, 30, hold);
    await first.settle();
    // As after a restore of an older backup: nothing is known of what was sent.
    await second.add("hold", id, 30, hold);
    await second.settle();
    expect(await second.states(id)).toEqual(["hold confirmed"]);
    expect(await second.transactions()).toEqual([]);
    expect(await tokens()).toBe(70);
    expect(await anvil.tokens(ESCROW)).toBeGreaterThanOrEqual(30);
  });
});
