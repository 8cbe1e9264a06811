import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../../db/database.ts";
import { keptReads } from "../../../db/kept/kept_reads.ts";
import { perDatabase } from "../../../db/per_database.ts";
import { contacts } from "../../../db/tables/account_schema.ts";
import { participants } from "../../../db/tables/conversation_schema.ts";
import type { ViewerRow } from "./viewer_rows.ts";

/**
 * Positions that block another account of the conversation. The accounts change only with its
 * version, so this is cached until a contact is written.
 */
export const blockersIn = perDatabase((db: Database) => {
  const kept = keptReads<readonly number[]>(db, [contacts]);
  const found = db.orm
    .select({ position: participants.position })
    .from(participants)
    .innerJoin(
      contacts,
      and(
        eq(contacts.ownerId, participants.accountId),
        eq(contacts.contactId, sql.placeholder("accountId")),
      ),
    )
    .where(
      and(
        eq(participants.conversationId, sql.placeholder("conversationId")),
        eq(contacts.standing, "blocked"),
      ),
    )
    .prepare();
  return (
    { conversationId, version }: ViewerRow,
    accountId: string,
  ): Promise<readonly number[]> =>
    kept(`${conversationId} ${version} ${accountId}`, async () =>
      (await found.all({ conversationId, accountId })).map(
        ({ position }) => position,
      ),
    );
});
