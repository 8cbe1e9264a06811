import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openDatabase } from "../../../src/core/db/database.ts";
import { chainPass } from "../src/chain_pass.ts";
import { voidCall } from "../src/escrow_calls.ts";
import { finalBlock } from "../src/final_block.ts";
import type { Anvil } from "./anvil.ts";
import { ESCROW, startAnvil } from "./anvil.ts";
import { finalAt, lyingNode, stateAt } from "./lying_node.ts";
import { OPERATOR, PAYEE, signHold, startDesk, wallet } from "./stage.ts";

let anvil: Anvil;
let seed = 21_000;

beforeAll(async () => {
  anvil = await startAnvil();
});
afterAll(() => anvil[Symbol.asyncDispose]());

/** 30 of 100 tokens that are held for good, read through an endpoint that can lie. */
async function startHeld() {
  const node = lyingNode(anvil);
  const stage = await startDesk(anvil);
  const desk = { ...stage.desk, client: node.client };
  seed += 1;
  const payer = wallet(seed);
  await anvil.mint(payer.address, 100);
  const latest = await anvil.client.block("latest");
  // Nothing was held then.
  const before = latest?.number ?? 0;
  const now = latest?.timestamp ?? 0;
  const hold = await signHold(payer, { amount: 30, now });
  const id = `pay_${seed}`;
  await stage.add("hold", id, 30, hold);
  await stage.settle();
  return {
    ...{ node, stage, desk, hold, id, before },
    tokens: () => anvil.tokens(payer.address),
    async pass() {
      const [outcome] = await Promise.allSettled([chainPass(desk)]);
      await anvil.finalise();
      return outcome;
    },
    async [Symbol.asyncDispose]() {
      await node[Symbol.asyncDispose]();
      await stage[Symbol.asyncDispose]();
    },
  };
}

describe("one stale answer of a node", () => {
  for (const end of ["capture", "void"] as const) {
    test(`an old final block ends no ${end}, and it is done once the node is right again`, async () => {
      await using held = await startHeld();
      const { node, stage, id, before, pass, tokens } = held;
      const payee = await anvil.tokens(PAYEE);
      await stage.add(end, id, 30);
      node.tell(finalAt(before));
      for (let times = 0; times < 4; times++) {
        expect(await pass()).toMatchObject({
          reason: { name: "ChainUnavailableError" },
        });
      }
      expect(await stage.states(id)).toEqual(["hold confirmed", `${end} open`]);
      node.tell(undefined);
      await stage.settle();
      expect(await stage.states(id)).toEqual([
        "hold confirmed",
        `${end} confirmed`,
      ]);
      expect(await tokens()).toBe(end === "void" ? 100 : 70);
      expect(await anvil.tokens(PAYEE)).toBe(
        payee + (end === "capture" ? 30 : 0),
      );
    });

    test(`an old state of the escrow ends no ${end}`, async () => {
      await using held = await startHeld();
      const { node, stage, id, before, pass, tokens } = held;
      await stage.add(end, id, 30);
      node.tell(stateAt(before));
      for (let times = 0; times < 4; times++) await pass();
      expect(await stage.states(id)).toEqual(["hold confirmed", `${end} open`]);
      node.tell(undefined);
      await stage.settle();
      expect(await tokens()).toBe(end === "void" ? 100 : 70);
    });
  }

  test("an old final block is none after a restart either, nor what everything is held against", async () => {
    await using held = await startHeld();
    const { node, desk, stage, before } = held;
    await chainPass(desk);
    node.tell(finalAt(before));
    // After a restart only the file is known.
    await stage.db.close();
    const db = await openDatabase({ url: stage.url });
    const [asked] = await Promise.allSettled([finalBlock({ ...desk, db })]);
    expect(asked).toMatchObject({ reason: { name: "ChainUnavailableError" } });
    await db.close();
  });
});

test("what another transaction ended is believed once a later final block says it, too", async () => {
  await using held = await startHeld();
  const { node, stage, desk, hold, id } = held;
  await anvil.finalise();
  const still = (await anvil.client.block("latest"))?.number ?? 0;
  await anvil.sendAs(OPERATOR, ESCROW, voidCall(hold.info));
  await anvil.finalise();
  await stage.add("void", id, 30);
  await chainPass(desk);
  // The same block once more is no second look.
  await chainPass(desk);
  expect(await stage.states(id)).toEqual(["hold confirmed", "void open"]);
  // Between the two a node says otherwise: the first look counts no more.
  await anvil.finalise();
  node.tell(stateAt(still));
  await chainPass(desk);
  node.tell(undefined);
  await anvil.finalise();
  await chainPass(desk);
  expect(await stage.states(id)).toEqual(["hold confirmed", "void open"]);
  await anvil.finalise();
  await chainPass(desk);
  expect(await stage.states(id)).toEqual(["hold confirmed", "void confirmed"]);
  expect(await stage.transactions()).toHaveLength(1);
});
