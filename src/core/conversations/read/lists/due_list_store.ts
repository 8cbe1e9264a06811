import { and, asc, desc, eq, sql } from "drizzle-orm";
import { LIMITS } from "../../../base/limits.ts";
import type { Database } from "../../../db/database.ts";
import { perDatabase } from "../../../db/per_database.ts";
import {
  conversations,
  participants,
  payments,
} from "../../../db/tables/conversation_schema.ts";
import { VIEWER_ROW } from "../../../db/viewer_rows.ts";
import type { ListedRow } from "./list_store.ts";
import { ITS_CONVERSATION } from "./list_store.ts";

const value = sql.placeholder;

/** Open conversations of an account with a deadline or a held price, the earliest first. */
export const dueListStore = perDatabase(({ longOrm }: Database) => {
  const { conversationId, accountId, stateAt, views } = participants;
  const newest = longOrm
    .select({ conversationId })
    .from(participants)
    .where(and(eq(accountId, value("accountId")), sql`${views} <> 0`))
    .orderBy(desc(stateAt))
    .limit(LIMITS.calendarLookedMax)
    .as("newest");
  const { id, state, terms } = conversations;
  const heldUntil = sql`(select ${payments.captureBefore} from ${payments} where ${payments.conversationId} = ${id} and ${payments.status} = 'held')`;
  const at = sql`coalesce(${terms} ->> '$.dueAt', ${terms} ->> '$.acceptBy', ${heldUntil})`;
  const due = longOrm
    .select(VIEWER_ROW)
    .from(newest)
    .crossJoin(participants)
    .innerJoin(conversations, ITS_CONVERSATION)
    .where(
      and(
        eq(conversationId, newest.conversationId),
        eq(accountId, value("accountId")),
        sql`${participants.role} in ('sender', 'to', 'arbiter')`,
        sql`${state} in ('submitted', 'working', 'input-required', 'auth-required')`,
        sql`${at} is not null`,
      ),
    )
    .orderBy(asc(at), asc(id))
    .limit(LIMITS.calendarItemsMax)
    .prepare();
  return (account: string): Promise<ListedRow[]> =>
    due.all({ accountId: account });
});
