import { and, desc, eq, ne, or, sql } from "drizzle-orm";
import { LIMITS } from "../../../base/limits.ts";
import type { Database } from "../../../db/database.ts";
import { perDatabase } from "../../../db/per_database.ts";
import {
  conversations,
  participants,
} from "../../../db/tables/conversation_schema.ts";
import { SECTION_BITS } from "../../../db/tables/view_bits.ts";
import { inView, VIEWER_ROW } from "../../../db/viewer_rows.ts";
import type { ListedRow } from "./list_store.ts";
import { ITS_CONVERSATION } from "./list_store.ts";

const value = sql.placeholder;
const NEWEST = [
  desc(participants.updatedAt),
  desc(participants.conversationId),
] as const;

/**
 * Conversations that need an account and are more than a request with a price: a decision, an
 * answer, money of accepted work. Only among the newest that need it, up to a list's limit.
 */
export const begunStore = perDatabase(({ longOrm }: Database) => {
  const needing = longOrm
    .select({ conversationId: participants.conversationId })
    .from(participants)
    .where(inView("needs_you"))
    .orderBy(...NEWEST)
    .limit(LIMITS.listLookedMax)
    .as("needing");
  const isOther = sql`${participants.views} & ${sql.raw(String(SECTION_BITS.approvals | SECTION_BITS.replies))}`;
  const begun = longOrm
    .select(VIEWER_ROW)
    .from(needing)
    .crossJoin(participants)
    .innerJoin(conversations, ITS_CONVERSATION)
    .where(
      and(
        eq(participants.conversationId, needing.conversationId),
        eq(participants.accountId, value("accountId")),
        or(isOther, ne(conversations.state, "submitted")),
      ),
    )
    .orderBy(...NEWEST)
    .limit(value("limit"))
    .prepare();
  return (accountId: string, limit: number): Promise<ListedRow[]> =>
    begun.all({ accountId, limit });
});
