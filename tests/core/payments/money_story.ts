import { expect } from "bun:test";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import { verifyLedger } from "../../../src/core/operations/verify_ledger.ts";
import { unfoldRecords } from "../../records.ts";
import type { Composed, Stage, TestCore } from "../core_harness.ts";
import { balance, send } from "../core_harness.ts";

export const HUNDRED = 100_000_000;
export const FIVE = 5_000_000;

/** Every amount that no call may take, whatever the field is called. */
export const BAD_AMOUNTS: readonly unknown[] = [
  -1,
  "-1",
  "0.0000001",
  0.0000001,
  1e21,
  "1e3",
  "1,5",
  "five",
  "",
  " ",
  "Infinity",
  "0x10",
  true,
  [1],
  {},
  { amount: "1", currency: "EUR" },
  { amount: "1", amountAtomic: "2" },
  { amountAtomic: "1.5" },
  "1000000000000000",
];

/** A paid request from alice, signed in, to bob. */
export const paid = ({ alice, bob }: Stage, more: Composed = {}) =>
  send(alice.asPerson(), { to: bob.address, price: "5", ...more });

/** The same, with bob at work. */
export async function working(core: Stage, more: Composed = {}) {
  const conversationId = await paid(core, more);
  await core.bob.run(sendMessage, { conversationId, text: "on it" });
  return conversationId;
}

/** The same, done and released to bob. */
export async function released(core: Stage, more: Composed = {}) {
  const conversationId = await working(core, more);
  await core.bob.run(signReceipt, { conversationId, confirm: true });
  return conversationId;
}

/** Wallets of alice and bob and all escrows, once the books were found right. */
export async function money(core: Stage): Promise<readonly number[]> {
  await areBooksRight(core);
  const [row] = await core.rows(
    "select coalesce(sum(balance), 0) from ledger_accounts where kind = 'escrow'",
  );
  return [
    await balance(core, core.alice),
    await balance(core, core.bob),
    Number(row?.[0]),
  ];
}

/** Nothing is lost, made or unaccounted for, and every chain verifies. */
export async function areBooksRight(core: TestCore): Promise<void> {
  expect(await core.run(verifyLedger, {})).toEqual({
    ok: true,
    sum: 0,
    faults: [],
  });
  expect(await core.run(verifyAudit, {})).toMatchObject({ ok: true });
}

/** Types of the records of a conversation, in order. */
export async function typesIn(core: TestCore, id: string) {
  await unfoldRecords(core.services.db);
  const rows = await core.rows(
    `select body ->> '$.type' from unfolded_records where chain_id = '${id}' order by seq`,
  );
  return rows.map(([type]) => String(type));
}
