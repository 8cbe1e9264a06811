import { afterAll, beforeAll, expect, test } from "bun:test";
import { CHAIN } from "../../../src/cli/doctor/chain.ts";
import { OPERATOR as TERMINAL } from "../../../src/core/access/principal.ts";
import { LIMITS } from "../../../src/core/base/limits.ts";
import type { Hex } from "../../../src/core/base/rails/chain.ts";
import { createMeasures } from "../../../src/core/insight/measures.ts";
import { watchRail } from "../../../src/core/loops/rail_gauges.ts";
import { getRailStatus } from "../../../src/core/operations/get_rail_status.ts";
import { inspectService } from "../../../src/core/operations/inspect_service.ts";
import { callOperation } from "../../../src/core/pipeline/call.ts";
import { paid } from "../../../tests/core/payments/flows.ts";
import { chainPass } from "../src/chain_pass.ts";
import { ChainRefusal } from "../src/node/rpc.ts";
import { transferCall } from "../src/refund/transfer_calls.ts";
import type { Anvil } from "./anvil.ts";
import { startAnvil, TOKEN } from "./anvil.ts";
import { transferFromCall } from "./foreign_calls.ts";
import { lyingNode } from "./lying_node.ts";
import {
  OPERATOR,
  PAYEE,
  signHold,
  signRefund,
  startDesk,
  wallet,
} from "./stage.ts";
import { fund, startOnChain } from "./story.ts";

let anvil: Anvil;
let seed = 23_000;

beforeAll(async () => {
  anvil = await startAnvil();
});
afterAll(() => anvil[Symbol.asyncDispose]());

async function startBehind() {
  const node = lyingNode(anvil);
  const stage = await startDesk(anvil);
  const desk = { ...stage.desk, client: node.client };
  return {
    ...{ node, stage, desk },
    /** A hold of 30 that is final. */
    async hold(receiver: Hex = PAYEE) {
      seed += 1;
      const payer = wallet(seed);
      await anvil.mint(payer.address, 100);
      const now = (await anvil.client.block("latest"))?.timestamp ?? 0;
      const signed = await signHold(payer, { amount: 30, now, receiver });
      const id = `pay_${seed}`;
      await stage.add("hold", id, 30, signed);
      await stage.settle();
      return { id, payer, hash: signed.hash };
    },
    async pass() {
      const [outcome] = await Promise.allSettled([chainPass(desk)]);
      await anvil.finalise();
      return outcome?.status;
    },
    async [Symbol.asyncDispose]() {
      await node[Symbol.asyncDispose]();
      await stage[Symbol.asyncDispose]();
    },
  };
}

/** A provider that tells so many events at once. */
const RESULTS_MAX = 8;

test("transfers of nothing by anybody neither hide a refund nor keep another movement waiting", async () => {
  await using behind = await startBehind();
  const { node, stage, hold, pass } = behind;
  seed += 1;
  const payee = wallet(seed);
  const first = await hold(payee.address);
  await stage.add("capture", first.id, 30);
  await stage.settle();
  const refund = await signRefund(payee, {
    to: first.payer.address,
    amount: 30,
  });
  await stage.add("refund", first.id, 30, undefined, refund);
  // Somebody else sends it first, among transfers of nothing between the same two.
  const spam = transferFromCall(payee.address, first.payer.address, 0);
  const anybody = wallet(1).address;
  for (let times = 0; times < RESULTS_MAX; times++) {
    expect(await anvil.sendAs(anybody, TOKEN, spam)).toBe(true);
  }
  const signed = transferCall(refund.authorization, refund.signature);
  expect(await anvil.sendAs(anybody, TOKEN, signed)).toBe(true);
  await anvil.sendAs(anybody, TOKEN, spam);
  await anvil.finalise();
  const other = await hold();
  await stage.add("capture", other.id, 30);
  const asked: number[] = [];
  node.tell(async (method, params, request) => {
    if (method !== "eth_getLogs") return undefined;
    const found = await request(method, params);
    const { length } = Array.isArray(found) ? found : [];
    asked.push(length);
    if (length <= RESULTS_MAX) return found;
    throw new ChainRefusal("query returned more than 10000 results", undefined);
  });
  for (let times = 0; times < 6; times++) {
    expect(await pass()).toBe("fulfilled");
  }
  expect(await stage.states(first.id)).toContain("refund confirmed");
  expect(await stage.states(other.id)).toContain("capture confirmed");
  expect(Math.max(...asked)).toBeLessThanOrEqual(RESULTS_MAX);
});

test("what the node does not answer about one movement is its own: the others go on, and it does once it is answered", async () => {
  await using behind = await startBehind();
  const { node, stage, hold, pass } = behind;
  const [sick, well] = [await hold(), await hold()];
  const asked = sick.hash.slice(2);
  for (const { id } of [sick, well]) await stage.add("capture", id, 30);
  node.tell(async (method, [call]) => {
    const { data } = (call ?? {}) as { readonly data?: string };
    if (method === "eth_call" && data?.endsWith(asked)) throw new Error("502");
    return undefined;
  });
  for (let times = 0; times < 4; times++) await pass();
  expect(await stage.states(well.id)).toContain("capture confirmed");
  expect(await stage.states(sick.id)).toContain("capture open");
  node.tell(undefined);
  await stage.settle();
  expect(await stage.states(sick.id)).toContain("capture confirmed");
});

test("looks that fail, a movement that stays open and an operator without gas are told, and end with their cause", async () => {
  const node = lyingNode(anvil);
  await using _node = node;
  seed += 10;
  const stage = await startOnChain({ ...anvil, client: node.client }, seed);
  await using _core = stage;
  const { services, config, look } = stage;
  const caller = {
    principal: TERMINAL,
    via: "cli",
    requestId: "test",
  } as const;
  const status = async () => {
    const { output } = await callOperation(services, getRailStatus, caller, {});
    return { ok: output.ok, ...output.chain };
  };
  const doctor = async () => {
    const asked = await callOperation(services, inspectService, caller, {});
    const now = services.clock();
    return await CHAIN.look({ config, service: asked.output, now });
  };
  const gauges = async () => {
    const measures = createMeasures();
    watchRail({ ...services, measures });
    return await measures.metrics.text();
  };
  await look();
  expect(await status()).toMatchObject({ ok: true, failing: null });
  expect(await gauges()).toMatch(/^svc_chain_failing 0$/m);
  node.tell(async (method) => {
    if (method !== "eth_getLogs") return undefined;
    throw new ChainRefusal("range too large", undefined);
  });
  await anvil.finalise();
  const id = await paid(stage, { price: "5" });
  await fund(stage, id);
  const [failed] = await Promise.allSettled([look()]);
  expect(failed.status).toBe("rejected");
  expect(await status()).toMatchObject({
    ok: false,
    failing: { problem: "eth_getLogs: range too large" },
    transactions: [{ act: "hold" }],
  });
  expect(await gauges()).toMatch(/^svc_chain_failing 1$/m);
  expect(await doctor()).toMatchObject({ is: "bad" });
  expect((await doctor()).found).toContain("chain checks have failed since");
  node.tell(undefined);
  await look();
  expect(await status()).toMatchObject({ ok: true, failing: null });

  stage.advance((LIMITS.chainOpenSecondsMax + 1) * 1_000);
  const { ok, oldestOpenSeconds } = await status();
  expect(ok).toBe(false);
  expect(oldestOpenSeconds).toBeGreaterThan(LIMITS.chainOpenSecondsMax);
  expect(await gauges()).toContain(
    `svc_chain_oldest_movement_seconds ${oldestOpenSeconds}\n`,
  );
  expect((await doctor()).found).toContain("a movement has been open for");
  await stage.settle();
  expect((await status()).ok).toBe(true);

  await anvil.request("anvil_setBalance", [OPERATOR, "0x1"]);
  expect((await status()).ok).toBe(false);
  expect(await gauges()).toMatch(/^svc_chain_acts_left 0$/m);
  expect((await doctor()).found).toContain("has no gas for any movement");
});
