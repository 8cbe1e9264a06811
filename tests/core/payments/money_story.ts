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
  expect(await core.rows(differing(IN_DAYS, IN_PAYMENTS))).toEqual([]);
  expect(await core.rows(differing(IN_PAYMENTS, IN_DAYS))).toEqual([]);
}

const COUNTED =
  "sum(received), sum(receipts), sum(fees), sum(paid), sum(payments), sum(returned), sum(refunded)";

/** The daily sums of each account and currency. */
const IN_DAYS = `select account_id, currency, ${COUNTED} from payment_days group by 1, 2 having sum(abs(received) + abs(paid) + abs(returned) + abs(refunded)) > 0`;

const IS_RELEASED = "released_at is not null and payee_id is not null";

/** The same, from the payments as they are now. */
const IN_PAYMENTS = `select account_id, currency, ${COUNTED} from (
  select payee_id as account_id, currency, released - fee as received, 1 as receipts, fee as fees, 0 as paid, 0 as payments, 0 as returned, refunded from money
  union all
  select payer_id, currency, 0, 0, 0, released, 1, refunded, 0 from money
) group by 1, 2`;

/** Rows of one that are not in the other. */
function differing(one: string, other: string): string {
  return `with money as (select *, iif(rail = 'ledger', 'TEST', 'USDC') as currency, released * fee_bps / 10000 as fee from payments where ${IS_RELEASED}) select * from (${one}) except select * from (${other})`;
}

/** Types of the records of a conversation, in order. */
export async function typesIn(core: TestCore, id: string) {
  await unfoldRecords(core.services.db);
  const rows = await core.rows(
    `select body ->> '$.type' from unfolded_records where chain_id = '${id}' order by seq`,
  );
  return rows.map(([type]) => String(type));
}
