import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../../../src/core/db/database.ts";
import { perDatabase } from "../../../../src/core/db/per_database.ts";
import { slots } from "../../../../src/core/db/slots.ts";
import type { Statement } from "../../../../src/core/db/statement.ts";
import { statementOf } from "../../../../src/core/db/statement.ts";
import { chainRefunds } from "../../../../src/core/db/tables/chain_schema.ts";
import type {
  SignedRefund,
  TransferAuthorization,
} from "../../../../src/core/payments/terms/signed.ts";

export type ChainRefund = typeof chainRefunds.$inferSelect;

/** The refunds that payees have signed. */
export const refundStore = perDatabase(makeRefundStore);

const at = sql.placeholder;

function makeRefundStore({ orm }: Database) {
  const ofIntent = orm
    .select()
    .from(chainRefunds)
    .where(eq(chainRefunds.intentId, at("intentId")))
    .limit(1)
    .prepare();
  const byNonce = orm
    .select({ intentId: chainRefunds.intentId })
    .from(chainRefunds)
    .where(
      and(
        eq(chainRefunds.payee, at("payee")),
        eq(chainRefunds.nonce, at("nonce")),
      ),
    )
    .limit(1)
    .prepare();
  const add = orm
    .insert(chainRefunds)
    .values({
      ...slots(chainRefunds, "intentId", "terms", "signature"),
      ...slots(chainRefunds, "payee", "nonce", "fromBlock"),
    })
    .prepare();
  return {
    ofIntent: (intentId: string) => ofIntent.get({ intentId }),
    /** True if it was sent to this service before. */
    isKnown: async ({ from, nonce }: TransferAuthorization) =>
      (await byNonce.get({ payee: from, nonce })) !== undefined,
    add: (
      intentId: string,
      { authorization, signature, fromBlock }: SignedRefund,
    ): Statement =>
      statementOf(add, {
        ...{ intentId, signature, fromBlock },
        terms: JSON.stringify(authorization),
        payee: authorization.from,
        nonce: authorization.nonce,
      }),
  };
}
