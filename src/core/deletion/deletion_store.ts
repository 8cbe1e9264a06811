import { and, eq, sql } from "drizzle-orm";
import { DELETED_NAME } from "../agents/display_name.ts";
import { LIMITS } from "../base/limits.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { rowSlots, slots } from "../db/slots.ts";
import { statementOf } from "../db/statement.ts";
import { accounts, credentials } from "../db/tables/account_schema.ts";
import {
  conversations,
  participants,
  payments,
} from "../db/tables/conversation_schema.ts";
import { accountDeletions } from "../db/tables/data/deletion_schema.ts";
import { refusedBatches } from "../db/tables/spending_schema.ts";

/** The progress of an account's deletion. */
export type Deletion = typeof accountDeletions.$inferSelect;

/** Stores which accounts are being deleted, and finds their remaining data. */
export const deletionStore = perDatabase(makeDeletionStore);

const value = sql.placeholder;
const isOne = eq(accountDeletions.accountId, value("accountId"));

function makeDeletionStore({ orm }: Database) {
  const of = orm.select().from(accountDeletions).where(isOne).prepare();
  const open = orm
    .select({ id: accountDeletions.accountId })
    .from(accountDeletions)
    .where(sql`${accountDeletions.endedAt} is null`)
    .limit(LIMITS.deletionsAtOnce)
    .prepare();
  const begin = orm
    .insert(accountDeletions)
    .values(rowSlots(accountDeletions))
    .prepare();
  const guard = orm
    .insert(refusedBatches)
    .select(
      sql`select id from payments where status = 'held' and (payer_id = ${value("accountId")} or payee_id = ${value("accountId")}) limit 1`,
    )
    .prepare();
  const end = orm
    .update(accountDeletions)
    .set(slots(accountDeletions, "endedAt"))
    .where(isOne)
    .prepare();
  const rename = orm
    .update(accounts)
    .set({ displayName: DELETED_NAME })
    .where(eq(accounts.id, value("accountId")))
    .prepare();
  const nameless = orm
    .update(credentials)
    .set({
      name: "",
      reason: null,
      tokenHash: null,
      lastFour: null,
      keys: null,
      redirectUri: null,
      payees: null,
      accept: null,
      lastUsedFrom: null,
      revokedAt: sql`coalesce(${credentials.revokedAt}, ${value("endedAt")})`,
    })
    .where(eq(credentials.accountId, value("accountId")))
    .prepare();
  return {
    of: (accountId: string) => of.get({ accountId }),
    /** Ids of some accounts that are being deleted. */
    open: async () => (await open.all()).map(({ id }) => id),
    /** The database refuses the batch if money is held by then. */
    begin: (row: Deletion) => [
      statementOf(guard, { accountId: row.accountId }),
      statementOf(begin, row),
    ],
    /** Removes name and words from the rows that stay, and marks the deletion as done. */
    end: (accountId: string, endedAt: number) => [
      statementOf(rename, { accountId }),
      statementOf(nameless, { accountId, endedAt }),
      statementOf(end, { accountId, endedAt }),
    ],
    ...conversationReads(orm),
  };
}

function conversationReads(orm: Database["orm"]) {
  const heldBy = (side: typeof payments.payerId | typeof payments.payeeId) =>
    orm
      .select({ conversationId: conversations.id, title: conversations.title })
      .from(payments)
      .innerJoin(conversations, eq(conversations.id, payments.conversationId))
      .where(
        and(eq(side, value("accountId")), sql`${payments.status} = 'held'`),
      )
      .limit(LIMITS.deletionReasonsMax)
      .prepare();
  const held = [heldBy(payments.payerId), heldBy(payments.payeeId)] as const;
  const isMine = eq(participants.accountId, value("accountId"));
  const next = orm
    .select({ id: participants.conversationId })
    .from(participants)
    .where(and(isMine, sql`participants.views <> 0`))
    .limit(1)
    .prepare();
  const leave = orm
    .update(participants)
    .set({ views: 0, labels: null, unread: false, snoozedUntil: null })
    .where(
      and(eq(participants.conversationId, value("conversationId")), isMine),
    )
    .prepare();
  return {
    /** Some conversations with money held from or for the account. */
    held: async (accountId: string) => {
      const found = await Promise.all(held.map((it) => it.all({ accountId })));
      const byId = new Map(found.flat().map((it) => [it.conversationId, it]));
      return [...byId.values()];
    },
    /** A conversation that is still in a view of the account. */
    next: async (accountId: string) => (await next.get({ accountId }))?.id,
    /** Removes a conversation from all views of the account. */
    leave: (accountId: string, conversationId: string) =>
      statementOf(leave, { accountId, conversationId }),
  };
}
