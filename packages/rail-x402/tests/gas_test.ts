import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { LIMITS } from "../../../src/core/base/limits.ts";
import type { Hex } from "../../../src/core/base/rails/chain.ts";
import type { Anvil } from "./anvil.ts";
import { ESCROW, startAnvil } from "./anvil.ts";
import { reclaimCall } from "./foreign_calls.ts";
import type { DeskStage } from "./stage.ts";
import { signHold, signRefund, startDesk, wallet } from "./stage.ts";

let anvil: Anvil;
let seed = 21_000;
const payee = wallet(20_999);

beforeAll(async () => {
  anvil = await startAnvil();
});
afterAll(() => anvil[Symbol.asyncDispose]());

/** Addresses and signatures have more or fewer zeros, which cost less. */
const TOLERANCE = 0.02;

interface Row {
  readonly public: number | undefined;
  readonly own: number;
}

/** The figures of docs/chain.md, by act: of the public escrow, and of the contracts here. */
async function documented(): Promise<ReadonlyMap<string, Row>> {
  const path = join(import.meta.dir, "../../../docs/chain.md");
  const number = (text: string) => Number(text.replace(",", ""));
  const rows = (await Bun.file(path).text()).matchAll(
    /^\| ([^|]+) \| ([\d,]+|-) \| ([\d,]+) \| (?:operator|payer) \|$/gm,
  );
  return new Map(
    [...rows].map(([, act = "", theirs = "", own = ""]) => [
      act,
      { public: theirs === "-" ? undefined : number(theirs), own: number(own) },
    ]),
  );
}

async function holdOf(stage: DeskStage, receiver: Hex) {
  seed += 1;
  const payer = wallet(seed);
  await anvil.mint(payer.address, 100);
  const now = (await anvil.client.block("latest"))?.timestamp ?? 0;
  const hold = await signHold(payer, { amount: 30, now, receiver });
  await stage.add("hold", `pay_${seed}`, 30, hold);
  await stage.settle();
  return { id: `pay_${seed}`, payer, hold };
}

/** The gas used by the service's newest transaction. */
async function newest({ db }: DeskStage): Promise<number> {
  const rows = await db.orm.values<[number]>(
    "select gas_used from chain_transactions order by nonce desc limit 1",
  );
  return rows[0]?.[0] ?? 0;
}

/** The gas used when the payer takes the money back, once the hold is over. */
async function takeBack(stage: DeskStage): Promise<number> {
  const { hold, payer } = await holdOf(stage, payee.address);
  await anvil.request("evm_increaseTime", [800_000]);
  await anvil.request("evm_mine", []);
  const data = reclaimCall(hold.info);
  expect(await anvil.sendAs(payer.address, ESCROW, data)).toBe(true);
  const answer = await anvil.request("eth_getBlockReceipts", ["latest"]);
  const [receipt] = answer as readonly { readonly gasUsed: string }[];
  return Number(receipt?.gasUsed);
}

test("each act takes the gas that docs/chain.md says, and none more than the operator has to count on", async () => {
  await using stage = await startDesk(anvil);
  const took = new Map<string, number>();
  const did = async (act: string) => void took.set(act, await newest(stage));
  const first = await holdOf(stage, payee.address);
  await did("hold");
  await stage.add("capture", first.id, 30);
  await stage.settle();
  await did("capture, first for a payee");
  const next = await holdOf(stage, payee.address);
  await stage.add("capture", next.id, 30);
  await stage.settle();
  await did("capture, later ones");
  const { id } = await holdOf(stage, payee.address);
  await stage.add("void", id, 30);
  await stage.settle();
  await did("return to the payer");
  const to = first.payer.address;
  const signed = await signRefund(payee, { to, amount: 10 });
  await stage.add("refund", first.id, 10, undefined, signed);
  await stage.settle();
  await did("refund from the payee's wallet");
  took.set("reclaim by the payer after the end", await takeBack(stage));

  const said = await documented();
  expect([...took.keys()].toSorted()).toEqual([...said.keys()].toSorted());
  for (const [act, gas] of took) {
    const { own = 0, public: theirs = 0 } = said.get(act) ?? {};
    const isClose = Math.abs(own - gas) <= gas * TOLERANCE;
    expect([act, isClose ? gas : own]).toEqual([act, gas]);
    expect(Math.max(theirs, gas)).toBeLessThan(LIMITS.chainGasOfAct);
  }
});
