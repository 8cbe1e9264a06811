import { eq, sql } from "drizzle-orm";
import type { Hex } from "../base/rails/chain.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { rowSlots } from "../db/slots.ts";
import type { Statement } from "../db/statement.ts";
import { statementOf } from "../db/statement.ts";
import { payoutAddresses } from "../db/tables/chain_schema.ts";

/** Payout addresses of accounts on a chain. */
export const payoutStore = perDatabase(makePayoutStore);

const at = sql.placeholder;

function makePayoutStore({ orm }: Database) {
  const ofAccount = orm
    .select({ address: payoutAddresses.address })
    .from(payoutAddresses)
    .where(eq(payoutAddresses.accountId, at("accountId")))
    .limit(1)
    .prepare();
  const put = orm
    .insert(payoutAddresses)
    .values(rowSlots(payoutAddresses))
    .onConflictDoUpdate({
      target: payoutAddresses.accountId,
      set: { address: sql`excluded.address`, setAt: sql`excluded.set_at` },
    })
    .prepare();
  const remove = orm
    .delete(payoutAddresses)
    .where(eq(payoutAddresses.accountId, at("accountId")))
    .prepare();
  return {
    /** Undefined for an account that named none. */
    ofAccount: async (accountId: string) =>
      (await ofAccount.get({ accountId }))?.address as Hex | undefined,
    put: (accountId: string, address: Hex, setAt: number): Statement =>
      statementOf(put, { accountId, address, setAt }),
    remove: (accountId: string): Statement =>
      statementOf(remove, { accountId }),
  };
}
