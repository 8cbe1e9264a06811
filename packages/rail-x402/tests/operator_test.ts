import { afterAll, beforeAll, expect, test } from "bun:test";
import { CHAIN } from "../../../src/cli/doctor/chain.ts";
import { startOperatorChannel } from "../../../src/cli/operator_channel.ts";
import {
  ANONYMOUS,
  OPERATOR as TERMINAL,
} from "../../../src/core/access/principal.ts";
import { LIMITS } from "../../../src/core/base/limits.ts";
import type { Hex } from "../../../src/core/base/rails/chain.ts";
import { createMeasures } from "../../../src/core/insight/measures.ts";
import { keepChain } from "../../../src/core/loops/chain_keeper.ts";
import { watchRail } from "../../../src/core/loops/rail_gauges.ts";
import { fundConversation } from "../../../src/core/operations/fund_conversation.ts";
import { getReadiness } from "../../../src/core/operations/get_readiness.ts";
import { inspectService } from "../../../src/core/operations/inspect_service.ts";
import { liftStop } from "../../../src/core/operations/lift_stop.ts";
import { OPERATIONS } from "../../../src/core/operations/mod.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import {
  hexOfWords,
  keccakOfWords,
} from "../../../src/core/payments/terms/hex.ts";
import type { PaymentInfo } from "../../../src/core/payments/terms/payment_info.ts";
import { callOperation } from "../../../src/core/pipeline/call.ts";
import { svc } from "../../../tests/cli/svc.ts";
import { paid, say, sign } from "../../../tests/core/payments/flows.ts";
import { typesIn } from "../../../tests/core/payments/money_story.ts";
import { authorizeCall, captureCall, voidCall } from "../src/escrow_calls.ts";
import { intentStore } from "../src/intent_store.ts";
import { ChainUnavailableError } from "../src/node/rpc.ts";
import type { Anvil } from "./anvil.ts";
import { COLLECTOR, ESCROW, startAnvil, TOKEN } from "./anvil.ts";
import { OPERATOR, signHold, wallet } from "./stage.ts";
import type { OnChain } from "./story.ts";
import { keeping, railOver, signFor, startOnChain } from "./story.ts";

let anvil: Anvil;
let seed = 11_000;

beforeAll(async () => {
  anvil = await startAnvil();
});
afterAll(() => anvil[Symbol.asyncDispose]());

/** A price of 5.00 that is held on the chain. */
async function startHeld() {
  seed += 10;
  const stage = await startOnChain(anvil, seed);
  await stage.look();
  const id = await paid(stage, { price: "5" });
  const payment = await signFor(stage, id);
  const input = { conversationId: id, payment };
  await stage.alice.asPerson().run(fundConversation, input);
  await stage.settle();
  await say(stage.bob, id);
  return { stage, id };
}

/** Writes a balance into the token behind its back, in a block of its own. */
async function setTokens(owner: Hex, amount: number) {
  // The first variable of the contract maps owners to their balances.
  const slot = keccakOfWords(owner, 0);
  const value = hexOfWords(amount);
  await anvil.request("anvil_setStorageAt", [TOKEN, slot, value]);
  await anvil.request("evm_mine", []);
}

/** Looks a few times, whatever stays open. */
async function lookOn(stage: OnChain) {
  for (let look = 0; look < 4; look++) {
    stage.advance(LIMITS.chainPassMs);
    await anvil.finalise();
    await stage.look();
  }
}

/** `svc` beside the service that has a chain. */
async function terminal(
  services: OnChain["services"],
  { config }: Pick<OnChain, "config">,
) {
  const path = config.operatorPath ?? "";
  const channel = await startOperatorChannel(services, {
    ...{ operations: OPERATIONS, path },
  });
  return {
    svc: (...args: string[]) => svc({ config }, ...args),
    [Symbol.asyncDispose]: () => channel.stop(),
  };
}

/** The chain's gauges in a scrape, by name. */
async function gauges(services: OnChain["services"]) {
  const measures = createMeasures();
  watchRail({ ...services, measures });
  const text = await measures.metrics.text();
  const lines = text.split("\n").filter((it) => it.startsWith("svc_chain"));
  return new Map(
    lines.map((it) => it.split(" ")).map(([name, value]) => [name, value]),
  );
}

async function doctor({ services, config, run }: OnChain) {
  const caller = {
    principal: TERMINAL,
    via: "cli",
    requestId: "test",
  } as const;
  const { output } = await callOperation(services, inspectService, caller, {});
  expect((await run(inspectService, {})).rail.chain).toBeNull();
  return await CHAIN.look({ config, service: output, now: services.clock() });
}

test("a price that another transaction captured stops its conversation until the operator lifts it, and the record says both", async () => {
  const { stage, id } = await startHeld();
  await using _core = stage;
  const { services, payee } = stage;
  await using shell = await terminal(services, stage);
  const fine = await shell.svc("rail", "status");
  expect(fine).toMatchObject({ code: 0, err: "" });
  expect(fine.out).toContain("0 open, 0 not noticed yet, 0 refused");
  expect(fine.out).toMatch(/^Held +5\.00 USDC of 1 prices$/m);
  expect(fine.out).toMatch(/^hold +\d{5,6} +1$/m);
  expect((await doctor(stage)).is).toBe("ok");

  const [hold] = await stage.rows("select terms from chain_intents");
  const info: PaymentInfo = JSON.parse(String(hold?.[0]));
  await anvil.sendAs(OPERATOR, ESCROW, captureCall(info, 1_000_000));
  await lookOn(stage);
  await sign(stage.bob.asPerson(), id);
  await lookOn(stage);
  expect(await anvil.tokens(payee.address)).toBe(1_000_000);
  expect((await intentStore(services.db).page("open", "")).length).toBe(1);
  expect(await typesIn(stage, id)).toContain("payment.stopped");
  const stopped = await shell.svc("rail", "status", "--json");
  expect(stopped.code).toBe(1);
  expect(JSON.parse(stopped.out)).toMatchObject({
    ok: false,
    chain: {
      ...{ node: { blocksBehind: 0 }, movements: { open: 1 } },
      stops: [
        {
          conversationId: id,
          problem: "It was captured by another transaction",
        },
      ],
    },
  });
  expect((await doctor(stage)).found).toStartWith("1 conversations are stop");
  const told = await gauges(services);
  expect(told.get("svc_chain_stops")).toBe("1");
  expect(told.get("svc_chain_reachable")).toBe("1");
  expect(told.get('svc_chain_movements{state="open"}')).toBe("1");
  expect(Number(told.get("svc_chain_acts_left"))).toBeGreaterThan(0);

  const lift = ["rail", "lift", id, "--reason", "ours"] as const;
  expect((await shell.svc(...lift)).out).toContain(
    `Captures of ${id} continue`,
  );
  expect((await shell.svc(...lift)).out).toContain("Nothing was stopped");
  await stage.settle();
  await lookOn(stage);
  expect(await anvil.tokens(payee.address)).toBe(5_000_000);
  const types = await typesIn(stage, id);
  expect(types.filter((it) => it.startsWith("payment.stop"))).toEqual([
    "payment.stopped",
    "payment.stop_lifted",
  ]);
  expect(await stage.run(verifyAudit, { conversationId: id })).toMatchObject({
    ok: true,
  });
  const verified = await shell.svc("ledger", "verify");
  expect(verified).toMatchObject({ code: 0, err: "" });
  expect(verified.out).toContain("On the chain: 1 payments, all match");
});

test("a price that its row and the escrow say differently is found by svc ledger verify", async () => {
  const { stage } = await startHeld();
  await using _core = stage;
  await using shell = await terminal(stage.services, stage);
  const [hold] = await stage.rows("select terms from chain_intents");
  const info: PaymentInfo = JSON.parse(String(hold?.[0]));
  await anvil.sendAs(OPERATOR, ESCROW, captureCall(info));
  await anvil.finalise();
  const found = await shell.svc("ledger", "verify", "--json");
  expect(found.code).toBe(1);
  expect(JSON.parse(found.out)).toMatchObject({
    ...{ ok: false, sum: 0, chain: { isAway: false, checked: 1 } },
    faults: [
      {
        problem: `5000000 are held under the name of ${OPERATOR}, but the escrow keeps 0 there`,
      },
      {
        problem:
          "5000000 are held and 0 can be refunded, but the escrow has 0 and 5000000",
      },
    ],
  });
});

test("tokens that the escrow no longer has are found by svc ledger verify, once that is final", async () => {
  const { stage } = await startHeld();
  await using _core = stage;
  await using shell = await terminal(stage.services, stage);
  const fine = await shell.svc("ledger", "verify");
  expect(fine.out).toContain("all match the escrow and its tokens");
  expect(fine.code).toBe(0);
  const tokens = await anvil.tokens(ESCROW);
  await setTokens(ESCROW, 4_999_999);
  const verify = async () => await shell.svc("ledger", "verify", "--json");
  expect(await verify()).toMatchObject({ code: 0 });
  await anvil.finalise();
  const found = await verify();
  expect(found.code).toBe(1);
  expect(JSON.parse(found.out).faults).toEqual([
    {
      about: ESCROW,
      problem: `5000000 are held under the name of ${OPERATOR}, but the escrow keeps 4999999 there`,
    },
  ]);
  // Tokens that somebody sends there beside are no fault.
  await setTokens(ESCROW, tokens + 1);
  await anvil.finalise();
  expect(await verify()).toMatchObject({ code: 0 });
  await setTokens(ESCROW, tokens);
});

test("a hold under the operator's name that no row knows is told until the chain has ended it", async () => {
  const { stage } = await startHeld();
  await using _core = stage;
  await using shell = await terminal(stage.services, stage);
  const payer = wallet(seed + 5);
  await anvil.mint(payer.address, 30_000);
  const now = (await anvil.client.block("latest"))?.timestamp ?? 0;
  const hold = await signHold(payer, { amount: 30_000, now });
  const data = authorizeCall(hold.info, COLLECTOR, hold.signature);
  await anvil.sendAs(OPERATOR, ESCROW, data);
  await lookOn(stage);
  const told = await shell.svc("rail", "status");
  expect(told.code).toBe(1);
  expect(told.out).toContain(`0.03  ${hold.hash}`);
  expect((await doctor(stage)).found).toStartWith("1 of the operator");
  const measured = await gauges(stage.services);
  expect(measured.get("svc_chain_unknown_holds")).toBe("1");
  await anvil.sendAs(OPERATOR, ESCROW, voidCall(hold.info));
  await lookOn(stage);
  expect((await shell.svc("rail", "status")).code).toBe(0);
});

test("a node that is away is said, and the service goes on being ready", async () => {
  const { stage } = await startHeld();
  await using _core = stage;
  const services: OnChain["services"] = {
    ...stage.services,
    outside: {
      ...stage.services.outside,
      chain: railOver(() => Promise.reject(new ChainUnavailableError("away"))),
    },
  };
  await using shell = await terminal(services, stage);
  const status = await shell.svc("rail", "status");
  expect(status.code).toBe(1);
  expect(status.out).toContain("doesn't answer");
  const verified = await shell.svc("ledger", "verify");
  expect(verified.code).toBe(1);
  expect(verified.out).toContain("The chain's node doesn't answer.");
  expect((await doctor({ ...stage, services })).is).toBe("bad");
  const told = await gauges(services);
  expect(told.get("svc_chain_reachable")).toBe("0");
  expect(told.has("svc_chain_acts_left")).toBe(false);
  const caller = {
    principal: ANONYMOUS,
    via: "rest",
    requestId: "test",
  } as const;
  const ready = await callOperation(services, getReadiness, caller, {});
  expect(ready.output.ok).toBe(true);
  expect(await keepChain(services, keeping(stage.desk))).toBeUndefined();
});

test("nobody but the operator lifts a stop or reads how the rails stand", async () => {
  const { stage, id } = await startHeld();
  await using _core = stage;
  const input = { conversationId: id, reason: "mine" };
  const refused = await stage.alice.asPerson().refused(liftStop, input);
  expect(refused.message).toContain("Only the operator can do this.");
});
