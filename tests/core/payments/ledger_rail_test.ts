import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import Sqlite from "libsql";
import { OPERATOR } from "../../../src/core/access/principal.ts";
import { verifyLedger } from "../../../src/core/operations/verify_ledger.ts";
import {
  balanceOf,
  creditWallet,
  openWallet,
} from "../../../src/core/payments/ledger.ts";
import { ledgerRail } from "../../../src/core/payments/ledger_rail.ts";
import { queryCall } from "../../../src/core/pipeline/query_call.ts";
import { dropGuards } from "../audit/tampered.ts";
import { send, startCore, startStage } from "../core_harness.ts";
import { commitMovements } from "./commit_movements.ts";
import type { RailFixture } from "./rail_conformance.ts";
import { railConformance } from "./rail_conformance.ts";

async function openLedger(): Promise<RailFixture> {
  const core = await startCore();
  const { services } = core;
  const caller = {
    principal: OPERATOR,
    via: "cli",
    requestId: "test",
  } as const;
  const query = queryCall(services, caller);
  const commit: RailFixture["commit"] = (work) => commitMovements(query, work);
  let accounts = 0;
  return {
    rail: ledgerRail,
    commit,
    ask: (work) => work(query),
    async account(available) {
      const id = `acc_${++accounts}`;
      await commit((call) => openWallet(call, id, 0));
      await commit((call) =>
        creditWallet(call, { accountId: id, amount: available }),
      );
      return id;
    },
    available: (id) => balanceOf(query, id),
    async fees() {
      const [row] = await core.rows(
        "select balance from ledger_accounts where id = 'revenue'",
      );
      return Number(row?.[0] ?? 0);
    },
    [Symbol.asyncDispose]: () => core[Symbol.asyncDispose](),
  };
}

railConformance("the ledger", openLedger);

test("verifying finds a balance, an escrow and a refund that do not fit", async () => {
  await using core = await startStage();
  const id = await send(core.alice, { to: core.bob.address, price: "5" });
  expect(await core.run(verifyLedger, {})).toEqual({
    ok: true,
    sum: 0,
    faults: [],
  });
  const [row] = await core.rows(
    `select id from payments where conversation_id = '${id}'`,
  );
  const paymentId = String(row?.[0]);
  const { db } = core.services;
  const damage = async (statement: string) => {
    await db.commit([{ sql: statement, args: [] }]);
    const { ok, faults } = await core.run(verifyLedger, {});
    expect(ok).toBe(false);
    return faults.map(({ about }) => about);
  };
  const escrow = `escrow:${paymentId}`;
  expect(
    await damage(
      `update ledger_accounts set balance = balance - 1 where id = '${escrow}'`,
    ),
  ).toEqual([escrow, paymentId]);
  await db.commit([
    {
      sql: `update ledger_accounts set balance = balance + 1 where id = '${escrow}'`,
      args: [],
    },
  ]);
  expect(await damage(`update payments set refunded = 1`)).toEqual([paymentId]);
  expect(
    await damage(`update payments set refunded = 0, status = 'released'`),
  ).toEqual([paymentId, paymentId]);
  expect(await db.orm.values(sql`select count(*) from payments`)).toEqual([
    [1],
  ]);
});

test("verifying names the wallet that is gone, and sums alone do not", async () => {
  await using core = await startStage();
  await send(core.alice, { to: core.bob.address, price: "5" });
  const wallet = `wallet:${core.alice.accountId}`;
  const file = new Sqlite(`${core.directory}/inbox.db`);
  dropGuards(file);
  file.exec("pragma foreign_keys = off");
  file.exec(`delete from ledger_accounts where id = '${wallet}'`);
  file.close();
  expect(await core.run(verifyLedger, {})).toEqual({
    ok: false,
    sum: 0,
    faults: [
      {
        about: wallet,
        problem: "it has entries and is missing from the ledger",
      },
    ],
  });
});
