import { LIMITS } from "../../../src/core/base/limits.ts";
import { sweepDue } from "../../../src/core/loops/sweeper.ts";
import { unfoldRecords } from "../../records.ts";
import type { Actor, Composed, Stage } from "../core_harness.ts";
import { balance, DAY, isLedgerRight, send } from "../core_harness.ts";

export const HOUR = DAY / 24;
export const HOLD = LIMITS.holdDaysDefault * DAY;
export const EXTENSION = LIMITS.holdExtensionDays * DAY;
export const NOTICE = LIMITS.holdNoticeHours * HOUR;
export const FUNDING = LIMITS.fundingHours * HOUR;
export const ACCEPTANCE = LIMITS.acceptanceHours * HOUR;

/** A paid request from alice to bob: 5.00. */
export const paid = ({ alice, bob }: Stage, more: Composed = {}) =>
  send(alice, { to: bob.address, price: "5", ...more });

/** Moves the clock and lets the service do what is due then. */
export async function pass(core: Stage, ms: number): Promise<number> {
  core.advance(ms);
  return await sweepDue(core.services);
}

/** The cents of alice, bob and the escrow; the ledger is right. */
export async function cents(core: Stage): Promise<readonly number[]> {
  if (!(await isLedgerRight(core))) throw new Error("The ledger is wrong");
  const of = async (actor: Actor) => (await balance(core, actor)) / 10_000;
  const [row] = await core.rows(
    "select coalesce(sum(balance), 0) from ledger_accounts where kind = 'escrow'",
  );
  return [await of(core.alice), await of(core.bob), Number(row?.[0]) / 10_000];
}

export const HELD = [9_500, 10_000, 500];
export const BACK = [10_000, 10_000, 0];
export const PAID = [9_500, 10_500, 0];

/** Types of the records of a conversation, in order. */
export async function types(core: Stage, id: string) {
  await unfoldRecords(core.services.db);
  const rows = await core.rows(
    `select body ->> '$.type' from unfolded_records where chain_id = '${id}' order by seq`,
  );
  return rows.map(([type]) => type);
}
