import type { SQL } from "drizzle-orm";
import { and, eq, ne, or, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { perDatabase } from "../../db/per_database.ts";
import {
  checkpoints,
  conversations,
  participants,
  payments,
} from "../../db/tables/conversation_schema.ts";
import type { View } from "../model/schemas.ts";

/** The viewer's own part, in the conversation it belongs to. */
export const isSender = eq(participants.role, "sender");
export const isDraft = eq(conversations.state, "draft");

/** True once it has left the sender: the first recipient no longer waits for it. */
const wasSent = sql`exists (select 1 from ${participants} as first where first.conversation_id = ${conversations.id} and first.position = 1 and first.delivery_state <> 'pending')`;
const unsent = sql`not ${wasSent}`;

/**
 * The filters of docs/messages.md, Views. What waits for a person or for the
 * money has not been sent, nor has what a review or its own person refused: it is
 * among the drafts, a refused one until it is archived.
 */
export const VIEW_FILTERS: Readonly<Record<View | "all", SQL | undefined>> = {
  all: undefined,
  inbox: and(ne(participants.role, "sender"), eq(participants.archived, false)),
  sent: and(isSender, wasSent),
  drafts: and(isSender, unsent, or(isDraft, eq(participants.archived, false))),
  archive: eq(participants.archived, true),
  // A list that is made once: for each row the planner would look through all of
  // the account's open checkpoints, which strangers make.
  needs_you: sql`+${participants.conversationId} in (select ${checkpoints.conversationId} from ${checkpoints} where ${checkpoints.forAccountId} = ${sql.placeholder("accountId")} and ${checkpoints.status} = 'open')`,
  payments: sql`exists (select 1 from ${payments} where ${payments.conversationId} = ${conversations.id})`,
};

/** How many conversations each view of an account holds. */
export interface ViewCounts {
  readonly totals: Readonly<Record<View, number>>;
  /** Unread ones of the inbox. */
  readonly unread: number;
  /** When any of them changed last, in milliseconds; 0 if there is none. */
  readonly updatedAt: number;
}

/** Counts in one pass over an account's conversations. */
export const countViews = perDatabase(build);

function build(db: Database) {
  const matching = (filter: SQL | undefined) =>
    sql<number>`coalesce(sum(${filter}), 0)`.mapWith(Number);
  const counts = db.longOrm
    .select({
      inbox: matching(VIEW_FILTERS.inbox),
      sent: matching(VIEW_FILTERS.sent),
      drafts: matching(VIEW_FILTERS.drafts),
      archive: matching(VIEW_FILTERS.archive),
      needs_you: matching(VIEW_FILTERS.needs_you),
      payments: matching(VIEW_FILTERS.payments),
      unread: matching(and(VIEW_FILTERS.inbox, eq(participants.unread, true))),
      updatedAt: sql<number>`coalesce(max(${participants.updatedAt}), 0)`,
    })
    .from(participants)
    .innerJoin(conversations, eq(conversations.id, participants.conversationId))
    .where(
      and(
        eq(participants.accountId, sql.placeholder("accountId")),
        eq(participants.reached, true),
      ),
    )
    .prepare();
  return async (accountId: string): Promise<ViewCounts> => {
    const row = await counts.get({ accountId });
    if (!row) throw new RangeError("A count is one row");
    const { unread, updatedAt, ...totals } = row;
    return { totals, unread, updatedAt };
  };
}
