import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { LIMITS } from "../../base/limits.ts";
import { bounded } from "../../db/bounded.ts";
import type { Database } from "../../db/database.ts";
import { perDatabase } from "../../db/per_database.ts";
import { slots } from "../../db/slots.ts";
import { statementOf } from "../../db/statement.ts";
import { conversations } from "../../db/tables/conversation_schema.ts";
import { ledgerTransfers } from "../../db/tables/ledger_schema.ts";
import type { Conversation } from "../model/model.ts";
import { conversationRow } from "./packed/tally.ts";

/** What version 0.1 left without a digest in any record. */
export const unsealedStore = perDatabase(build);

const value = sql.placeholder;

function build({ orm }: Database) {
  const page = orm
    .select({ id: conversations.id, version: conversations.version })
    .from(conversations)
    .where(
      and(
        isNull(conversations.auditSalt),
        bounded("a page of an index of nothing else"),
      ),
    )
    .orderBy(asc(conversations.id))
    .limit(LIMITS.sealedAtOnce)
    .prepare();
  const credits = orm
    .select({ id: ledgerTransfers.id })
    .from(ledgerTransfers)
    .where(
      and(
        isNull(ledgerTransfers.chainId),
        isNull(ledgerTransfers.conversationId),
        gt(ledgerTransfers.id, value("after")),
      ),
    )
    .orderBy(asc(ledgerTransfers.id))
    .limit(LIMITS.sealedAtOnce)
    .prepare();
  const ofPayment = orm
    .select({ id: ledgerTransfers.id })
    .from(ledgerTransfers)
    .where(
      and(
        eq(ledgerTransfers.paymentId, value("paymentId")),
        isNull(ledgerTransfers.chainId),
      ),
    )
    .prepare();
  const salt = orm
    .update(conversations)
    .set(slots(conversations, "auditSalt", "tally"))
    .where(eq(conversations.id, value("id")))
    .prepare();
  return {
    conversations: () => page.all({}),
    /** Ids of credits that no record holds by itself, in order. */
    credits: async (after: string) =>
      (await credits.all({ after })).map(({ id }) => id),
    transfersOf: async (paymentId: string) =>
      (await ofPayment.all({ paymentId })).map(({ id }) => id),
    seal: (sealed: Conversation) => statementOf(salt, conversationRow(sealed)),
  };
}
