import { expect, test } from "bun:test";
import { openDatabase } from "../../../src/core/db/database.ts";
import { payoutStore } from "../../../src/core/payments/payout_store.ts";
import { testDirectory } from "../../directory.ts";
import { earlier } from "./earlier_migrations.ts";

const BEFORE = 80;

test("nobody is paid at an address that was named before wallets proved whose they are", async () => {
  const { path, databaseUrl: url, remove } = await testDirectory("payouts-");
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
