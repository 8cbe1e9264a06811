import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { perDatabase } from "../../db/per_database.ts";
import { rowSlots, slotsBut } from "../../db/slots.ts";
import { statementOf } from "../../db/statement.ts";
import type { AccountKind } from "../../db/tables/account_schema.ts";
import { accounts } from "../../db/tables/account_schema.ts";
import { participants } from "../../db/tables/conversation_schema.ts";
import { foreignAccounts } from "../../db/tables/data/federation_schema.ts";

/** The other side of an account without an inbox here, as stored. */
export type ForeignRow = typeof foreignAccounts.$inferSelect;

/** The same with what its account says. */
export interface ForeignAccount extends ForeignRow {
  readonly kind: AccountKind;
  readonly displayName: string;
  /** When the operator closed it; null while it is open. */
  readonly disabledAt: number | null;
}

/** Reads and writes accounts whose inbox is at another service. */
export const foreignStore = perDatabase(makeForeignStore);

function makeForeignStore({ orm }: Database) {
  const found = () =>
    orm
      .select({
        foreign: foreignAccounts,
        kind: accounts.kind,
        displayName: accounts.displayName,
        disabledAt: accounts.disabledAt,
      })
      .from(foreignAccounts)
      .innerJoin(accounts, eq(accounts.id, foreignAccounts.accountId))
      .limit(1)
      .$dynamic();
  const byAddress = found()
    .where(eq(foreignAccounts.address, sql.placeholder("address")))
    .prepare();
  const byAccount = found()
    .where(eq(foreignAccounts.accountId, sql.placeholder("accountId")))
    .prepare();
  const ofTask = orm
    .select({
      accountId: foreignAccounts.accountId,
      address: foreignAccounts.address,
      disabledAt: accounts.disabledAt,
    })
    .from(participants)
    .innerJoin(
      foreignAccounts,
      eq(foreignAccounts.accountId, participants.accountId),
    )
    .innerJoin(accounts, eq(accounts.id, foreignAccounts.accountId))
    .where(
      and(
        eq(participants.conversationId, sql.placeholder("conversationId")),
        eq(foreignAccounts.origin, sql.placeholder("origin")),
      ),
    )
    .orderBy(participants.position)
    .prepare();
  const insert = orm
    .insert(foreignAccounts)
    .values(rowSlots(foreignAccounts))
    .prepare();
  const reread = orm
    .update(foreignAccounts)
    .set(slotsBut(foreignAccounts, "accountId", "address", "createdAt"))
    .where(eq(foreignAccounts.accountId, sql.placeholder("accountId")))
    .prepare();
  return {
    byAddress: async (address: string) =>
      accountIn(await byAddress.get({ address })),
    byAccount: async (accountId: string) =>
      accountIn(await byAccount.get({ accountId })),
    /** The accounts of a service in a conversation, which is the task, by their positions. */
    ofTask: (conversationId: string, origin: string) =>
      ofTask.all({ conversationId, origin }),
    insert: (row: ForeignRow) => statementOf(insert, { ...row }),
    /** Writes what its card says now. */
    reread: (row: ForeignRow) => statementOf(reread, { ...row }),
  };
}

function accountIn(
  row:
    | (Pick<ForeignAccount, "kind" | "displayName" | "disabledAt"> & {
        readonly foreign: ForeignRow;
      })
    | undefined,
): ForeignAccount | undefined {
  if (!row) return undefined;
  const { foreign, ...account } = row;
  return { ...foreign, ...account };
}
