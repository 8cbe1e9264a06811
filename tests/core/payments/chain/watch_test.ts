import { afterAll, beforeAll, expect, test } from "bun:test";
import { chainPass } from "../../../../src/core/payments/chain/chain_pass.ts";
import {
  authorizeCall,
  captureCall,
  voidCall,
} from "../../../../src/core/payments/chain/escrow_calls.ts";
import { watchEvents } from "../../../../src/core/payments/chain/watch_events.ts";
import type { Anvil } from "./anvil.ts";
import { COLLECTOR, ESCROW, startAnvil } from "./anvil.ts";
import type { DeskStage } from "./stage.ts";
import { OPERATOR, signHold, startDesk, wallet } from "./stage.ts";

let anvil: Anvil;
let seed = 5_000;

beforeAll(async () => {
  anvil = await startAnvil();
});
afterAll(() => anvil[Symbol.asyncDispose]());

async function payment(tokens = 100) {
  seed += 1;
  const payer = wallet(seed);
  await anvil.mint(payer.address, tokens);
  const now = (await anvil.client.block("latest"))?.timestamp ?? 0;
  const hold = await signHold(payer, { amount: 30, now });
  return { id: `pay_${seed}`, hold };
}

async function watch({ desk }: DeskStage): Promise<number> {
  await anvil.finalise();
  const finalized = await anvil.client.block("finalized");
  if (!finalized) throw new Error("No final block");
  return watchEvents(desk, finalized);
}

test("what the service does itself is as it should be", async () => {
  await using stage = await startDesk(anvil);
  await watch(stage);
  for (const end of ["capture", "void"] as const) {
    const { id, hold } = await payment();
    await stage.add("hold", id, 30, hold);
    await stage.settle();
    await stage.add(end, id, 30);
    await stage.settle();
  }
  expect(await watch(stage)).toBe(0);
  expect(stage.errors).toEqual([]);
});

test("a hold under the operator's name that no row knows is told once", async () => {
  await using stage = await startDesk(anvil);
  await watch(stage);
  const { hold } = await payment();
  const data = authorizeCall(hold.info, COLLECTOR, hold.signature);
  expect(await anvil.sendAs(OPERATOR, ESCROW, data)).toBe(true);
  expect(await watch(stage)).toBe(1);
  expect(await watch(stage)).toBe(0);
  expect(stage.errors).toEqual(["chain.unknown_hold"]);
});

test("a hold that another transaction returned stops the capture of its payment, and no other", async () => {
  await using stage = await startDesk(anvil);
  await watch(stage);
  const [first, other] = [await payment(), await payment()];
  for (const { id, hold } of [first, other]) {
    await stage.add("hold", id, 30, hold);
  }
  await stage.settle();
  await anvil.sendAs(OPERATOR, ESCROW, voidCall(first.hold.info));
  await stage.add("capture", first.id, 30);
  await stage.add("capture", other.id, 30);
  for (let passes = 0; passes < 4; passes++) {
    await anvil.finalise();
    await chainPass(stage.desk);
  }
  expect(stage.errors).toEqual(["chain.foreign_movement"]);
  expect(await stage.states(first.id)).toEqual([
    "hold confirmed",
    "capture open",
  ]);
  expect(await stage.states(other.id)).toEqual([
    "hold confirmed",
    "capture confirmed",
  ]);
});

test("what was before the first look, and what others do in the same escrow, is no matter", async () => {
  await using stage = await startDesk(anvil);
  const early = await payment();
  const data = authorizeCall(early.hold.info, COLLECTOR, early.hold.signature);
  await anvil.sendAs(OPERATOR, ESCROW, data);
  expect(await watch(stage)).toBe(0);
  await anvil.sendAs(OPERATOR, ESCROW, captureCall(early.hold.info));
  expect(await watch(stage)).toBe(0);
  expect(stage.errors).toEqual([]);
});
