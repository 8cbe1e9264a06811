import { afterAll, beforeAll, expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import type { Hex } from "../../../src/core/base/rails/chain.ts";
import {
  hexOfWords,
  keccakOfText,
} from "../../../src/core/payments/terms/hex.ts";
import type { SignedHold } from "../../../src/core/payments/terms/signed.ts";
import { chainPass } from "../src/chain_pass.ts";
import type { ChainDesk } from "../src/chain_place.ts";
import { authorizeCall, captureCall, voidCall } from "../src/escrow_calls.ts";
import { intentStore } from "../src/intent_store.ts";
import { ChainRefusal } from "../src/node/rpc.ts";
import { stopsStore } from "../src/stops/stops_store.ts";
import { unknownStore } from "../src/stops/unknown_store.ts";
import { watchEvents } from "../src/stops/watch_events.ts";
import type { Anvil } from "./anvil.ts";
import {
  COLLECTOR,
  ESCROW,
  REFUND_COLLECTOR,
  startAnvil,
  TOKEN,
} from "./anvil.ts";
import { chargeCall, reclaimCall, refundCall } from "./foreign_calls.ts";
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
  const { open } = unknownStore(stage.db);
  expect(await open()).toMatchObject([{ hash: hold.hash, amount: 30 }]);
  await anvil.sendAs(OPERATOR, ESCROW, captureCall(hold.info, 10));
  await watch(stage);
  expect(await open()).toMatchObject([{ hash: hold.hash, amount: 20 }]);
  await anvil.sendAs(OPERATOR, ESCROW, voidCall(hold.info));
  await watch(stage);
  expect(await open()).toEqual([]);
});

test("what another transaction took and paid out in one is told, and no longer captured or called returned", async () => {
  await using stage = await startDesk(anvil);
  await watch(stage);
  const charge = async ({ info, signature }: SignedHold) => {
    const data = chargeCall(info, COLLECTOR, signature);
    expect(await anvil.sendAs(OPERATOR, ESCROW, data)).toBe(true);
  };
  const [known, unknown] = [await payment(), await payment()];
  await stage.add("hold", known.id, 30, known.hold);
  await charge(known.hold);
  await charge(unknown.hold);
  expect(await watch(stage)).toBe(2);
  expect(stage.errors.toSorted()).toEqual([
    "chain.foreign_movement",
    "chain.unknown_hold",
  ]);
  expect(await stopsStore(stage.db).open()).toMatchObject([
    { paymentId: known.id, problem: "It was charged by another transaction" },
  ]);
  expect(await unknownStore(stage.db).open()).toEqual([]);
  await chainPass(stage.desk);
  await stage.add("void", known.id, 30);
  await stage.settle();
  expect(await stage.states(known.id)).toEqual([
    "hold confirmed",
    "void confirmed",
  ]);
});

test("an escrow in which others do more than a node tells at once is read in shorter parts", async () => {
  await using stage = await startDesk(anvil);
  await watch(stage);
  const { hold } = await payment();
  const data = authorizeCall(hold.info, COLLECTOR, hold.signature);
  await anvil.sendAs(OPERATOR, ESCROW, data);
  await anvil.request("anvil_mine", ["0x40"]);
  const asked: number[] = [];
  const { client } = stage.desk;
  const busy: ChainDesk["client"] = {
    ...client,
    async events(ask) {
      asked.push(ask.to - ask.from + 1);
      if (ask.from === ask.to) return await client.events(ask);
      throw new ChainRefusal("More than 10000 results", undefined);
    },
  };
  expect(await watch({ ...stage, desk: { ...stage.desk, client: busy } })).toBe(
    1,
  );
  expect(asked.filter((blocks) => blocks > 1).length).toBeLessThan(10);
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

test("what a payer took back after the end stops the capture, and nothing is captured after the lift", async () => {
  await using stage = await startDesk(anvil);
  await watch(stage);
  const { id, hold } = await payment();
  await stage.add("hold", id, 30, hold);
  await stage.settle();
  const snapshot = await anvil.request("evm_snapshot", []);
  await anvil.request("evm_increaseTime", [800_000]);
  await anvil.request("evm_mine", []);
  const { payer } = hold.info;
  expect(await anvil.sendAs(payer, ESCROW, reclaimCall(hold.info))).toBe(true);
  await stage.add("capture", id, 30);
  for (let passes = 0; passes < 4; passes++) {
    await anvil.finalise();
    await chainPass(stage.desk);
  }
  expect(await stage.states(id)).toEqual(["hold confirmed", "capture open"]);
  const stops = stopsStore(stage.db);
  expect(await stops.open()).toMatchObject([
    { paymentId: id, problem: "It was taken back by another transaction" },
  ]);
  await stage.db.commit([stops.lift(`cnv_${id}`, stage.now)]);
  await stage.settle();
  expect(await stage.states(id)).toEqual([
    "hold confirmed",
    "capture confirmed",
  ]);
  expect(await anvil.tokens(payer)).toBe(100);
  await anvil.request("evm_revert", [snapshot]);
});

test("a refund by the escrow itself, which the service never asks for, is told", async () => {
  await using stage = await startDesk(anvil);
  await watch(stage);
  const { id, hold } = await payment();
  await stage.add("hold", id, 30, hold);
  await stage.settle();
  await stage.add("capture", id, 30);
  await stage.settle();
  await anvil.mint(OPERATOR, 10);
  const approve = keccakOfText("approve(address,uint256)").slice(0, 10);
  const words = hexOfWords(REFUND_COLLECTOR, 10).slice(2);
  await anvil.sendAs(OPERATOR, TOKEN, `${approve}${words}` as Hex);
  const refund = refundCall(hold.info, 10, REFUND_COLLECTOR);
  expect(await anvil.sendAs(OPERATOR, ESCROW, refund)).toBe(true);
  expect(await watch(stage)).toBe(1);
  expect(await stopsStore(stage.db).open()).toMatchObject([
    { paymentId: id, problem: "It was refunded by another transaction" },
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

test("more holds at other services than one look takes are all looked at, and nothing is sent for them", async () => {
  await using stage = await startDesk(anvil);
  const { desk, db } = stage;
  const { hold } = await payment();
  const store = intentStore(db);
  const rows = Array.from({ length: LIMITS.chainIntentsPageMax + 1 }, (_, at) =>
    store.add({
      ...{ id: `w_${String(at).padStart(3, "0")}`, key: `hold:${at}` },
      ...{ act: "hold", paymentId: `pay_w${at}`, conversationId: "cnv_w" },
      ...{ amount: 30, signature: hold.signature, isWatched: true },
      hash: `0x${String(at).padStart(64, "0")}`,
      // The last one's signature has expired.
      terms: JSON.stringify({
        ...hold.info,
        preApprovalExpiry:
          at < LIMITS.chainIntentsPageMax ? hold.info.preApprovalExpiry : 1,
      }),
      createdAt: stage.now,
    }),
  );
  await db.commit(rows);
  for (let look = 0; look < 4; look++) {
    await anvil.finalise();
    await chainPass(desk);
  }
  const refused = await store.page("refused", "");
  expect(refused.map(({ id }) => id)).toEqual([
    `w_${String(LIMITS.chainIntentsPageMax).padStart(3, "0")}`,
  ]);
  expect(await stage.transactions()).toEqual([]);
});
