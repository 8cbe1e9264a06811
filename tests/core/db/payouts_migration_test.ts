import { expect, test } from "bun:test";
import { openDatabase } from "../../../src/core/db/database.ts";
import journal from "../../../src/core/db/migrations/meta/_journal.json";
import { payoutStore } from "../../../src/core/payments/payout_store.ts";
import { testDirectory } from "../../directory.ts";
import { earlier } from "./earlier_migrations.ts";

const BEFORE = journal.entries.findIndex(({ tag }) =>
  tag.endsWith("_unproven_payouts"),
);

test("nobody is paid at an address that was named before wallets proved whose they are", async () => {
  const { path, remove } = await testDirectory("payouts-");
  const url = `file:${path}/old.db`;
  const migrationsFolder = await earlier(path, BEFORE);
  const old = await openDatabase({ url, migrationsFolder });
  const address = `0x${"b0".repeat(20)}` as const;
  await old.commit([payoutStore(old).put("acc_a", address, 0)]);
  expect(await payoutStore(old).ofAccount("acc_a")).toBe(address);
  await old.close();
  const db = await openDatabase({ url });
  expect(await payoutStore(db).ofAccount("acc_a")).toBeUndefined();
  await db.close();
  await remove();
});
