import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import type { Hex } from "../../../src/core/base/rails/chain.ts";
import { inProof, sample } from "../../../tests/proof.ts";
import { chainKey } from "../src/account.ts";
import { chainPass } from "../src/chain_pass.ts";
import type { ChainDesk } from "../src/chain_place.ts";
import { intentStore } from "../src/intent_store.ts";
import { chainClient, chainRequest } from "../src/node/rpc.ts";
import type { Anvil } from "./anvil.ts";
import { startAnvil } from "./anvil.ts";
import { dying, Killed } from "./dying.ts";
import type { DeskStage } from "./stage.ts";
import {
  OPERATOR,
  PAYEE,
  PLACE,
  signHold,
  startDesk,
  wallet,
} from "./stage.ts";

let anvil: Anvil;
let seed = 500;

beforeAll(async () => {
  anvil = await startAnvil();
});
afterAll(() => anvil[Symbol.asyncDispose]());

async function payment() {
  seed += 1;
  const payer = wallet(seed);
  await anvil.mint(payer.address, 100);
  const now = (await anvil.client.block("latest"))?.timestamp ?? 0;
  const sign = (amount: number, operator = OPERATOR) =>
    signHold(payer, { amount, now, operator });
  const tokens = () => anvil.tokens(payer.address);
  return { id: `pay_${seed}`, sign, tokens };
}

const PASSES_MAX = 40;
const [BEFORE, AFTER] = ["before", "after"] as const;

/** Passes until nothing is open; one that dies is followed by another process. */
async function settleThrough(stage: DeskStage, desk: ChainDesk) {
  for (let pass = 0; pass < PASSES_MAX; pass++) {
    const [outcome] = await Promise.allSettled([chainPass(desk)]);
    if (outcome?.status === "rejected") {
      expect(outcome.reason).toBeInstanceOf(Killed);
    }
    const open = await intentStore(stage.db).page("open", "");
    if (open.length === 0) return;
    await anvil.finalise();
  }
  throw new Error("It does not settle");
}

describe("a process that dies", () => {
  for (const end of ["capture", "void"] as const) {
    const runs = end === "capture" ? test : inProof;
    runs(
      `at any effect of a hold and its ${end} neither pays twice nor loses it`,
      async () => {
        await using stage = await startDesk(anvil);
        let points = 0;
        for (let at = 1, isOver = false; !isOver; at++) {
          const side = at % 2 === 0 ? AFTER : BEFORE;
          for (const when of sample([side], [BEFORE, AFTER])) {
            const { id, sign, tokens } = await payment();
            const payee = await anvil.tokens(PAYEE);
            const { mortal, effects } = dying(stage.desk, at, when);
            await stage.add("hold", id, 30, await sign(30));
            await settleThrough(stage, mortal);
            await stage.add(end, id, 30);
            await settleThrough(stage, mortal);
            const gone = end === "capture" ? 30 : 0;
            expect([at, when, await tokens()]).toEqual([at, when, 100 - gone]);
            expect(await anvil.tokens(PAYEE)).toBe(payee + gone);
            expect(await stage.states(id)).toEqual([
              "hold confirmed",
              `${end} confirmed`,
            ]);
            isOver = effects() < at;
            points += 1;
          }
        }
        expect(points).toBeGreaterThan(sample(8, 16));
      },
    );
  }
});

test("a new key of the operator counts its own nonces, and follows what the old one sent", async () => {
  await using stage = await startDesk(anvil);
  const [first, last, next] = [
    await payment(),
    await payment(),
    await payment(),
  ];
  await stage.add("hold", first.id, 30, await first.sign(30));
  await stage.settle();
  await stage.add("hold", last.id, 30, await last.sign(30));
  await chainPass(stage.desk);
  const key = chainKey(`0x${"08".repeat(32)}`);
  await anvil.request("anvil_setBalance", [key.address, "0x56bc75e2d63100000"]);
  await stage.add("hold", next.id, 30, await next.sign(30, key.address));
  for (let pass = 0; pass < 5; pass++) {
    stage.now += LIMITS.chainReplaceMs;
    await chainPass({ ...stage.desk, key });
    await anvil.finalise();
  }
  for (const { id, tokens } of [first, last, next]) {
    expect(await stage.states(id)).toEqual(["hold confirmed"]);
    expect(await tokens()).toBe(70);
  }
  expect(stage.errors).toEqual([]);
});

describe("a node that cannot be believed", () => {
  /** Passes over a changed node, which decide nothing; then the true one again. */
  async function through(change: (desk: ChainDesk) => ChainDesk["client"]) {
    await using stage = await startDesk(anvil);
    const { id, sign, tokens } = await payment();
    await stage.add("hold", id, 30, await sign(30));
    const { desk } = stage;
    for (let pass = 0; pass < 4; pass++) {
      await Promise.allSettled([chainPass({ ...desk, client: change(desk) })]);
      await anvil.finalise();
    }
    const states = await stage.states(id);
    await stage.settle();
    expect(await stage.states(id)).toEqual(["hold confirmed"]);
    expect(await tokens()).toBe(70);
    return states;
  }

  test("one that invents a block for a transaction makes nothing final", async () => {
    const states = await through(({ client }) => ({
      ...client,
      send: async () => "0x",
      receipt: async () => ({
        succeeded: true,
        blockNumber: 1,
        blockHash: `0x${"ab".repeat(32)}` as Hex,
        gasUsed: 1,
        events: [],
      }),
    }));
    expect(states).toEqual(["hold open"]);
  });

  test("one that lags behind says what it knows, and no more is concluded", async () => {
    const first = await anvil.client.block(1);
    const states = await through(({ client }) => ({
      ...client,
      block: async (which) =>
        which === "finalized" ? first : client.block(which),
      receipt: async () => null,
    }));
    expect(states).toEqual(["hold open"]);
  });

  test("one of another chain is asked nothing further", async () => {
    const states = await through(({ client }) => ({
      ...client,
      chainId: async () => 1,
      send: () => {
        throw new Error("Nothing is sent there");
      },
    }));
    expect(states).toEqual(["hold open"]);
  });

  test("one whose answers come out of order takes nothing twice", async () => {
    const early = await anvil.client.block("finalized");
    let asked = 0;
    await through(({ client }) => ({
      ...client,
      // Every other answer is an old one: what was mined is not, and final is early.
      block: async (which) => {
        asked += 1;
        return which === "finalized" && asked % 2 === 0
          ? early
          : client.block(which);
      },
      receipt: async (hash) => {
        asked += 1;
        return asked % 2 === 0 ? null : client.receipt(hash);
      },
    }));
  });

  test("one that invents tokens for a payer is found out by the chain, and nothing is held", async () => {
    await using stage = await startDesk(anvil);
    const poor = wallet(499);
    const now = (await anvil.client.block("latest"))?.timestamp ?? 0;
    const signed = await signHold(poor, { amount: 30, now });
    const { client } = stage.desk;
    const lying: ChainDesk["client"] = {
      ...client,
      // The escrow is asked as it is; only whether a call would work is a lie.
      estimateGas: async () => 200_000n,
    };
    await stage.add("hold", "pay_poor", 30, signed);
    for (let pass = 0; pass < 12; pass++) {
      await chainPass({ ...stage.desk, client: lying });
      await anvil.finalise();
    }
    expect(await stage.states("pay_poor")).toEqual(["hold open"]);
    const failed = (await stage.transactions()).filter((it) =>
      it.endsWith("failed"),
    );
    expect(failed.length).toBe(LIMITS.chainFailuresMax);
    expect(stage.errors).toContain("chain.hold_waits");
    await stage.settle();
    expect(await stage.states("pay_poor")).toEqual(["hold refused"]);
  });

  test("one that answers with nonsense, nothing or too late is as if it were away", async () => {
    const answers = [
      () => new Response("<html>"),
      () => new Response("null"),
      () => Response.json({ jsonrpc: "2.0", id: 1 }),
      () => Response.json({ jsonrpc: "2.0", id: 1, result: "0xzz" }),
      () => Response.json({ jsonrpc: "2.0", id: 1, result: { number: 1 } }),
      () => new Response("", { status: 500 }),
      () => Response.redirect(anvil.url),
      () => new Response("x".repeat(LIMITS.chainAnswerBytesMax + 1)),
      () => Response.json({ jsonrpc: "2.0", id: 1, error: { code: -32005 } }),
    ];
    for (const answer of answers) {
      using server = Bun.serve({ port: 0, fetch: answer });
      const client = chainClient(
        chainRequest(`http://127.0.0.1:${server.port}/secret-key`),
      );
      const [asked] = await Promise.allSettled([client.chainId()]);
      expect(asked).toMatchObject({
        status: "rejected",
        reason: { name: "ChainUnavailableError" },
      });
      expect(JSON.stringify(asked)).not.toContain("secret-key");
    }
    expect(PLACE.chainId).toBe(await anvil.client.chainId());
  });
});
